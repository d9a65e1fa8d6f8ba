import { projectionNames } from '@easel/contracts/operations/policy';

/** Hints that a figure of a projection has changed. */
export const HINTS: readonly string[] = ['projections', ...projectionNames];
/** Between two reads that hints ask for. */
export const PAUSE_MS = 1_000;
/** While something moves: lag and pace change without a hint. */
export const POLL_MS = 2_000;
