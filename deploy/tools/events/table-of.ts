import { isNumericType, valueText } from '@easel/contracts/columns/values';
import type { SqlRows } from '@easel/projections/columns/sql-question';

const WIDEST = 60;

/** Rows as text, in columns; numbers stand to the right. */
export function tableOf(columns: SqlRows['columns'], rows: SqlRows['rows']): string {
  const told = rows.map((row) => row.map(textOf));
  const widths = columns.map(({ name }, index) =>
    told.reduce((most, row) => Math.max(most, row[index]?.length ?? 0), name.length),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        return isNumericType(columns[index]?.type ?? '') ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  const ruler = widths.map((width) => '-'.repeat(width)).join('  ');
  return [line(columns.map(({ name }) => name)), ruler, ...told.map(line), ''].join('\n');
}

function textOf(value: unknown): string {
  const one = valueText(value).replaceAll(/\s+/g, ' ');
  return one.length > WIDEST ? `${one.slice(0, WIDEST - 1)}…` : one;
}
