/** The code of the members' frame. Apart from the pages' table, which the frame itself reads. */
export const loadShell = () => import('./shell.tsx');
