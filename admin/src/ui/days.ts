const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });

const midnight = (iso: string): Date => new Date(`${iso}T00:00:00Z`);

/** '2026-11-21' as 'Nov 21' */
export const shortDay = (iso: string): string => day.format(midnight(iso));
/** '2026-11-21' as 'Sat, Nov 21' */
export const wholeDay = (iso: string): string => weekday.format(midnight(iso));
const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** A count, or an amount of credits. */
export const figureText = (value: number): string => number.format(value);

/** What is drawn of a day, in this order; `mark` tells them apart where colours do not. */
export interface Series<Key extends string = string> {
  of: Key;
  label: string;
  color: 'success' | 'error' | 'warning' | 'info' | 'primary';
  mark: 'plain' | 'hatched' | 'dotted' | 'barred';
}

/** A UTC day and its sums. */
export type DayOf<Key extends string> = { day: string } & Readonly<Record<Key, number>>;

/** What the table says of a day, besides what is drawn. */
interface Column<Row> {
  label: string;
  text: (row: Row) => string;
}

export interface DaysShown<Key extends string, Row extends DayOf<Key>> {
  title: string;
  series: readonly Series<Key>[];
  days: readonly Row[];
  /** How a sum is told, with its unit. */
  text?: (value: number) => string;
  /** They are parts of what a day brought in all; side by side otherwise. */
  stacked?: boolean;
  columns?: readonly Column<Row>[];
}
