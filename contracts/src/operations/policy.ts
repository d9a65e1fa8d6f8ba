export const projectionPhases = ['catching-up', 'live', 'stalled', 'stopped', 'paused'] as const;

/**
 * - `queued`: waits for the rebuild before it.
 * - `comparing`: made whole, and held against the live rows, table by table.
 * - `swapping`: decided, and taking the live rows' place; it can no longer be cancelled.
 * - `different`: the rows differ from the live ones, which were kept.
 * - `failed`: something broke; the live rows were kept.
 */
export const runStatuses = [
  'queued',
  'running',
  'comparing',
  'swapping',
  'swapped',
  'different',
  'cancelled',
  'failed',
] as const;
export type RunStatus = (typeof runStatuses)[number];

/**
 * How a rebuild ends that nobody cancels, as the log tells it.
 * - `unknown`: the read side that did it, or did not, is no more.
 */
export const rebuildOutcomes = ['swapped', 'different', 'failed', 'unknown'] as const;
export type RebuildOutcome = (typeof rebuildOutcomes)[number];

const endedStatuses: readonly RunStatus[] = ['swapped', 'different', 'cancelled', 'failed'];
export const hasEnded = (status: RunStatus): boolean => endedStatuses.includes(status);

export const isCancellable = (status: RunStatus): boolean => !hasEnded(status) && status !== 'swapping';

/** One that runs stands still where it has not moved for so long, and what it has to apply is as old. */
export const STILL_AFTER_MS = 30_000;
/** How far the projections are behind is noted so often, and kept so long. */
export const LAG_EVERY_MS = 15_000;
export const LAG_KEPT_HOURS = 24;
/** Hours that a trend may go back, each in as many stretches. */
export const lagHours = [1, 6, 24] as const;
export const LAG_STRETCHES = 60;

/** Of a projection, the newest. */
export const RUNS_SHOWN = 20;
/** Facts of a parked partition that are shown. */
export const PARKED_SHOWN = 100;
/** A partition's key. */
export const PARTITION_MAX = 300;

/** A projection moves many times a second; whoever watches is told no more often. */
export const HINT_EVERY_MS = 250;
