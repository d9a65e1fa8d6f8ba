import { columnLabel } from '@easel/contracts/reports/policy';
import { spreadsheetCsv } from '@easel/kernel/files/csv';
import { stringify } from 'csv-stringify/sync';
import { identifier, literal } from '../columns/duckdb.ts';
import type { SqlRunner } from '../columns/run-sql.ts';
import type { Cell, Table, Unit } from './report.ts';

export const csvOf = ({ columns, rows }: Table): string =>
  stringify([columns.map(columnLabel), ...rows], { ...spreadsheetCsv, bom: true });

/** Throws Refused, of sqlProblems. */
export async function parquetOf(table: Table, runner: SqlRunner): Promise<AsyncGenerator<Buffer, void, void>> {
  return (await runner.run({ sql: selectOf(table), format: 'parquet' })).bytes;
}

/** A statement whose answer the table is. */
function selectOf({ columns, rows }: Table): string {
  const nothing = columns.map(() => null);
  const told = (row: readonly Cell[]): string =>
    `(${row.map((cell, index) => valueOf(cell, columns[index]?.unit ?? 'text')).join(', ')})`;
  const names = columns.map((column) => identifier(columnLabel(column))).join(', ');
  // A first row of nothing, as there may be no other.
  return `select * from (values ${[nothing, ...rows].map(told).join(', ')}) as report(${names}) offset 1`;
}

function valueOf(cell: Cell, unit: Unit): string {
  return `${cell === null ? 'null' : literal(String(cell))}::${typeOf(unit)}`;
}

function typeOf(unit: Unit): string {
  switch (unit) {
    case 'text':
    case 'month':
      return 'varchar';
    case 'day':
      return 'date';
    case 'percent':
    case 'score':
      return 'double';
    default:
      return 'bigint';
  }
}
