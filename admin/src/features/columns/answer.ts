import type { SqlColumn } from '@easel/contracts/columns/http';
import { isNumericType, valueText } from '@easel/contracts/columns/values';
import { alongTime, type Series } from '../../ui/series.ts';

/** What came of a statement. */
export interface Answer {
  as_of: string;
  columns: readonly SqlColumn[];
  rows: readonly (readonly unknown[])[];
  more: boolean;
}

export const isNumeric = ({ type }: SqlColumn): boolean => isNumericType(type);

/** A value as a person reads it; instants without what is always the same in them. */
export function cellText(value: unknown, type: string): string {
  const text = valueText(value);
  return type.startsWith('TIMESTAMP') ? text.replace('T', ' ').replace(/(\.000)?Z$/, '') : text;
}

/** Series that one chart shows at most: more have no colours of their own. */
const SERIES_MAX = 4;
const POINTS_MAX = 200;

export interface Charted extends Series {
  /** Rows that are not shown. */
  left: number;
}

/** Numbers along the first column that is none; undefined where there is nothing to draw. */
export function charted({ columns, rows }: Pick<Answer, 'columns' | 'rows'>): Charted | undefined {
  const at = Math.max(
    0,
    columns.findIndex((column) => !isNumeric(column)),
  );
  const numbers = columns.flatMap((column, index) => (isNumeric(column) && index !== at ? [{ ...column, index }] : []));
  const along = columns[at];
  if (!along || numbers.length === 0 || rows.length === 0) return undefined;
  const series = numbers.slice(0, SERIES_MAX);
  const points = rows.slice(0, POINTS_MAX).map((row) => ({
    [along.name]: cellText(row[at], along.type),
    ...Object.fromEntries(series.map(({ name, index }) => [name, drawnNumber(row[index])])),
  }));
  const drawn = alongTime({ along: along.name, series: series.map(({ name }) => name), points });
  return { ...drawn, left: rows.length - points.length };
}

/** Nothing where a number is none, or is infinite. */
function drawnNumber(value: unknown): number | null {
  const number = value === null ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}
