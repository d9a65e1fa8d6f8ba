import { generationHttp } from '@easel/contracts/generation/http';
import { builtInCode, ReportRunner } from '@easel/projections/reports/run-report';
import { SqlRunner } from '@easel/projections/columns/run-sql';
import autocannon from 'autocannon';
import { expectOk, People } from '../faults/harness/people.ts';
import { startProduct } from '../faults/harness/product.ts';
import { median } from './rounds.ts';
import type { BenchRow } from './row.ts';
import { size } from './size.ts';

const ROUNDS = size(5, 1);
const ROUND_SECONDS = size(10, 1);
const READERS = 10;
/** Readers who come steadily: a crowd that takes all there is would be measured for itself. */
const REQUESTS_A_SECOND = 100;
const PICTURES = 8;
/** How much longer the slowest hundredth may wait while the log is asked. */
const LONGER = 2;

const overAll = "select count(*) from facts where data::varchar like '%worker-3%'";

/**
 * What visitors of the product wait for its public gallery, the slowest hundredth of them: while nothing else goes on
 * beside while questions are asked of a large log's columns without a pause. Both take turns. The questions come from
 * the process that asks for the pages, which so feels them as a server does that passes their facts on.
 */
export async function benchSiteMeanwhile(columns: string): Promise<BenchRow[]> {
  const product = await startProduct({});
  try {
    await publish(new People(product));
    const reports = new ReportRunner(columns);
    const sql = new SqlRunner(columns, { keepsReady: true });
    const rows = [
      await compare(product.address, 'a report', (signal) =>
        reports.run({ code: builtInCode('renders'), parameters: {}, signal }),
      ),
      await compare(product.address, 'SQL over all facts', async (signal) => {
        const { bytes } = await sql.run({ sql: overAll, format: 'rows', signal });
        await Array.fromAsync(bytes);
      }),
    ];
    sql.beforeApplicationShutdown();
    return rows;
  } finally {
    await product.remove();
  }
}

async function publish(people: People): Promise<void> {
  const member = await people.register();
  for (let seed = 0; seed < PICTURES; seed++) {
    const made = await people.generate(member, { async: true, seed });
    if (made.kind !== 'completed') throw new Error(`a generation ended ${JSON.stringify(made)}`);
    const path = generationHttp.makePublic.path.replace(':id', made.generationId);
    expectOk(await people.http.once('PUT', path, { token: member.token, body: {} }));
  }
}

async function compare(url: string, what: string, ask: (signal: AbortSignal) => Promise<unknown>): Promise<BenchRow> {
  const waits = { quiet: [] as number[], meanwhile: [] as number[] };
  await slowest(url);
  for (let round = 0; round < ROUNDS; round++) {
    waits.quiet.push(await slowest(url));
    const stop = new AbortController();
    const asking = askOn(ask, stop.signal);
    waits.meanwhile.push(await slowest(url));
    stop.abort();
    await asking;
  }
  const [quiet, meanwhile] = [median(waits.quiet), median(waits.meanwhile)];
  return {
    what: `p99 of pages while ${what} is made`,
    bare: `${quiet} ms quiet`,
    ours: `${meanwhile} ms`,
    ratio: quiet / meanwhile,
    goal: 1 / LONGER,
  };
}

/** Again and again, until it is told to stop; what it fails of itself ends the bench. */
async function askOn(ask: (signal: AbortSignal) => Promise<unknown>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await ask(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}

/** What a hundredth of the requests takes, or longer; in milliseconds. */
async function slowest(url: string): Promise<number> {
  const { latency, non2xx, errors } = await autocannon({
    url,
    connections: READERS,
    duration: ROUND_SECONDS,
    overallRate: REQUESTS_A_SECOND,
    requests: [{ path: '/api/gallery/public?limit=24', headers: {} }],
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx} refusals and ${errors} errors among the readers`);
  return latency.p99;
}
