import type { EarnedMonth } from '@easel/contracts/earnings/profits.http';

/** What each source brought in a month, in dollars that a payout pays. */
export interface ChartedMonth {
  /** `2026-11`. */
  month: string;
  downloads: number;
  curator: number;
  challenges: number;
}

const MONTHS = 12;

/** The twelve months up to this one, the oldest first; those in which nothing was earned are there with nothing. */
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
