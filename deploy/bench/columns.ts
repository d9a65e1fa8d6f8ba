import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { catalogue } from '@easel/contracts/catalogue';
import { createPool, migrate } from '@easel/kernel/database/database';
import { EventLog } from '@easel/kernel/log/event-log';
import { PostgresPersonKeys, sealingTables } from '@easel/kernel/identity/person-keys-postgres';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Lifecycle } from '@easel/kernel/server/lifecycle';
import { createLogger } from '@easel/kernel/server/logger';
import { ColumnsFollower, columnsIn } from '@easel/projections/columns/columns-follower';
import { SqlRunner } from '@easel/projections/columns/run-sql';
import { readSegments } from '@easel/projections/columns/segments';
import type { SqlRows } from '@easel/projections/columns/sql-question';
import { EventStoreDBClient } from '@eventstore/db-client';
import type { Pool } from 'pg';
import { startPostgres } from '../local/postgres.ts';
import { BusyLog } from './busy-log.ts';
import { startEventStoreProcess } from './event-store-process.ts';
import { readAll } from './rebuild.ts';
import { timeReports } from './report-times.ts';
import { median } from './rounds.ts';
import type { BenchRow } from './row.ts';
import { benchSiteMeanwhile } from './site-meanwhile.ts';
import { size } from './size.ts';

const MILLION = size(1_000_000, 3_000);
const ROUNDS = size(5, 1);
const LIVE_PORTIONS = size(20, 2);
const LIVE_FACTS = size(500, 50);
const LIVE_EVERY_MS = 500;
const LOOK_EVERY_MS = 20;
const MEGABYTE = 1024 * 1024;
/** Of the time from the first event to the last: a little log has moments in which nothing was. */
const SHARE_OF_TIME = size(0.01, 0.8);
/** Between an answer and the next statement: an analyst reads it. */
const READING_MS = size(1_000, 0);
const LIMITS = { allMs: 2_000, dayMs: 80, lagMs: 5_000, share: 0.25 };

/**
 * A log of a million events as columns: what they take beside the log, how fast they are made beside the official
 * client that does nothing but read, how far they lag while more comes, how long a statement and a report take, their
 * processes and all, and what visitors feel of them.
 */
export async function benchColumns(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'));
  const postgres = await startPostgres({
    dataDir: join(folder, 'postgres'),
    log: join(folder, 'postgres.log'),
    // Only so that the log is filled sooner.
    settings: { synchronous_commit: 'off' },
  });
  const store = await startEventStoreProcess(folder, postgres.url);
  const pool = createPool(postgres.url, { max: 4, name: 'bench', statementTimeoutMs: 120_000 });
  await migrate(pool, { bench: sealingTables });
  const keys = new Sealer(new PostgresPersonKeys(pool), 'ab'.repeat(32));
  const log = new EventLog(store.connectionString, catalogue, keys);
  const bare = EventStoreDBClient.connectionString(store.connectionString);
  const blobs = join(folder, 'blobs');
  const logger = createLogger({ name: 'bench', level: 'warn' });
  const follower = new ColumnsFollower(log, pool, logger, blobs, new Lifecycle({ logger }));
  try {
    const busy = new BusyLog(log);
    const events = await busy.fillTo(MILLION);
    const logBytes = await bytesOfLog(pool);
    const bareRate = await readAll(bare, events);
    const begun = performance.now();
    follower.onApplicationBootstrap();
    await reach(columnsIn(blobs), await lastFact(pool));
    const rate = (events / (performance.now() - begun)) * 1_000;
    const bytes = bytesIn(columnsIn(blobs));
    return [
      {
        what: `columns of ${events} events`,
        bare: `${megabytes(logBytes)} in the log`,
        ours: `${megabytes(bytes)}, ${(bytes / logBytes).toFixed(3)} of it`,
        ratio: (LIMITS.share * logBytes) / bytes,
        goal: 1,
      },
      {
        what: 'making them',
        bare: `${Math.round(bareRate)}/s read`,
        ours: `${Math.round(rate)}/s`,
        ratio: rate / bareRate,
        goal: 0.3,
      },
      ...(await timeStatements(columnsIn(blobs), busy)),
      ...(await timeReports(columnsIn(blobs), log, { events, bareRate })),
      ...(await benchSiteMeanwhile(columnsIn(blobs))),
      await lag(columnsIn(blobs), busy, pool),
    ];
  } finally {
    await follower.beforeApplicationShutdown();
    await bare.dispose();
    await log.close();
    await pool.end();
    await store.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timeStatements(folder: string, { beganAt, endedAt }: BusyLog): Promise<BenchRow[]> {
  const runner = new SqlRunner(folder, { keepsReady: true });
  const instant = (share: number) => `'${new Date(beganAt + (endedAt - beganAt) * share).toISOString().slice(0, 23)}'`;
  const day = `"at" >= ${instant(0.1)} and "at" < ${instant(0.1 + SHARE_OF_TIME)}`;
  const overAll = {
    'facts by type': 'select type, count(*) from facts group by type',
    'a sum over a field of all facts': "select sum((data->>'tenths')::bigint) from facts",
    'a view’s sum by a field of it':
      'select month, sum(tenths), count(distinct memberId) from CreditsHeld group by month',
    'two views joined': `select count(*), avg(done.processingMs) from GenerationRequested asked
      join GenerationCompleted done using (generationId)`,
    'a word in all facts': "select count(*) from facts where data::varchar like '%worker-3%'",
  };
  const ofDay = {
    [`one category and ${SHARE_OF_TIME} of the time`]: `select type, count(*), sum((data->>'tenths')::bigint) from facts
      where category = 'account' and ${day} group by type`,
    [`one view and ${SHARE_OF_TIME} of the time`]: `select count(distinct memberId), sum(tenths) from CreditsHeld where ${day}`,
  };
  const rows: BenchRow[] = [];
  await answer(runner, 'select 1');
  for (const [statements, allowedMs] of [[overAll, LIMITS.allMs] as const, [ofDay, LIMITS.dayMs] as const]) {
    for (const [what, sql] of Object.entries(statements)) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const begun = performance.now();
        await answer(runner, sql);
        times.push(performance.now() - begun);
        await wait(READING_MS);
      }
      rows.push({
        what,
        bare: `${allowedMs} ms allowed`,
        ours: `${Math.round(median(times))} ms (most ${Math.round(Math.max(...times))})`,
        ratio: allowedMs / median(times),
        goal: 1,
      });
    }
  }
  runner.beforeApplicationShutdown();
  return rows;
}

async function answer(runner: SqlRunner, sql: string): Promise<SqlRows> {
  const { bytes } = await runner.run({ sql, format: 'rows' });
  const answered = JSON.parse(Buffer.concat(await Array.fromAsync(bytes)).toString()) as SqlRows;
  if (answered.rows.length === 0) throw new Error(`nothing was found by ${sql}`);
  return answered;
}

/** From when a portion is in the log until it is in the columns: the longest, while one comes every half second. */
async function lag(folder: string, busy: BusyLog, pool: Pool): Promise<BenchRow> {
  const lags: Promise<number>[] = [];
  for (let portion = 0; portion < LIVE_PORTIONS; portion++) {
    await busy.fillTo(LIVE_FACTS);
    const [last, begun] = [await lastFact(pool), performance.now()];
    lags.push(reach(folder, last).then(() => performance.now() - begun));
    await wait(LIVE_EVERY_MS);
  }
  const all = await Promise.all(lags);
  return {
    what: `lag while ${LIVE_PORTIONS * LIVE_FACTS} more come`,
    bare: `${LIMITS.lagMs} ms allowed`,
    ours: `${Math.round(median(all))} ms, most ${Math.round(Math.max(...all))}`,
    ratio: LIMITS.lagMs / Math.max(...all),
    goal: 1,
  };
}

async function reach(folder: string, position: bigint): Promise<void> {
  while ((readSegments(folder)?.position ?? -1n) < position) await wait(LOOK_EVERY_MS);
}

/** Of the facts; the store's own events stand behind them. */
async function lastFact(pool: Pool): Promise<bigint> {
  const { rows } = await pool.query<{ last: string }>(
    "select max(position) as last from store.events where stream not like '$%'",
  );
  return BigInt(rows[0]?.last ?? 0);
}

/** What its events say, without what the database needs to keep and find them. */
async function bytesOfLog(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    "select sum(octet_length(data) + octet_length(metadata) + octet_length(stream) + octet_length(type)) as bytes from store.events where stream not like '$%'",
  );
  return Number(rows[0]?.bytes);
}

const bytesIn = (folder: string): number =>
  readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);

const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;
