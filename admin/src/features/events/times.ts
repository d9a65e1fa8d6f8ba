import type { CountUnit } from '@easel/contracts/events/policy';
import type { Times } from './facets.ts';

export type Count = Times['counts'][number];

/** Of what shows the counts, and has a stretch of them chosen. */
export interface TimesProps {
  counts: readonly Count[];
  unit: CountUnit;
  onChoose: (first: Count, last: Count) => void;
}

/** What one of the counts is called: as much of its instant as its unit has. */
export function timeText(from: string, unit: CountUnit): string {
  const chars = { month: 7, day: 10, hour: 16, minute: 16 }[unit];
  return from.slice(0, chars).replace('T', ' ');
}

/** The same beneath a chart, where the year and the day are known from what stands around it. */
export function tickText(from: string, unit: CountUnit): string {
  return {
    month: from.slice(0, 7),
    day: from.slice(5, 10),
    hour: from.slice(5, 16).replace('T', ' '),
    minute: from.slice(11, 16),
  }[unit];
}

/** The filters of what lies between two of the counts, both included. */
export const between = (first: Count, last: Count): { from: string; to: string } => ({ from: first.from, to: last.to });

/** What the filters of a stretch are called. */
export const stretchText = (first: Count, last: Count, unit: CountUnit): string =>
  first === last ? timeText(first.from, unit) : `${timeText(first.from, unit)} to ${timeText(last.from, unit)}`;

/**
 * Where a stretch from one time to another stands among the counts; an end that is not chosen, or not there, is theirs.
 */
export function stretchOf(
  counts: readonly Count[],
  { from, to }: { from?: string | undefined; to?: string | undefined },
): { startIndex: number; endIndex: number } {
  const [first, last] = [from, to].map((end) => counts.findIndex((count) => count.from === end));
  return { startIndex: Math.max(0, first ?? 0), endIndex: last === undefined || last < 0 ? counts.length - 1 : last };
}

export const sumOf = (counts: readonly Count[]): number => counts.reduce((sum, { count }) => sum + count, 0);
