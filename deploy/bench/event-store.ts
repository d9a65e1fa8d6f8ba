import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  EventStoreDBClient,
  type JSONEventData,
  jsonEvent,
  persistentSubscriptionToStreamSettingsFromDefaults,
  START,
} from '@eventstore/db-client';
import { startPostgres } from '../local/postgres.ts';
import { throughASubscription } from './event-store-memory.ts';
import {
  ACCOUNT,
  startEventStoreProcess,
  startInMemoryStoreProcess,
  type StoreProcess,
} from './event-store-process.ts';
import { median } from './rounds.ts';
import type { BenchRow } from './row.ts';
import { size } from './size.ts';

const ROUNDS = size(5, 1);
const CONCURRENCY = 32;
const APPENDS = size(12_000, 200);
const LOG_EVENTS = size(120_000, 1_000);
const EVENTS_AN_APPEND = 500;
const PERSISTENT_EVENTS = size(40_000, 200);
const MILLION = 1_000_000;
const LOG_STREAM = 'bench-log';

/** What the console shows of events at once. */
const PAGE_EVENTS = 100;
const PAGES = size(1_500, 10);
const SINGLE_APPENDS = size(1_500, 20);
const LARGER_APPENDS = size(400, 16);
const LARGER_APPEND_EVENTS = 100;
const LARGER_APPENDS_AT_ONCE = 8;

// Given for one call, the client appends plainly instead of by BatchAppend.
const PLAIN = { credentials: ACCOUNT };

/** One of the two stores, as a process, behind the official client. */
interface Store {
  client: EventStoreDBClient;
  pid: number;
  stop(): Promise<void>;
}

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

/** Both measure events a second. */
async function inTurn(
  { what, goal }: Pick<BenchRow, 'what' | 'goal'>,
  bare: () => Promise<number>,
  ours: () => Promise<number>,
): Promise<BenchRow> {
  const rates = { bare: [] as number[], ours: [] as number[] };
  const ratios: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const bareRate = await bare();
    const ourRate = await ours();
    if (round === 0) continue; // all processes are still being compiled
    rates.bare.push(bareRate);
    rates.ours.push(ourRate);
    ratios.push(ourRate / bareRate);
  }
  // Of the two that ran one after the other, so that a slow moment of the machine meets both.
  const ratio = median(ratios);
  return { what, bare: perSecond(median(rates.bare)), ours: perSecond(median(rates.ours)), ratio, goal };
}

/** Each worker appends single events to a stream of its own, at the exact revision, as the command side does. */
async function appendMany({ client }: Store, options: Partial<typeof PLAIN>): Promise<number> {
  let left = APPENDS;
  const worker = async () => {
    const stream = `bench-${randomUUID()}`;
    for (let revision = -1; left > 0; revision += 1) {
      left -= 1;
      const expectedRevision = revision < 0 ? 'no_stream' : BigInt(revision);
      await client.appendToStream(stream, event(revision + 1), { expectedRevision, ...options });
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return rate(APPENDS, begun);
}

async function appendOneByOne({ client }: Store): Promise<number> {
  const stream = `bench-${randomUUID()}`;
  const begun = performance.now();
  for (let number = 0; number < SINGLE_APPENDS; number += 1) await client.appendToStream(stream, event(number));
  return rate(SINGLE_APPENDS, begun);
}

/** Larger appends, some at once: what the command side does to a busy stream, and whoever brings a log along. */
async function appendLarger({ client }: Store): Promise<number> {
  let left = LARGER_APPENDS;
  const worker = async () => {
    const stream = `bench-${randomUUID()}`;
    for (let expectedRevision: bigint | 'no_stream' = 'no_stream'; left > 0;) {
      left -= 1;
      const events = Array.from({ length: LARGER_APPEND_EVENTS }, (_, index) => event(index));
      expectedRevision = (await client.appendToStream(stream, events, { expectedRevision })).nextExpectedRevision;
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: LARGER_APPENDS_AT_ONCE }, worker));
  return rate(LARGER_APPENDS * LARGER_APPEND_EVENTS, begun);
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

function event(number: number): JSONEventData {
  return jsonEvent({
    type: 'BenchRecorded',
    data: {
      number,
      imageId: randomUUID(),
      prompt: 'a quiet harbour at dawn, mist over the water',
      size: '2K',
      tenths: 100,
    },
    metadata: { $correlationId: randomUUID(), actor: { kind: 'member', id: 'bench' }, schemaVersion: 1 },
  });
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

const rate = (events: number, begun: number) => (events / (performance.now() - begun)) * 1_000;

const perSecond = (rate: number) => `${Math.round(rate)}/s`;
