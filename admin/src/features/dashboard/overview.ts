import type { Reply } from '@easel/contracts/kernel/client/address';
import type { overviewHttp } from '@easel/contracts/operations/overview.http';
import type { Series } from '../../ui/days.ts';

export type Overview = Reply<typeof overviewHttp.overview>;
export type Day = Overview['days'][number];

/** How generations ended. */
export const outcomes: readonly Series<'completed' | 'failed' | 'cancelled'>[] = [
  { of: 'completed', label: 'Completed', color: 'success', mark: 'plain' },
  { of: 'failed', label: 'Failed', color: 'error', mark: 'hatched' },
  { of: 'cancelled', label: 'Cancelled', color: 'info', mark: 'dotted' },
];

/** Of credits. */
export const movements: readonly Series<'granted' | 'held' | 'captured'>[] = [
  { of: 'granted', label: 'Granted', color: 'success', mark: 'plain' },
  { of: 'held', label: 'Held', color: 'warning', mark: 'hatched' },
  { of: 'captured', label: 'Captured', color: 'primary', mark: 'dotted' },
];
