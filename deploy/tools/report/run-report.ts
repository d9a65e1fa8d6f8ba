import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refused } from '@easel/contracts/kernel/problem';
import { columnLabel, FACTS_SHOWN } from '@easel/contracts/reports/policy';
import { columnsIn } from '@easel/projections/columns/columns-follower';
import { SqlRunner } from '@easel/projections/columns/run-sql';
import { builtIn } from '@easel/projections/reports/built-in';
import type { FactsBehind } from '@easel/projections/reports/behind-figure';
import type { Table, Unit } from '@easel/projections/reports/report';
import { csvOf, parquetOf } from '@easel/projections/reports/report-file';
import { ReportRunner } from '@easel/projections/reports/run-report';
import { describeConfig } from '@easel/kernel/server/config';
import { localBlobs, toolConfig } from '../../local/tool-settings.ts';
import { EXIT, type ExitCode, type Streams } from '../events/ends.ts';
import { tableOf } from '../events/table-of.ts';
import { askedBy, type AskedReport } from './asked.ts';

const USAGE = `Makes a report: a fold over the facts of the log, as of a position, which comes to the same bytes for ever.

  npm run report -- list             the reports that are built in, and what each of them answers
  npm run report -- NAME             one of them
  npm run report -- FILE             one of your own, of a file that ends in .report.ts, as those in
                                     projections/src/reports are written

  --as-of POSITION|INSTANT           up to which fact; as far as the columns go where it is absent
  --param NAME=VALUE                 may be given more than once; list names them; from and to are months, as 2026-11
  --row WORD --column NAME           the facts behind one figure, the first ${FACTS_SHOWN} of them: the row by its words,
                                     each by a --row of its own, the column as a file names it
  --format table|json|csv|parquet --out FILE

Its code runs in a process of its own, which has the facts and nothing else. Exit: 0 done, 2 it could not be done,
130 it was interrupted.

${describeConfig(toolConfig.pick({ DATA_DIR: true }))}
`;

/** Runs the tool; never throws. */
export async function runReport(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  streams: Streams,
  signal: AbortSignal,
): Promise<ExitCode> {
  try {
    const asked = askedBy(args);
    if (asked === 'help') streams.out.write(USAGE);
    else if (asked === 'list') streams.out.write(listOf());
    else await make(asked, env, streams, signal);
    return EXIT.done;
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return EXIT.done;
    const detail = error instanceof Refused ? error.extra['detail'] : undefined;
    const words = error instanceof Error ? error.message : String(error);
    streams.err.write(`${words}${typeof detail === 'string' ? `: ${detail}` : ''}\n`);
    return EXIT.failed;
  }
}

async function make(
  { code, param, 'as-of': asOf, figure, format, out }: AskedReport,
  env: NodeJS.ProcessEnv,
  streams: Streams,
  signal: AbortSignal,
): Promise<void> {
  const folder = columnsIn(localBlobs(env));
  const answer = await new ReportRunner(folder).run({ code, parameters: param, asOf, figure, signal });
  const table = figure
    ? factsTable(JSON.parse(answer.result) as FactsBehind, streams)
    : (JSON.parse(answer.result) as Table);
  const told = {
    table: () => textOf(table),
    json: () => answer.result,
    csv: () => csvOf(table),
    parquet: () => parquetOf(table, new SqlRunner(folder)),
  };
  const target = out === undefined ? streams.out : createWriteStream(out);
  const pieces = await told[format]();
  const source = Readable.from(typeof pieces === 'string' ? [pieces] : pieces, { objectMode: false });
  await pipeline(source, target, { end: target !== streams.out });
  streams.err.write(`as of ${answer.position}, code ${answer.codeHash.slice(0, 12)}\n`);
}

function factsTable({ cell, count, facts }: FactsBehind, { err }: Streams): Table {
  err.write(`${cell === null ? 'no figure' : cell}, by ${count} ${count === 1 ? 'fact' : 'facts'}\n`);
  const columns = (['position', 'at', 'type', 'stream'] as const).map((name) => ({ name, unit: 'text' as const }));
  return {
    columns: [...columns, { name: 'moved', unit: 'count' }],
    rows: facts.map(({ position, at, type, stream, moved }) => [position, at, type, stream, moved]),
  };
}

function listOf(): string {
  const rows = Object.entries(builtIn).map(([name, { answers, parameters }]) => [
    name,
    answers,
    Object.keys(parameters.shape).join(', '),
  ]);
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows
    .map(
      ([name = '', answers, named]) => `${name.padEnd(width)}  ${answers}\n${' '.repeat(width + 2)}--param ${named}\n`,
    )
    .join('');
}

const textOf = ({ columns, rows }: Table): string =>
  tableOf(
    columns.map((column) => ({ name: columnLabel(column), type: isText(column.unit) ? 'VARCHAR' : 'DOUBLE' })),
    rows.map((row) => [...row]),
  );

const isText = (unit: Unit): boolean => unit === 'text' || unit === 'month' || unit === 'day';
