import { isDeepStrictEqual } from 'node:util';
import type { EventLog } from '@easel/kernel/log/event-log';
import { factRow } from '@easel/projections/columns/fact-row';
import { builtIn } from '@easel/projections/reports/built-in';
import type { Table } from '@easel/projections/reports/report';
import { builtInCode, ReportRunner } from '@easel/projections/reports/run-report';
import type { BenchRow } from './row.ts';

interface Read {
  /** How many there are in the log. */
  events: number;
  /** How many of them a client that does nothing but read takes a second. */
  bareRate: number;
}

/**
 * Every report that is built in, made of the columns in a process of its own, its start and all: how many of the log's
 * events it leaves behind it a second, beside a client that does nothing but read them. Each has to come to the figures
 * that a fold of the log itself comes to.
 */
export async function timeReports(columns: string, log: EventLog, { events, bareRate }: Read): Promise<BenchRow[]> {
  const runner = new ReportRunner(columns);
  const rows: BenchRow[] = [];
  const expected = await foldedFromTheLog(log);
  for (const name of Object.keys(builtIn)) {
    const begun = performance.now();
    const { result } = await runner.run({ code: builtInCode(name), parameters: {} });
    const ms = performance.now() - begun;
    const { columns: headings, rows: told } = JSON.parse(result) as Table;
    if (!isDeepStrictEqual({ columns: headings, rows: told }, expected.get(name))) {
      throw new Error(`The report ${name} comes to other figures than the log`);
    }
    const rate = (events / ms) * 1_000;
    rows.push({
      what: `report ${name}`,
      bare: `${Math.round(bareRate)}/s read`,
      ours: `${Math.round(rate)}/s, in ${Math.round(ms)} ms`,
      ratio: rate / bareRate,
      goal: 0.6,
    });
  }
  return rows;
}

/** All of them at once, by one read of the log from its start to its end. */
async function foldedFromTheLog(log: EventLog): Promise<Map<string, Table>> {
  const folds = Object.entries(builtIn).map(([name, report]) => ({
    name,
    report,
    parameters: report.parameters.parse({}) as never,
    state: report.initial(),
  }));
  const stop = new AbortController();
  let asOf = { position: '', at: '' };
  for await (const item of log.subscribe({ categories: 'all', after: 'start', signal: stop.signal, stored: true })) {
    if (item.kind === 'caught-up') break;
    if (item.kind !== 'fact') continue;
    const { position, stream, revision, type, data } = factRow(item.fact);
    asOf = { position: String(position), at: item.fact.recordedAt.toISOString() };
    for (const fold of folds) {
      if (!fold.report.filter.includes(type)) continue;
      const seen = { ...asOf, stream, revision, type, data: JSON.parse(data) as unknown };
      fold.state = fold.report.reduce(fold.state as never, seen as never, fold.parameters);
    }
  }
  stop.abort();
  return new Map(
    folds.map(({ name, report, state, parameters }) => {
      const table = report.render(state as never, parameters, asOf);
      return [name, JSON.parse(JSON.stringify(table)) as Table];
    }),
  );
}
