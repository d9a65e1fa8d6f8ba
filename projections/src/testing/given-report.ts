import { catalogue } from '@easel/contracts/catalogue';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import { expect } from 'vitest';
import type { Cell, Parameters, Report, Seen } from '../reports/report.ts';
import { seenOf } from '../reports/seen.ts';

/** A fact as it was recorded then. */
export const on = (at: string, fact: Recorded): Recorded => ({ ...fact, recordedAt: new Date(at) });

/** `givenTo(report)(...facts).thenRows({ from: '2026-11' }, row, …)`: what the report makes of facts, each checked as the log does, each row by its columns. */
export const givenTo =
  <F extends Fact, State, P extends Parameters>(report: Report<F, State, P>) =>
  (...facts: readonly Recorded[]) => ({
    thenRows(given: Readonly<Record<string, unknown>>, ...rows: Readonly<Record<string, Cell>>[]): void {
      const parameters = report.parameters.parse(given);
      let state = report.initial();
      for (const fact of facts.filter(({ type }) => report.filter.includes(type))) {
        const data = catalogue[fact.type]?.data.parse(fact.data);
        state = report.reduce(state, seenOf({ ...fact, data }) as Seen<F>, parameters);
      }
      const last = facts.at(-1);
      const asOf = { position: String(last?.position ?? ''), at: last?.recordedAt.toISOString() ?? null };
      const table = report.render(state, parameters, asOf);
      const told = table.rows.map((row) => row.map((cell, index) => [headingOf(table.columns, index), cell] as const));
      expect(told.map((row) => Object.fromEntries(row))).toMatchObject(rows);
      expect(table.rows).toHaveLength(rows.length);
      for (const row of table.rows) expect(row).toHaveLength(table.columns.length);
    },
  });

/** Percentages have the name of what they are of. */
const headingOf = (columns: readonly { name: string; unit: string }[], index: number): string => {
  const { name = '', unit } = columns[index] ?? {};
  return unit === 'percent' ? `${name} %` : name;
};
