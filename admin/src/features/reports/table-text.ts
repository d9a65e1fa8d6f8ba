import type { ReportTable } from '@easel/contracts/reports/http';
import { isFigure, type ReportUnit, rowKey } from '@easel/contracts/reports/policy';
import type { Series } from '../../ui/series-chart.tsx';

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
  return { along, series: drawn.map(({ name }) => name), points };
}

/**
 * What the other table has in the place of each figure, found by what its row is about; undefined where it has no such
 * row.
 */
export function otherCells(table: ReportTable, other: ReportTable): (readonly Cell[] | undefined)[] {
  const rows = new Map(other.rows.map((row) => [rowKey(table.columns, row), row]));
  return table.rows.map((row) => rows.get(rowKey(table.columns, row)));
}
