import { DAY_MS } from '@easel/contracts/kernel/day-range';

/** 1970-01-05 was the first Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
export const WEEK_MS = 7 * DAY_MS;

/** The Monday, UTC, of the week of this instant. */
export function mondayOf(at: Date): string {
  const sinceMonday = (at.getTime() - FIRST_MONDAY_MS) % WEEK_MS;
  return new Date(at.getTime() - sinceMonday).toISOString().slice(0, 10);
}

/** How many weeks lie between two Mondays. */
export const weeksBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / WEEK_MS;
