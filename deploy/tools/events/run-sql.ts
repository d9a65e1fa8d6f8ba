import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refused } from '@easel/contracts/kernel/problem';
import { columnsIn } from '@easel/projections/columns/columns-follower';
import { SqlRunner } from '@easel/projections/columns/run-sql';
import { wantRebuild } from '@easel/projections/columns/segments';
import type { SqlRows } from '@easel/projections/columns/sql-question';
import { localBlobs } from '../../local/tool-settings.ts';
import type { Asked } from './asked.ts';
import { EXIT, type ExitCode, type Streams } from './ends.ts';
import { tableOf } from './table-of.ts';

/**
 * Runs a statement over the columns of DATA_DIR, whether anything runs there or not; its last line tells as of where.
 */
export async function runSql(
  { statement: sql = '', format = 'table', out, rebuild, 'as-of': asOf }: Asked,
  env: NodeJS.ProcessEnv,
  streams: Streams,
  signal: AbortSignal,
): Promise<ExitCode> {
  const folder = columnsIn(localBlobs(env));
  if (rebuild) {
    wantRebuild(folder);
    streams.err.write('the columns are made anew by the running product\n');
    return EXIT.done;
  }
  try {
    const isTable = format === 'table' || format === 'ndjson';
    const answer = await new SqlRunner(folder).run({ sql, asOf, signal, format: isTable ? 'rows' : format });
    const target = out === undefined ? streams.out : createWriteStream(out);
    const pieces = isTable ? tableLines(answer.bytes) : answer.bytes;
    await pipeline(Readable.from(pieces, { objectMode: false }), target, { end: target !== streams.out });
    streams.err.write(`as of ${answer.position}\n`);
    return EXIT.done;
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    if (error instanceof Refused && typeof error.extra['detail'] === 'string') {
      throw new Error(error.message, { cause: new Error(error.extra['detail']) });
    }
    throw error;
  }
}

async function* tableLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<string, void, void> {
  const { columns, rows, more } = JSON.parse(Buffer.concat(await Array.fromAsync(bytes)).toString()) as SqlRows;
  yield tableOf(columns, rows);
  if (more) yield `the first ${rows.length} rows; the other formats have all of them\n`;
}
