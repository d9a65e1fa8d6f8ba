/** Between two reads that hints ask for. */
export const PAUSE_MS = 1_000;
/** While something moves: lag and pace change without a hint. */
export const POLL_MS = 2_000;
