import { z } from 'zod';
import type { AsOf, Beneath, Column, Unit } from './report.ts';

/** The UTC month of an instant in ISO 8601. */
export const monthOf = (at: string): string => at.slice(0, 7);

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'a month, as 2026-11');

/** Months that a report can be narrowed to, both included. */
export const months = {
  from: month.optional().describe('the first month, as 2026-10'),
  to: month.optional().describe('the last month, as 2026-11'),
};
type Months = { from?: string | undefined; to?: string | undefined };

export const isWithin = (one: string, { from = one, to = one }: Months): boolean => from <= one && one <= to;

const DAY_MS = 86_400_000;

/** The last month of which the log has forgotten something, where it keeps facts for so many days. */
export const forgottenMonth = ({ at }: AsOf, days: number): string =>
  monthOf(new Date(Date.parse(at ?? '1970-01-01') - days * DAY_MS).toISOString());

/** Throws RangeError where more is asked for than the log still has whole. */
export function refuseForgotten(forgotten: string, { from }: Months, what: string, days: number): void {
  if (from !== undefined && from <= forgotten) {
    throw new RangeError(`${what} is kept for ${days} days: the first whole month is after ${forgotten}`);
  }
}

/** Every month from the first to that of the last fact, without holes. */
export function monthsFrom(first: string | undefined, { at }: AsOf): string[] {
  const last = at === null ? undefined : monthOf(at);
  const all: string[] = [];
  if (first === undefined || last === undefined) return all;
  for (let one = first; one <= last; one = nextMonth(one)) all.push(one);
  return all;
}

/** Months between two of them. */
export const monthsBetween = (from: string, to: string): number => countedMonth(to) - countedMonth(from);

const countedMonth = (one: string): number => 12 * Number(one.slice(0, 4)) + Number(one.slice(5)) - 1;

function nextMonth(one: string): string {
  const next = countedMonth(one) + 1;
  return `${String(Math.floor(next / 12)).padStart(4, '0')}-${String((next % 12) + 1).padStart(2, '0')}`;
}

let tellsWhatItIsOf = false;

/**
 * Renders so that whatever shares and percentiles are of changes them: who looks for those facts is not to miss what
 * rounding hides.
 */
export function whatFiguresAreOf<T>(render: () => T): T {
  tellsWhatItIsOf = true;
  try {
    return render();
  } finally {
    tellsWhatItIsOf = false;
  }
}

/** More than are ever counted. */
const COUNTED_MAX = 2 ** 26;

/** Of a whole, in percent to a tenth; null where there is no whole. */
export function share(part: number, whole: number): number | null {
  if (whole === 0) return null;
  return tellsWhatItIsOf ? part * COUNTED_MAX + whole : Math.round((1_000 * part) / whole) / 10;
}

const SIGNIFICANT = 100;

/** How often something took how long, to three significant digits: so many numbers at most, however much is counted. */
export class Durations {
  private readonly counts = new Map<number, number>();
  private total = 0;

  get count(): number {
    return this.total;
  }

  add(ms: number): void {
    const rounded = toThreeDigits(Math.max(0, ms));
    this.counts.set(rounded, (this.counts.get(rounded) ?? 0) + 1);
    this.total += 1;
  }

  /** The shortest of which so many percent took no longer; null where there is none. */
  percentile(percent: number): number | null {
    if (tellsWhatItIsOf) return this.total || null;
    const wanted = Math.max(1, Math.ceil((this.total * percent) / 100));
    let passed = 0;
    for (const [ms, count] of [...this.counts].toSorted(([a], [b]) => a - b)) {
      passed += count;
      if (passed >= wanted) return ms;
    }
    return null;
  }
}

function toThreeDigits(ms: number): number {
  let step = 1;
  while (ms / step >= 10 * SIGNIFICANT) step *= 10;
  return Math.round(ms / step) * step;
}

/** What tells whether anything that is counted has moved: of what is only added to, how much there is. */
export function stampOf(counted: unknown): string {
  if (counted instanceof Durations) return String(counted.count);
  if (counted instanceof Set) return String(counted.size);
  if (typeof counted === 'object' && counted !== null) return Object.values(counted).map(stampOf).join();
  return String(counted);
}

/**
 * What is counted of each key, in the order of keys. A table with a row for each, told by its key, has these beneath
 * it.
 */
export class Groups<Value> implements Beneath {
  private readonly values = new Map<string, Value>();
  private only: string | undefined;
  private readonly fresh: () => Value;

  constructor(fresh: () => Value) {
    this.fresh = fresh;
  }

  of(...key: readonly string[]): Value {
    const name = JSON.stringify(key);
    const known = this.values.get(name);
    if (known !== undefined) return known;
    const value = this.fresh();
    this.values.set(name, value);
    return value;
  }

  readonly narrow = (row: readonly string[]): void => {
    this.only = JSON.stringify(row);
  };

  readonly stampOf = (row: readonly string[]): string => stampOf(this.values.get(JSON.stringify(row)));

  sorted(): [key: string[], value: Value][] {
    return this.shown()
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [JSON.parse(name) as string[], value]);
  }

  private shown(): [name: string, value: Value][] {
    if (this.only === undefined) return [...this.values];
    const value = this.values.get(this.only);
    return value === undefined ? [] : [[this.only, value]];
  }
}

export const columnsOf = (...pairs: readonly (readonly [name: string, unit: Unit])[]): Column[] =>
  pairs.map(([name, unit]) => ({ name, unit }));
