/** The pool that queries read by: apart from the commands' one, so that neither waits for the other. */
export const READS = Symbol('reads');
