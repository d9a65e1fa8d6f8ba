import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, persistentSubscriptionToStreamSettingsFromDefaults, START } from '@eventstore/db-client';
import { startPostgres } from '../local/postgres.ts';
import {
  appendLarger,
  appendMany,
  appendOneByOne,
  CONCURRENCY,
  CROWD,
  event,
  LARGER_APPEND_EVENTS,
  PLAIN,
  rate,
  type Store,
} from './event-store-appends.ts';
import { throughASubscription } from './event-store-memory.ts';
import { startEventStoreProcess, startInMemoryStoreProcess, type StoreProcess } from './event-store-process.ts';
import { median } from './rounds.ts';
import type { BenchRow } from './row.ts';
import { size } from './size.ts';

const ROUNDS = size(5, 1);
const LOG_EVENTS = size(120_000, 1_000);
const EVENTS_AN_APPEND = 500;
const PERSISTENT_EVENTS = size(40_000, 200);
const MILLION = 1_000_000;
const LOG_STREAM = 'bench-log';

/** What the console shows of events at once. */
const PAGE_EVENTS = 100;
const PAGES = size(1_500, 10);

interface Measured {
  what: string;
  goal: number;
  /** Events a second. */
  run: (store: Store) => Promise<number>;
}

/**
 * The local event store on PostgreSQL, every commit synced to disk, beside a server that keeps arrays in memory; both
 * are processes of their own, called by the same official client in this one over TLS. Then the same store without TLS
 * beside it, for what that costs, and larger appends beside single ones. Rounds alternate, medians count.
 *
 * Where `BENCH_BEFORE` names a built checkout, appends are also compared with its event store.
 *
 * `--million` also sends a million events through a subscription and tells the memory that takes.
 */
export async function benchEventStore(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log: join(folder, 'postgres.log') });
  const startOurs = () => connected(startEventStoreProcess(folder, postgres.url));
  const bare = await connected(startInMemoryStoreProcess(folder));
  const open = await connected(startEventStoreProcess(folder, postgres.url, { tls: false, schema: 'open' }));
  let ours = await startOurs();
  try {
    for (const store of [bare, open, ours]) await fillLog(store);
    // First, while both have stored the same: what ours alone is given later takes its log out of its memory.
    const rows = await compare(open, () => ours, costsOfTls);
    rows.push(...(await compare(bare, () => ours, appends)));
    rows.push(
      await inTurn(
        largerAppends,
        () => appendOneByOne(ours),
        () => appendLarger(ours),
      ),
    );
    rows.push(...(await compare(bare, () => ours, reads)));
    const restarted: Measured[] = reads.map((one) => ({ ...one, what: `${one.what}, after a restart` }));
    const restart = async () => {
      await ours.stop();
      ours = await startOurs();
    };
    rows.push(...(await compare(bare, () => ours, restarted, restart)));
    rows.push(...(await compare(bare, () => ours, persistent)));
    rows.push(...(await besideBefore(folder, postgres.url)));
    if (process.argv.includes('--million')) {
      await fillLog(ours, MILLION - LOG_EVENTS);
      await restart();
      rows.push(...(await throughASubscription(ours, MILLION)));
    }
    return rows;
  } finally {
    await bare.stop();
    await open.stop();
    await ours.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const appends: Measured[] = [
  { what: `batch append, ${CONCURRENCY} at once`, goal: 0.5, run: (store) => appendMany(store, {}) },
  { what: `plain append, ${CONCURRENCY} at once`, goal: 0.5, run: (store) => appendMany(store, PLAIN) },
];

/** Of one and the same server; EventStoreDB reaches 31. */
const largerAppends = {
  what: `appends of ${LARGER_APPEND_EVENTS} events, eight at once, beside single ones one at a time`,
  goal: 27,
};

/** What the store gains over the one of an earlier build, on the same PostgreSQL. */
const beside: Measured[] = [
  {
    what: `beside an earlier build: ${LARGER_APPEND_EVENTS} events an append, eight at once`,
    goal: 1.65,
    run: appendLarger,
  },
  {
    what: `beside an earlier build: appends, ${CONCURRENCY} at once`,
    goal: 1.35,
    run: (store) => appendMany(store, {}),
  },
  {
    what: `beside an earlier build: appends, ${CROWD} at once`,
    goal: 1.25,
    run: (store) => appendMany(store, {}, CROWD),
  },
  { what: 'beside an earlier build: appends, one after the other', goal: 0.97, run: appendOneByOne },
];

/** Rows only where `BENCH_BEFORE` names a built checkout. */
async function besideBefore(folder: string, postgresUrl: string): Promise<BenchRow[]> {
  const checkout = process.env['BENCH_BEFORE'];
  if (checkout === undefined) return [];
  const before = await connected(startEventStoreProcess(folder, postgresUrl, { checkout, schema: 'before' }));
  const now = await connected(startEventStoreProcess(folder, postgresUrl, { schema: 'now' }));
  try {
    for (const store of [before, now]) await fillLog(store);
    return await compare(before, () => now, beside);
  } finally {
    await before.stop();
    await now.stop();
  }
}

const reads: Measured[] = [
  { what: `reading a stream of ${LOG_EVENTS} events`, goal: 0.8, run: readLogStream },
  { what: `catching up on ${LOG_EVENTS} events of $all`, goal: 0.8, run: catchUp },
];

const persistent: Measured[] = [
  {
    what: `a persistent subscription, ${PERSISTENT_EVENTS} events acknowledged one by one`,
    goal: 0.5,
    run: subscribePersistently,
  },
];

/** In rates: a tenth of a page's time at most, a fifth of an append's. */
const costsOfTls: Measured[] = [
  { what: `TLS beside none: pages of ${PAGE_EVENTS} events, one after the other`, goal: 1 / 1.1, run: readPages },
  { what: 'TLS beside none: appends, one after the other', goal: 1 / 1.2, run: appendOneByOne },
  { what: `TLS beside none: appends, ${CONCURRENCY} at once`, goal: 1 / 1.2, run: (store) => appendMany(store, {}) },
];

async function compare(
  bare: Store,
  ours: () => Store,
  measures: readonly Measured[],
  beforeOurs: () => Promise<void> = () => Promise.resolve(),
): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { what, goal, run } of measures) {
    const runOurs = async () => {
      await beforeOurs();
      return run(ours());
    };
    rows.push(await inTurn({ what, goal }, () => run(bare), runOurs));
  }
  return rows;
}

/** Both measure events a second. Which one goes first alternates. */
async function inTurn(
  { what, goal }: Pick<BenchRow, 'what' | 'goal'>,
  bare: () => Promise<number>,
  ours: () => Promise<number>,
): Promise<BenchRow> {
  const rates = { bare: [] as number[], ours: [] as number[] };
  const ratios: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const isOursFirst = round % 2 === 1;
    const early = isOursFirst ? await ours() : undefined;
    const bareRate = await bare();
    const ourRate = early ?? (await ours());
    if (round === 0) continue; // all processes are still being compiled
    rates.bare.push(bareRate);
    rates.ours.push(ourRate);
    ratios.push(ourRate / bareRate);
  }
  // Of the two that ran one after the other, so that a slow moment of the machine meets both.
  const ratio = median(ratios);
  return { what, bare: perSecond(median(rates.bare)), ours: perSecond(median(rates.ours)), ratio, goal };
}

/** In pages a second, each from another place of the stream. */
async function readPages({ client }: Store): Promise<number> {
  const begun = performance.now();
  for (let page = 0; page < PAGES; page += 1) {
    const fromRevision = BigInt((page * PAGE_EVENTS) % LOG_EVENTS);
    let events = 0;
    for await (const _ of client.readStream(LOG_STREAM, { fromRevision, maxCount: PAGE_EVENTS })) events += 1;
    if (events !== PAGE_EVENTS) throw new Error(`read a page of ${events} events`);
  }
  return rate(PAGES, begun);
}

async function fillLog({ client }: Store, count = LOG_EVENTS): Promise<void> {
  for (let filled = 0; filled < count; filled += EVENTS_AN_APPEND) {
    await client.appendToStream(
      LOG_STREAM,
      Array.from({ length: EVENTS_AN_APPEND }, (_, index) => event(filled + index)),
    );
  }
}

async function readLogStream({ client }: Store): Promise<number> {
  const begun = performance.now();
  let events = 0;
  for await (const _ of client.readStream(LOG_STREAM)) events += 1;
  if (events !== LOG_EVENTS) throw new Error(`read ${events} events instead of ${LOG_EVENTS}`);
  return rate(events, begun);
}

async function catchUp({ client }: Store): Promise<number> {
  const begun = performance.now();
  const subscription = client.subscribeToAll();
  let events = 0;
  for await (const _ of subscription) {
    events += 1;
    if (events === LOG_EVENTS) await subscription.unsubscribe();
    if (events >= LOG_EVENTS) break;
  }
  return rate(events, begun);
}

async function subscribePersistently({ client }: Store): Promise<number> {
  const group = randomUUID();
  await client.createPersistentSubscriptionToStream(
    LOG_STREAM,
    group,
    persistentSubscriptionToStreamSettingsFromDefaults({
      startFrom: START,
      readBatchSize: 200,
      historyBufferSize: 2_000,
      liveBufferSize: 2_000,
    }),
  );
  const subscription = client.subscribeToPersistentSubscriptionToStream(LOG_STREAM, group, { bufferSize: 500 });
  const begun = performance.now();
  let events = 0;
  for await (const received of subscription) {
    await subscription.ack(received);
    events += 1;
    if (events === PERSISTENT_EVENTS) await subscription.unsubscribe();
    if (events >= PERSISTENT_EVENTS) break;
  }
  const perSecond = rate(events, begun);
  await client.deletePersistentSubscriptionToStream(LOG_STREAM, group);
  return perSecond;
}

/** The official client of a store that runs. */
async function connected(starting: Promise<StoreProcess>): Promise<Store> {
  const store = await starting;
  const client = EventStoreDBClient.connectionString(store.connectionString);
  return {
    client,
    pid: store.pid,
    stop: async () => {
      await client.dispose();
      await store.stop();
    },
  };
}

const perSecond = (rate: number) => `${Math.round(rate)}/s`;
