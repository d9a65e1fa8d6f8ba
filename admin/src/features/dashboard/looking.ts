/** How often a figure is read while its page is seen, hint or none. */
export const EVERY_MS = 60_000;
/** Between two reads that hints ask for. */
export const PAUSE_MS = 2_000;
