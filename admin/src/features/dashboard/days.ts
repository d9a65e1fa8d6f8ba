import type { Reply } from '@easel/contracts/kernel/client/address';
import type { overviewHttp } from '@easel/contracts/operations/overview.http';

export type Overview = Reply<typeof overviewHttp.overview>;
export type Day = Overview['days'][number];

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });

/** '2026-11-21' as 'Nov 21' */
export const shortDay = (iso: string): string => day.format(new Date(`${iso}T00:00:00Z`));
/** '2026-11-21' as 'Sat, Nov 21' */
export const wholeDay = (iso: string): string => weekday.format(new Date(`${iso}T00:00:00Z`));

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** A count, or an amount of credits. */
export const figureText = (value: number): string => number.format(value);

export type Unit = 'generations' | 'credits';

/** What is drawn of a day, in this order; `mark` tells them apart where colours do not. */
export interface Series {
  of: keyof Omit<Day, 'day'>;
  label: string;
  color: 'success' | 'error' | 'warning' | 'info' | 'primary';
  mark: 'plain' | 'hatched' | 'dotted';
}

export const outcomes: readonly Series[] = [
  { of: 'completed', label: 'Completed', color: 'success', mark: 'plain' },
  { of: 'failed', label: 'Failed', color: 'error', mark: 'hatched' },
  { of: 'cancelled', label: 'Cancelled', color: 'info', mark: 'dotted' },
];

export const movements: readonly Series[] = [
  { of: 'granted', label: 'Granted', color: 'success', mark: 'plain' },
  { of: 'held', label: 'Held', color: 'warning', mark: 'hatched' },
  { of: 'captured', label: 'Captured', color: 'primary', mark: 'dotted' },
];
