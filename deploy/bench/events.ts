import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '@easel/contracts/catalogue';
import { createPool } from '@easel/kernel/database/database';
import { EventLog } from '@easel/kernel/log/event-log';
import { createLogger } from '@easel/kernel/server/logger';
import { PostgresPersonKeys } from '@easel/kernel/identity/person-keys-postgres';
import { Sealer } from '@easel/kernel/identity/sealing';
import { eventsModel } from '@easel/projections/events/events-model';
import { rebuild } from '@easel/projections/kernel/rebuild';
import { EventStoreDBClient } from '@eventstore/db-client';
import type { Pool } from 'pg';
import { startPostgres } from '../local/postgres.ts';
import { BusyLog } from './busy-log.ts';
import { startEventStoreProcess } from './event-store-process.ts';
import { compareRates, fillLive, readAll } from './rebuild.ts';
import { median } from './rounds.ts';
import type { BenchRow } from './row.ts';
import { startServerProcess, TOKEN, type ServerProcess } from './server-process.ts';
import { size } from './size.ts';

const MILLION = size(1_000_000, 3_000);
const TENTH = MILLION / 10;
const PAGES = size(40, 4);
const ROWS = 25;
const PAGE_MS = 150;
const LOOK_EVERY_MS = 50;
const MEGABYTE = 1024 * 1024;
const headers = { authorization: `Bearer ${TOKEN}` };

/**
 * A log of a million events: pages of the event browser by what they are filtered by, over the server's HTTP; an export
 * of the tenth part and of all, with the most memory that the server takes; and rebuilding the index beside the
 * official client that does nothing but read the same events.
 */
export async function benchEvents(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'));
  const postgres = await startPostgres({
    dataDir: join(folder, 'postgres'),
    log: join(folder, 'postgres.log'),
    // Only so that the log is filled sooner.
    settings: { synchronous_commit: 'off' },
  });
  const store = await startEventStoreProcess(folder, postgres.url);
  const pool = createPool(postgres.url, { max: 4, name: 'bench', statementTimeoutMs: 120_000 });
  const servers: ServerProcess[] = [];
  // It makes the tables that appending needs.
  servers.push(await startServerProcess(folder, 'events-server', [postgres.url, store.connectionString, folder]));
  const log = new EventLog(
    store.connectionString,
    catalogue,
    new Sealer(new PostgresPersonKeys(pool), 'ab'.repeat(32)),
  );
  const bare = EventStoreDBClient.connectionString(store.connectionString);
  try {
    const busy = new BusyLog(log);
    const events = await busy.fillTo(MILLION);
    await fillLive(pool, log, eventsModel);
    const ratio = await compareRebuild({ pool, log, bare, events });
    servers.push(await startServerProcess(folder, 'events-server', [postgres.url, store.connectionString, folder]));
    const [pages, files] = servers as [ServerProcess, ServerProcess];
    return [...(await comparePages(pages, pool, busy)), ...(await compareFiles(files, pool)), ratio];
  } finally {
    for (const server of servers) await server.stop();
    await bare.dispose();
    await log.close();
    await pool.end();
    await store.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compareRebuild({
  pool,
  log,
  bare,
  events,
}: {
  pool: Pool;
  log: EventLog;
  bare: EventStoreDBClient;
  events: number;
}): Promise<BenchRow> {
  const logger = createLogger({ name: 'bench', level: 'silent' });
  const ours = async (): Promise<number> => {
    const begun = performance.now();
    const outcome = await rebuild({ model: eventsModel, log, pool, logger, signal: new AbortController().signal });
    if (outcome.kind !== 'swapped' || outcome.facts !== events) throw new Error(`rebuilt: ${JSON.stringify(outcome)}`);
    return (events / (performance.now() - begun)) * 1_000;
  };
  return compareRates(`rebuilding the index of ${events} events`, 0.6, () => readAll(bare, events), ours);
}

/** What a page is asked by, a value for each of many calls. */
function askedFor(busy: BusyLog): Readonly<Record<string, (turn: number) => object>> {
  const of = <T>(values: readonly T[], turn: number): T => values[(turn * 7_919) % values.length] as T;
  const { members, generations, correlations } = busy;
  return {
    'nothing, the first page': () => ({}),
    'a common type': () => ({ type: 'VariantCreated' }),
    'a rare type': () => ({ type: 'Purged' }),
    'a type that there is not': (turn) => ({ type: `Nothing${turn}` }),
    'a category': () => ({ category: 'activity' }),
    'a stream': (turn) => ({ stream: `generation-${of(generations, turn)}` }),
    'a busy member': (turn) => ({ member: members[turn] }),
    'a rare member': (turn) => ({ member: members.at(-1 - turn) }),
    'a member that there is not': () => ({ member: randomUUID() }),
    'an actor': () => ({ actor: 'settle-holds' }),
    'a call': (turn) => ({ correlation: of(correlations, turn) }),
    'a common word': () => ({ q: 'procedural' }),
    'a rare word': (turn) => ({ q: of(generations, turn) }),
    'a word that there is not': (turn) => ({ q: `platypus${turn}` }),
    'words that meet often': () => ({ q: 'variant png' }),
    'words that never meet': () => ({ q: 'purged png' }),
    'common words that never meet': () => ({ q: 'requested captured' }),
    'names of workers that never meet': () => ({ q: 'worker-0 worker-1' }),
    'a type and a word': (turn) => ({ type: 'CreditsHeld', q: of(generations, turn) }),
    'a type and a word that never meet': () => ({ type: 'CreditsHeld', q: 'png' }),
    'a busy member and a rare type': (turn) => ({ member: members[turn], type: 'Purged' }),
    'a category and a member': (turn) => ({ member: of(members, turn), category: 'account' }),
    'a minute': (turn) => minute(turn),
  };
  function minute(turn: number): object {
    const from = busy.beganAt + ((busy.endedAt - busy.beganAt) * turn) / PAGES;
    return { from: new Date(from).toISOString(), to: new Date(from + 60_000).toISOString() };
  }
}

async function comparePages(server: ServerProcess, pool: Pool, busy: BusyLog): Promise<BenchRow[]> {
  const { rows } = await pool.query<{ middle: string }>(
    `select percentile_disc(0.5) within group (order by position) as middle from ${eventsModel.schema}.event`,
  );
  const middle = rows[0]?.middle ?? '';
  const compared: BenchRow[] = [];
  for (const [what, asked] of Object.entries(askedFor(busy))) {
    const [first, deep, newer] = [
      await timesOf(server, asked),
      await timesOf(server, (turn) => ({ ...asked(turn), before: middle })),
      await timesOf(server, (turn) => ({ ...asked(turn), after: middle })),
    ];
    const p50 = Math.max(first.p50, deep.p50, newer.p50);
    compared.push({
      what: `a page by ${what}`,
      bare: `p50 ${PAGE_MS} ms allowed`,
      ours: [first, deep, newer].map((one) => `${one.p50.toFixed(1)} (p99 ${one.p99.toFixed(0)})`).join(', ') + ' ms',
      ratio: PAGE_MS / p50,
      goal: 1,
    });
  }
  return compared;
}

async function timesOf({ url }: ServerProcess, asked: (turn: number) => object): Promise<{ p50: number; p99: number }> {
  const times: number[] = [];
  for (let turn = -5; turn < PAGES; turn++) {
    const query = new URLSearchParams({ filter: JSON.stringify(asked(Math.abs(turn))), range: `[0,${ROWS - 1}]` });
    const begun = performance.now();
    const response = await fetch(new URL(`/api/admin/events?${query.toString()}`, url), { headers });
    if (!response.ok) throw new Error(`${query.toString()} answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
    if (turn >= 0) times.push(performance.now() - begun);
  }
  return { p50: median(times), p99: times.toSorted((a, b) => a - b).at(Math.ceil(PAGES * 0.99) - 1) ?? Number.NaN };
}

async function compareFiles(server: ServerProcess, pool: Pool): Promise<BenchRow[]> {
  const { rows } = await pool.query<{ tenth: string }>(
    `select position as tenth from ${eventsModel.schema}.event order by position offset ${TENTH} limit 1`,
  );
  // Twice, for what is compiled and cached stays.
  const before = { before: rows[0]?.tenth };
  const tenths = [await fetchFile(server, 'ndjson', before), await fetchFile(server, 'ndjson', before)];
  const all = await fetchFile(server, 'ndjson', {});
  const csv = await fetchFile(server, 'csv', {});
  const tenth = Math.max(...tenths.map(({ peak }) => peak));
  const most = Math.max(all.peak, csv.peak);
  const rates = [all, csv].map(({ bytes, seconds }) => `${megabytes(bytes)} at ${megabytes(bytes / seconds)}/s`);
  return [
    { what: 'an export of all, ndjson and csv', bare: '', ours: rates.join(', '), ratio: 1, goal: 0 },
    {
      what: `the server’s most memory: an export of ${TENTH} events, of all`,
      bare: megabytes(tenth),
      ours: megabytes(most),
      ratio: tenth / most,
      goal: 0.8,
    },
  ];
}

async function fetchFile(
  { url, pid }: ServerProcess,
  format: string,
  filter: object,
): Promise<{ bytes: number; seconds: number; peak: number }> {
  let peak = residentBytes(pid);
  const looking = setInterval(() => {
    peak = Math.max(peak, residentBytes(pid));
  }, LOOK_EVERY_MS);
  try {
    const query = new URLSearchParams({ format, filter: JSON.stringify(filter) });
    const begun = performance.now();
    const response = await fetch(new URL(`/api/admin/events/export?${query.toString()}`, url), { headers });
    if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}`);
    let bytes = 0;
    for await (const chunk of response.body) bytes += (chunk as Uint8Array).length;
    return { bytes, seconds: (performance.now() - begun) / 1_000, peak };
  } finally {
    clearInterval(looking);
  }
}

function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;
