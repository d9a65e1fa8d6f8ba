import { mkdtempSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '@easel/contracts/catalogue';
import type { Recorded } from '@easel/contracts/kernel/event';
import { createPool, migrate } from '@easel/kernel/database/database';
import { EventLog } from '@easel/kernel/log/event-log';
import { createLogger } from '@easel/kernel/server/logger';
import { PostgresPersonKeys, sealingTables } from '@easel/kernel/identity/person-keys-postgres';
import { Sealer } from '@easel/kernel/identity/sealing';
import { galleryModel } from '@easel/projections/gallery/gallery.queries';
import { BatchWriter } from '@easel/projections/kernel/batch-writer';
import { connectTo, establish } from '@easel/projections/kernel/projection-state';
import { ProjectorRunner, singleConnection } from '@easel/projections/kernel/projector-runner';
import { rebuild } from '@easel/projections/kernel/rebuild';
import { ledgerModel } from '@easel/projections/ledger/ledger.queries';
import { GenerationStory } from '@easel/projections/testing/generations';
import { Recorder } from '@easel/projections/testing/recorded';
import { EventStoreDBClient } from '@eventstore/db-client';
import type { Pool } from 'pg';
import { startPostgres } from '../local/postgres.ts';
import { factsOfAccounts } from './account-facts.ts';
import { takeRows } from './copy-rows.ts';
import { startEventStoreProcess } from './event-store-process.ts';
import { median } from './rounds.ts';
import type { BenchRow } from './row.ts';
import { size } from './size.ts';

const ROUNDS = size(3, 1);
/** Whole waves of `APPENDS_AT_ONCE`: appends of one moment may be stored in any order, and these are of one kind. */
const GENERATIONS = size(25_600, 256);
const MEMBERS = 250;
const ACCOUNT_FACTS = size(60_000, 600);
const APPENDS_AT_ONCE = 256;
const BATCH = 5_000;

interface Bench {
  pool: Pool;
  log: EventLog;
  bare: EventStoreDBClient;
  facts: readonly Recorded[];
}

/**
 * Rebuilding the gallery and the ledger from the log, to the swap, beside the official client that does nothing but
 * read the same events; and applying facts that are in memory already, beside one COPY of the rows that they come to.
 */
export async function benchRebuild(): Promise<BenchRow[]> {
  return [
    ...(await onLogOf(makeFacts(), async (bench) => [
      await compareRebuild(bench, 'gallery', galleryModel),
      await compareApplying(bench),
    ])),
    ...(await onLogOf(factsOfAccounts(randomUUID(), ACCOUNT_FACTS), async (bench) => [
      await compareRebuild(bench, 'ledger', ledgerModel),
    ])),
  ];
}

async function onLogOf(facts: readonly Recorded[], work: (bench: Bench) => Promise<BenchRow[]>): Promise<BenchRow[]> {
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
  const log = new EventLog(
    store.connectionString,
    catalogue,
    new Sealer(new PostgresPersonKeys(pool), 'ab'.repeat(32)),
  );
  const bare = EventStoreDBClient.connectionString(store.connectionString);
  try {
    await appendAll(log, facts);
    return await work({ pool, log, bare, facts });
  } finally {
    await bare.dispose();
    await log.close();
    await pool.end();
    await store.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compareRebuild(
  { pool, log, bare, facts }: Bench,
  name: string,
  model: typeof galleryModel,
): Promise<BenchRow> {
  await fillLive(pool, log, model);
  const logger = createLogger({ name: 'bench', level: 'silent' });
  const ours = async (): Promise<number> => {
    const begun = performance.now();
    const outcome = await rebuild({ model, log, pool, logger, signal: new AbortController().signal });
    const took = rate(facts.length, begun);
    if (outcome.kind !== 'swapped' || outcome.facts !== facts.length)
      throw new Error(`rebuilt: ${JSON.stringify(outcome)}`);
    // Facts that are set aside are applied one at a time.
    const { rows } = await pool.query('select from read_operations.parked where projector = $1', [model.schema]);
    if (rows.length > 0) throw new Error(`${rows.length} facts of the ${name} were set aside`);
    return took;
  };
  return compareRates(
    `rebuilding the ${name} from ${facts.length} events`,
    0.7,
    () => readAll(bare, facts.length),
    ours,
  );
}

async function compareApplying({ pool, facts }: Bench): Promise<BenchRow> {
  const schema = 'read_bench';
  const sql = await connectTo(singleConnection(pool, 'bench'), schema);
  const ours = async (): Promise<number> => {
    const checkpoint = await establish(sql, galleryModel, schema, { fresh: true });
    const writer = new BatchWriter(sql, galleryModel, schema, checkpoint);
    const begun = performance.now();
    for (let from = 0; from < facts.length; from += BATCH) {
      const batch = facts.slice(from, from + BATCH);
      await writer.apply(batch, batch.at(-1)?.position ?? 0n);
    }
    return rate(facts.length, begun);
  };
  await ours();
  const rows = await takeRows(pool, schema, ['generation', 'image', 'listing', 'listing_total', 'listing_anchor']);
  try {
    const bare = async (): Promise<number> => (facts.length / (await rows.write())) * 1_000;
    return await compareRates(`applying ${facts.length} facts of generations alone`, 0.4, bare, ours);
  } finally {
    await rows.close();
    await sql.end();
  }
}

export async function compareRates(
  what: string,
  goal: number,
  bare: () => Promise<number>,
  ours: () => Promise<number>,
): Promise<BenchRow> {
  const rates = { bare: [] as number[], ours: [] as number[] };
  for (let round = 0; round <= ROUNDS; round++) {
    const [bareRate, ourRate] = [await bare(), await ours()];
    if (round === 0) continue; // everything is still being compiled and cached
    rates.bare.push(bareRate);
    rates.ours.push(ourRate);
  }
  const [bareRate, ourRate] = [median(rates.bare), median(rates.ours)];
  return { what, bare: perSecond(bareRate), ours: perSecond(ourRate), ratio: ourRate / bareRate, goal };
}

/** Generations in the order in which a busy site would make them: several at a time, their facts mixed. */
function makeFacts(): Recorded[] {
  const recorder = new Recorder();
  const members = Array.from({ length: MEMBERS }, () => randomUUID());
  const facts: Recorded[] = [];
  for (let made = 0; made < GENERATIONS; made += APPENDS_AT_ONCE) {
    const open = Array.from(
      { length: Math.min(APPENDS_AT_ONCE, GENERATIONS - made) },
      (_, index) => new GenerationStory(recorder, members[(made + index) % MEMBERS] ?? ''),
    );
    const at = new Date(Date.UTC(2026, 0, 1) + made * 1000).toISOString();
    facts.push(
      ...open.map((one) => one.requested({ at, prompt: `A quiet harbour at dawn, mist over the water, ${made}` })),
    );
    facts.push(...open.map((one) => one.started()));
    facts.push(...open.map((one) => one.drew(randomUUID())));
    facts.push(...open.map((one) => one.completed()));
  }
  return facts;
}

async function appendAll(log: EventLog, facts: readonly Recorded[]): Promise<void> {
  for (let from = 0; from < facts.length; from += APPENDS_AT_ONCE) {
    await Promise.all(
      facts
        .slice(from, from + APPENDS_AT_ONCE)
        .map(({ id, stream, type, data, metadata }) =>
          log.appendAnywhere(stream, [{ id, fact: { type, data }, metadata }]),
        ),
    );
  }
}

/** Lets the projector run until it has caught up. */
export async function fillLive(pool: Pool, log: EventLog, model: typeof galleryModel): Promise<void> {
  const ending = new AbortController();
  const logger = createLogger({ name: 'bench', level: 'silent' });
  const running = new ProjectorRunner({ model, log, pool, logger }).run(ending.signal);
  for (let live = false; !live;) {
    const { rows } = await pool
      .query<{ state: string }>('select state from read_operations.projections where schema = $1', [model.schema])
      .catch(() => ({ rows: [] }));
    live = rows[0]?.state === 'live';
  }
  ending.abort();
  await running;
}

/** Events a second that the official client reads. */
export async function readAll(client: EventStoreDBClient, wanted: number): Promise<number> {
  const begun = performance.now();
  const subscription = client.subscribeToAll();
  let events = 0;
  for await (const { event } of subscription) {
    if (event && !event.streamId.startsWith('$')) events += 1;
    if (events === wanted) await subscription.unsubscribe();
    if (events >= wanted) break;
  }
  return rate(wanted, begun);
}

const rate = (events: number, begun: number): number => (events / (performance.now() - begun)) * 1_000;

const perSecond = (figure: number): string => `${Math.round(figure)}/s`;
