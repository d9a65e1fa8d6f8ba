import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Recorded } from '@easel/contracts/kernel/event';
import { createPool } from '@easel/kernel/database/database';
import { BatchWriter } from '@easel/projections/kernel/batch-writer';
import { connectTo, establish, NOWHERE } from '@easel/projections/kernel/projection-state';
import { singleConnection } from '@easel/projections/kernel/projector-runner';
import { ledgerModel } from '@easel/projections/ledger/ledger.queries';
import { cursorOf } from '@easel/projections/ledger/statement-cursor';
import autocannon from 'autocannon';
import type { Pool } from 'pg';
import { startPostgres } from '../local/postgres.ts';
import { factsOfAccounts, minuteOf } from './account-facts.ts';
import { takeRows } from './copy-rows.ts';
import { median } from './rounds.ts';
import type { BenchRow } from './row.ts';
import { startServerProcess, type ServerProcess, TOKEN } from './server-process.ts';
import { size } from './size.ts';

const ROUNDS = size(5, 1);
const FILES = size(3, 1);
/** Tenths of one: as many bytes, in smaller files. */
const TENTHS = 10 * FILES;
const ENTRIES = size(100_000, 1_000);
const OTHERS_ENTRIES = size(100_000, 1_000);
const LIMIT = 25;
const CONNECTIONS = 10;
const ROUND_SECONDS = size(3, 1);
const BATCH = 5_000;
const LOOK_EVERY_MS = 10;
const MEGABYTE = 1024 * 1024;
const headers = { authorization: `Bearer ${TOKEN}` };

interface Paths {
  bare: readonly string[];
  ours: readonly string[];
}

/**
 * A member's statement of 100 000 entries among those of others: the whole server of the query side, guards and all,
 * beside node:http that writes what a keyset query of the same rows gives; page by page, and all of it as a file. And
 * applying the facts that it is made of, beside one COPY of the rows that they come to.
 */
export async function benchStatement(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log: join(folder, 'postgres.log') });
  const pool = createPool(postgres.url, { max: 2, name: 'bench', statementTimeoutMs: 120_000 });
  const memberId = randomUUID();
  const servers: ServerProcess[] = [];
  try {
    const facts = factsOfAccounts(memberId, ENTRIES + OTHERS_ENTRIES);
    const applying = await compareApplying(pool, facts);
    for (const kind of ['bare', 'ours', 'ours'])
      servers.push(await startServerProcess(folder, 'statement-server', [kind, postgres.url, memberId, folder]));
    const [bare, ours, fresh] = servers as [ServerProcess, ServerProcess, ServerProcess];
    const first = { bare: [pathOf()], ours: [pathOf()] };
    const own = facts.filter(({ stream }) => stream === `account-${memberId}`).map(({ position }) => position);
    const any = anyPages(own);
    return [
      await comparePages(bare, ours, `statement’s first page of ${ENTRIES} entries`, first),
      await comparePages(bare, ours, 'any of its pages', any),
      await compareFiles(bare, ours),
      await compareMemory(fresh),
      applying,
    ];
  } finally {
    for (const server of servers) await server.stop();
    await pool.end();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const pathOf = (query = ''): string => `/api/account/statement?limit=${LIMIT}${query}`;

/** Far apart from each other, and the same in each round. */
function anyPages(positions: readonly bigint[]): Paths {
  const some = Array.from({ length: 200 }, (_, index) => positions[(index * 7_919) % positions.length] ?? 0n);
  return {
    bare: some.map((position) => pathOf(`&before=${position}`)),
    ours: some.map((position) => pathOf(`&cursor=${cursorOf(position)}`)),
  };
}

async function comparePages(bare: ServerProcess, ours: ServerProcess, what: string, paths: Paths): Promise<BenchRow> {
  const rates = { bare: [] as number[], ours: [] as number[] };
  for (let round = 0; round <= ROUNDS; round++) {
    const [bareRate, ourRate] = [await load(bare, paths.bare), await load(ours, paths.ours)];
    if (round === 0) continue; // everything is still being compiled and cached
    rates.bare.push(bareRate);
    rates.ours.push(ourRate);
  }
  const [bareRate, ourRate] = [median(rates.bare), median(rates.ours)];
  // Less than three times its cost.
  return { what, bare: perSecond(bareRate), ours: perSecond(ourRate), ratio: ourRate / bareRate, goal: 1 / 3 };
}

async function load({ url }: ServerProcess, paths: readonly string[]): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: ROUND_SECONDS,
    requests: paths.map((path) => ({ path, headers })),
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx} refusals and ${errors} errors from ${url}`);
  return requests.average;
}

/** All entries as a file. */
async function compareFiles(bare: ServerProcess, ours: ServerProcess): Promise<BenchRow> {
  const rates = { bare: [] as number[], ours: [] as number[] };
  let bytes = 0;
  for (let round = 0; round <= FILES; round++) {
    const [plain, whole] = [await fetchFile(bare), await fetchFile(ours)];
    if (round === 0) continue;
    rates.bare.push(plain.rate);
    rates.ours.push(whole.rate);
    bytes = whole.bytes;
  }
  const [bareRate, ourRate] = [median(rates.bare), median(rates.ours)];
  return {
    what: `CSV of all, ${megabytes(bytes)}`,
    bare: `${megabytes(bareRate)}/s`,
    ours: `${megabytes(ourRate)}/s`,
    ratio: ourRate / bareRate,
    goal: 0,
  };
}

/** What a server that does nothing else takes at most for the tenth part of the file, and then for all of it. */
async function compareMemory(fresh: ServerProcess): Promise<BenchRow> {
  const tenth = `&to=${minuteOf((ENTRIES + OTHERS_ENTRIES) / 10).toISOString()}`;
  const peaks = { tenth: 0, all: 0 };
  for (let turn = 0; turn < TENTHS; turn++) peaks.tenth = Math.max(peaks.tenth, (await fetchFile(fresh, tenth)).peak);
  for (let turn = 0; turn < FILES; turn++) peaks.all = Math.max(peaks.all, (await fetchFile(fresh)).peak);
  return {
    what: 'the server’s most memory: CSV of a tenth, of all',
    bare: megabytes(peaks.tenth),
    ours: megabytes(peaks.all),
    ratio: peaks.tenth / peaks.all,
    goal: 0.8,
  };
}

/** Bytes a second, and the most resident memory meanwhile. */
async function fetchFile(
  { url, pid }: ServerProcess,
  query = '',
): Promise<{ bytes: number; rate: number; peak: number }> {
  let peak = residentBytes(pid);
  const looking = setInterval(() => {
    peak = Math.max(peak, residentBytes(pid));
  }, LOOK_EVERY_MS);
  try {
    const begun = performance.now();
    const response = await fetch(new URL(`${pathOf()}&format=csv${query}`, url), { headers });
    if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}`);
    let bytes = 0;
    for await (const chunk of response.body) bytes += (chunk as Uint8Array).length;
    return { bytes, rate: (bytes / (performance.now() - begun)) * 1_000, peak };
  } finally {
    clearInterval(looking);
  }
}

function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** Leaves the tables full. */
async function compareApplying(pool: Pool, facts: readonly Recorded[]): Promise<BenchRow> {
  const { schema } = ledgerModel;
  const sql = await connectTo(singleConnection(pool, 'bench'), schema);
  const ours = async (): Promise<number> => {
    const checkpoint = await establish(sql, ledgerModel, schema, { fresh: true });
    const writer = new BatchWriter(sql, ledgerModel, schema, checkpoint);
    const begun = performance.now();
    for (let from = 0; from < facts.length; from += BATCH) {
      writer.gather(facts.slice(from, from + BATCH));
      await writer.flush(NOWHERE);
    }
    await writer.settled();
    return (facts.length / (performance.now() - begun)) * 1_000;
  };
  const rates = { bare: [] as number[], ours: [await ours()] };
  const rows = await takeRows(pool, schema, ['entry', 'balance']);
  try {
    for (let round = 0; round < FILES; round++) {
      rates.bare.push((facts.length / (await rows.write())) * 1_000);
      rates.ours.push(await ours());
    }
    await sql.query('vacuum analyze');
  } finally {
    await rows.close();
    await sql.end();
  }
  const [bareRate, ourRate] = [median(rates.bare), median(rates.ours)];
  return {
    what: `applying ${facts.length} facts of accounts alone`,
    bare: perSecond(bareRate),
    ours: perSecond(ourRate),
    ratio: ourRate / bareRate,
    goal: 0.17,
  };
}

const perSecond = (figure: number): string => `${Math.round(figure)}/s`;

const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;
