import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@easel/kernel/database/database';
import { BatchWriter } from '@easel/projections/kernel/batch-writer';
import { connectTo, createIndexes, establish, NOWHERE } from '@easel/projections/kernel/projection-state';
import { singleConnection } from '@easel/projections/kernel/projector-runner';
import { Reads } from '@easel/projections/kernel/reads';
import { chainedExport } from '@easel/projections/ledger/chained-export';
import { consoleCsv } from '@easel/projections/ledger/console-csv';
import type { LedgerFilter } from '@easel/projections/ledger/console-filter';
import { ledgerEntries, wholeLedger } from '@easel/projections/ledger/console.queries';
import { ledgerModel } from '@easel/projections/ledger/ledger.queries';
import type { Recorded } from '@easel/contracts/kernel/event';
import { pino } from 'pino';
import { startPostgres } from '../local/postgres.ts';
import { factsOfMembers } from './account-facts.ts';
import { median } from './rounds.ts';
import type { BenchRow } from './row.ts';
import { size } from './size.ts';

const ENTRIES = size(100_000, 1_000);
const ACCOUNTS = size(1_000, 20);
const BATCH = 5_000;
const PAGE = 25;
const PAGES = size(400, 10);
const FILES = size(3, 1);
const MEGABYTE = 1024 * 1024;
/** A page is read before anybody waits for it. */
const GOAL_MS = 25;
const GOAL_MB = 5;

/** The console's ledger over 100 000 entries of 1 000 accounts: pages by their filters, and all of it as a file. */
export async function benchLedger(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log: join(folder, 'postgres.log') });
  const pool = createPool(postgres.url, { max: 2, name: 'bench', statementTimeoutMs: 120_000 });
  const reads = new Reads(postgres.url, { lines: 2, alone: 2, name: 'bench', logger: pino({ level: 'silent' }) });
  try {
    const facts = factsOfMembers(ACCOUNTS, ENTRIES);
    await fill(pool, facts);
    const some = (place: number): Recorded | undefined => facts[(place * 7_919) % facts.length];
    const pages: [string, (place: number) => LedgerFilter][] = [
      ['first page', () => ({})],
      ['page in the depth', (place) => ({ before: String(some(place)?.position) })],
      ['page of an account', (place) => ({ member: some(place)?.stream.slice('account-'.length) })],
      ['page of a reason, in the depth', (place) => ({ reason: ['top-up'], before: String(some(place)?.position) })],
      ['page of an amount', () => ({ unit: 'credits', min: 100 })],
      ['page of a time', (place) => ({ to: some(place)?.recordedAt.toISOString() })],
      ['page of a correlation', (place) => ({ correlation: some(place)?.metadata.$correlationId })],
    ];
    const rows: BenchRow[] = [];
    for (const [what, filterOf] of pages) {
      const times: number[] = [];
      for (let place = 0; place < PAGES; place++) {
        const begun = performance.now();
        await ledgerEntries(reads, filterOf(place), PAGE);
        times.push(performance.now() - begun);
      }
      rows.push(pageRow(what, times));
    }
    const export_ = { madeAt: new Date(), filter: {}, sign: () => '0'.repeat(64) };
    rows.push(await fileRow('CSV of all', async () => consoleCsv((await wholeLedger(reads, {})).portions)));
    rows.push(
      await fileRow('hash-chained export of all', async () => {
        const { portions, position } = await wholeLedger(reads, {});
        return chainedExport(portions, { ...export_, position });
      }),
    );
    return rows;
  } finally {
    await reads.close();
    await pool.end();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(pool: ReturnType<typeof createPool>, facts: readonly Recorded[]): Promise<void> {
  const { schema } = ledgerModel;
  const sql = await connectTo(singleConnection(pool, 'bench'), schema);
  try {
    const checkpoint = await establish(sql, ledgerModel, schema, { fresh: true });
    const writer = new BatchWriter(sql, ledgerModel, schema, checkpoint);
    for (let from = 0; from < facts.length; from += BATCH) {
      writer.gather(facts.slice(from, from + BATCH));
      await writer.flush(NOWHERE);
    }
    await writer.settled();
    await createIndexes(sql, ledgerModel);
    await sql.query('vacuum analyze');
  } finally {
    await sql.end();
  }
}

function pageRow(what: string, times: number[]): BenchRow {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): string => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)} ms`;
  const ours = `p50 ${at(0.5)}, p99 ${at(0.99)}`;
  return { what: `ledger: ${what}`, bare: `${GOAL_MS} ms`, ours, ratio: GOAL_MS / median(sorted), goal: 1 };
}

async function fileRow(what: string, open: () => Promise<AsyncIterable<string>>): Promise<BenchRow> {
  const rates: number[] = [];
  let bytes = 0;
  for (let round = 0; round <= FILES; round++) {
    const begun = performance.now();
    bytes = 0;
    for await (const text of await open()) bytes += Buffer.byteLength(text);
    if (round > 0) rates.push(bytes / MEGABYTE / ((performance.now() - begun) / 1_000));
  }
  const rate = median(rates);
  const ours = `${rate.toFixed(1)} MB/s (${(bytes / MEGABYTE).toFixed(1)} MB)`;
  return { what: `ledger: ${what}`, bare: `${GOAL_MB} MB/s`, ours, ratio: rate / GOAL_MB, goal: 1 };
}
