import type { EarnedMonth } from '@easel/contracts/earnings/profits.http';

/** Earnings of a month by source, in dollars of a payout. */
export interface ChartedMonth {
  /** `2026-11`. */
  month: string;
  downloads: number;
  curator: number;
  challenges: number;
}

const MONTHS = 12;

/** Returns the twelve months up to the current one, the oldest first, with zeros for months without earnings. */
export function chartedMonths(earned: readonly EarnedMonth[], now: Date): ChartedMonth[] {
  const byMonth = new Map(earned.map((one) => [one.month, one]));
  return Array.from({ length: MONTHS }, (_, index) => {
    const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (MONTHS - 1) + index);
    const month = new Date(first).toISOString().slice(0, 7);
    const found = byMonth.get(month);
    return {
      month,
      downloads: found?.downloads.worth ?? 0,
      curator: found?.curator.worth ?? 0,
      challenges: found?.challenges.worth ?? 0,
    };
  });
}

const long = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const short = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });

/** 'November 2026'. */
export const wholeMonth = (month: string): string => long.format(new Date(`${month}-01T00:00:00Z`));
/** 'Nov'. */
export const shortMonth = (month: string): string => short.format(new Date(`${month}-01T00:00:00Z`));
