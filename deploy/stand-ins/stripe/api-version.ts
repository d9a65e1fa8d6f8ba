/** The version whose shapes are spoken here: the one that the installed library asks for. */
export const API_VERSION = '2026-10-28.endive';
