import type { ReportRun, ReportTable } from '@easel/contracts/reports/http';
import { columnLabel, isFigure, type ReportUnit, rowKey } from '@easel/contracts/reports/policy';
import { alongTime, type Series } from '../../ui/series.ts';

type Column = ReportTable['columns'][number];
type Cell = ReportTable['rows'][number][number];

const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const score = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });
const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const MS = [
  ['day', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** What stands behind a column's name. */
const behind: Readonly<Record<ReportUnit, string>> = {
  text: '',
  month: '',
  day: '',
  count: '',
  cents: '',
  tenths: ' (credits)',
  ms: '',
  percent: ' %',
  score: '',
};
export const headingOf = ({ name, unit }: Column): string => `${name}${behind[unit]}`;
/** Whether it is set as numbers are; a day is none. */
export const isNumber = (column: Column): boolean => isFigure(column) && column.unit !== 'day';

/** A figure as a person reads it. */
export function cellText(cell: Cell, unit: ReportUnit): string {
  if (cell === null) return '–';
  if (typeof cell === 'string') return cell;
  switch (unit) {
    case 'cents':
      return dollars.format(cell / 100);
    case 'tenths':
      return number.format(cell / 10);
    case 'ms':
      return durationText(cell);
    case 'score':
      return score.format(cell);
    default:
      return number.format(cell);
  }
}

/** What a fact has added to a sum, with its sign. */
export const movedText = (moved: number, unit: ReportUnit): string => `${moved > 0 ? '+' : ''}${cellText(moved, unit)}`;

function durationText(ms: number): string {
  const [unit, length] = MS.find(([, each]) => Math.abs(ms) >= each) ?? ['ms', 1];
  const amount = ms / length;
  return `${number.format(amount)} ${unit === 'day' && amount !== 1 ? 'days' : unit}`;
}

/** Of what rows are added up where several stand under one name. */
export const drawnUnits = { cents: 'Dollars', tenths: 'Credits', count: 'Numbers' } as const;
export type DrawnUnit = keyof typeof drawnUnits;
const scale: Readonly<Record<DrawnUnit, number>> = { cents: 100, tenths: 10, count: 1 };
const SERIES_MAX = 4;

/** What goes along months is drawn. */
export const unitsDrawn = ({ columns, rows }: ReportTable): DrawnUnit[] =>
  rows.length === 0 || columns[0]?.unit !== 'month'
    ? []
    : (Object.keys(drawnUnits) as DrawnUnit[]).filter((unit) => columns.some((column) => column.unit === unit));

/**
 * Returns the first columns of a unit, summed by the report's first column. Rows of kind `test`, for payments by which
 * no money moved, are left out.
 */
export function seriesOf({ columns, rows }: ReportTable, unit: DrawnUnit): Series {
  const drawn = columns
    .map(({ name, unit: of }, index) => ({ name, of, index }))
    .filter(({ of }) => of === unit)
    .slice(0, SERIES_MAX);
  const along = columns[0]?.name ?? '';
  const kind = columns.findIndex(({ name }) => name === 'kind');
  const real = rows.filter((row) => row[kind] !== 'test');
  // Sum cents, then divide: sums of fractional dollars have rounding errors.
  const points = [...Map.groupBy(real, ([first]) => String(first))].map(([key, together]) => ({
    [along]: key,
    ...Object.fromEntries(
      drawn.map(({ name, index }) => [
        name,
        together.reduce((sum, row) => sum + Number(row[index] ?? 0), 0) / scale[unit],
      ]),
    ),
  }));
  return alongTime({ along, series: drawn.map(({ name }) => name), points });
}

type Row = ReportTable['rows'][number];

/** A row of two runs of a report; undefined in the run that does not have it. */
export interface JoinedRow {
  earlier: Row | undefined;
  later: Row | undefined;
}

/**
 * Joins the tables of two runs by what their rows are about, with the rows that only one of them has. Months are in
 * order; other rows are as the later run has them, then those that only the earlier one has. Cells are in the order of
 * the later run's columns.
 */
export function joinRows(earlier: ReportTable, later: ReportTable): JoinedRow[] {
  const places = later.columns.map((column) =>
    earlier.columns.findIndex((one) => columnLabel(one) === columnLabel(column)),
  );
  const before = new Map(
    earlier.rows.map((row) => {
      const moved = places.map((place) => row[place] ?? null);
      return [rowKey(later.columns, moved), moved];
    }),
  );
  const after = new Map(later.rows.map((row) => [rowKey(later.columns, row), row]));
  const keys = [...new Set([...after.keys(), ...before.keys()])];
  if (later.columns[0]?.unit === 'month') keys.sort((a, b) => (a < b ? -1 : 1));
  return keys.map((key) => ({ earlier: before.get(key), later: after.get(key) }));
}

/** Returns the run as of an earlier position first; of two at one position, the one that was asked for first. */
export function inOrder<Run extends Pick<ReportRun, 'position' | 'requested_at'>>(one: Run, other: Run): [Run, Run] {
  const ahead = BigInt(one.position ?? 0) - BigInt(other.position ?? 0);
  const isLater = ahead === 0n ? one.requested_at > other.requested_at : ahead > 0n;
  return isLater ? [other, one] : [one, other];
}

/**
 * Returns how a figure has changed: the difference, and what that is of the earlier figure in per cent. Shares have
 * percentage points. Undefined where one of the two is no number.
 */
export function changeText(earlier: Cell, later: Cell, unit: ReportUnit): string | undefined {
  if (typeof earlier !== 'number' || typeof later !== 'number') return undefined;
  const change = later - earlier;
  if (unit === 'percent') return `${movedText(change, unit)} points`;
  const percent = earlier === 0 ? undefined : (100 * change) / Math.abs(earlier);
  return `${movedText(change, unit)}${percent === undefined ? '' : ` (${movedText(percent, 'percent')} %)`}`;
}
