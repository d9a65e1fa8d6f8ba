export interface Recurrence {
  interval: 'day' | 'week' | 'month' | 'year';
  count: number;
}

const DAY_S = 86_400;

/**
 * Where the period ends that starts at `startS`. Months keep the anchor's day as far as they have it: begun on the 31st
 * of January, periods end on the 28th of February, then on the 31st of March.
 *
 * @param startS seconds since 1970, as all here
 */
export function periodEnd(anchorS: number, startS: number, { interval, count }: Recurrence): number {
  if (interval === 'day') return startS + count * DAY_S;
  if (interval === 'week') return startS + count * 7 * DAY_S;
  const start = new Date(startS * 1000);
  const anchorDay = new Date(anchorS * 1000).getUTCDate();
  const months = start.getUTCMonth() + (interval === 'year' ? 12 : 1) * count;
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(months);
  end.setUTCDate(Math.min(anchorDay, daysIn(end)));
  return Math.floor(end.getTime() / 1000);
}

const daysIn = (date: Date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

/** What a change of price is worth for the rest of the period; below zero it is a credit. */
export function prorationCents(change: {
  fromCents: number;
  toCents: number;
  periodStartS: number;
  periodEndS: number;
  nowS: number;
}): number {
  const length = change.periodEndS - change.periodStartS;
  if (length <= 0) return 0;
  const left = Math.min(Math.max(change.periodEndS - change.nowS, 0), length);
  return Math.round(((change.toCents - change.fromCents) * left) / length);
}
