import type { BenchRow } from './row.ts';

/** The rows as text in columns: what, the bare thing, ours, the ratio and what it should be. */
export function table(rows: readonly BenchRow[]): string {
  const cells = rows.map(({ what, bare, ours, ratio, goal }) => [
    what,
    bare,
    ours,
    ratio.toFixed(2),
    goal === 0 ? '' : goal.toFixed(2),
    goal === 0 ? '' : ratio >= goal ? 'met' : 'NOT MET',
  ]);
  const all = [['what', 'bare', 'ours', 'ratio', 'goal', ''], ...cells];
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}
