import { catalogue } from '@easel/contracts/catalogue';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import { columnLabel, isFigure, isSum, rowKey } from '@easel/contracts/reports/policy';
import { expect } from 'vitest';
import { BehindFigure, type FactsBehind } from '../reports/behind-figure.ts';
import type { Figure } from '../reports/fold-question.ts';
import type { AnyReport, AsOf, Cell, Parameters, Report, Seen, Table } from '../reports/report.ts';
import { seenOf } from '../reports/seen.ts';

/** A fact as it was recorded then. */
export const on = (at: string, fact: Recorded): Recorded => ({ ...fact, recordedAt: new Date(at) });

/**
 * `givenTo(report)(...facts).thenRows({ from: '2026-11' }, row, …)`: what the report makes of facts, each checked as
 * the log does, each row by its columns.
 */
export const givenTo =
  <F extends Fact, State, P extends Parameters>(report: Report<F, State, P>) =>
  (...facts: readonly Recorded[]) => ({
    thenRows(given: Readonly<Record<string, unknown>>, ...rows: Readonly<Record<string, Cell>>[]): void {
      const parameters = report.parameters.parse(given);
      let state = report.initial();
      const folded = facts
        .filter(({ type }) => report.filter.includes(type))
        .map((fact) => seenOf({ ...fact, data: catalogue[fact.type]?.data.parse(fact.data) }));
      for (const fact of folded) state = report.reduce(state, fact as Seen<F>, parameters);
      const last = facts.at(-1);
      const asOf = { position: String(last?.position ?? ''), at: last?.recordedAt.toISOString() ?? null };
      const table = report.render(state, parameters, asOf);
      const told = table.rows.map((row) => row.map((cell, index) => [headingOf(table.columns, index), cell] as const));
      expect(told.map((row) => Object.fromEntries(row))).toMatchObject(rows);
      expect(table.rows).toHaveLength(rows.length);
      for (const row of table.rows) expect(row).toHaveLength(table.columns.length);
      factsMakeUp(table, (figure, isNarrowed) => behind(report, figure, { folded, parameters, asOf, isNarrowed }));
    },
  });

/**
 * Of every figure: what its facts add comes to it, and they are those that rendering the whole table at each fact
 * finds.
 */
function factsMakeUp({ columns, rows }: Table, find: (figure: Figure, isNarrowed: boolean) => FactsBehind): void {
  for (const row of rows) {
    for (const [index, column] of columns.entries()) {
      if (!isFigure(column)) continue;
      const figure = { row: rowKey(columns, row), column: columnLabel(column) };
      const { cell, count, facts } = find(figure, true);
      expect(cell).toBe(row[index]);
      expect(facts).toHaveLength(count);
      if (isSum(column)) expect(facts.reduce((sum, { moved }) => sum + (moved ?? 0), 0)).toBe(cell ?? 0);
      else if (cell !== null) expect(count).toBeGreaterThan(0);
      expect({ figure, facts }).toEqual({ figure, facts: find(figure, false).facts });
    }
  }
}

function behind(
  report: AnyReport,
  figure: Figure,
  {
    folded,
    parameters,
    asOf,
    isNarrowed,
  }: { folded: readonly Seen[]; parameters: object; asOf: AsOf; isNarrowed: boolean },
): FactsBehind {
  const { beneath: _, ...whole } = report;
  const fold = new BehindFigure(isNarrowed ? report : whole, figure, asOf);
  const found = folded.reduce((state, fact) => fold.reduce(state, fact, parameters as never), fold.initial());
  return fold.render(found, parameters as never);
}

/** Percentages have the name of what they are of. */
const headingOf = (columns: readonly { name: string; unit: string }[], index: number): string => {
  const { name = '', unit } = columns[index] ?? {};
  return unit === 'percent' ? `${name} %` : name;
};
