import { randomUUID } from 'node:crypto';
import type { NewFact } from '@easel/kernel/log/new-fact';
import { describeLogStore, type LogServer } from '@easel/kernel/log/log-store.contract';
import type { LogItem } from '@easel/kernel/log/log-store';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import { testMetadata } from '@easel/kernel/testing/open-log';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEventStore } from '../../stand-ins/event-store/server.ts';
import { type Hold, InProcessLog } from './in-process-log.ts';
import { EventStore } from '@easel/kernel/log/event-store';

const logger = pino({ level: 'silent' });
const PATIENCE_MS = 5_000;

const openOn = (database: TestDatabase): Promise<InProcessLog> =>
  InProcessLog.open({ postgresUrl: database.url, schema: 'store', logger });

describeLogStore('in this process', async (): Promise<LogServer> => {
  const database = await createTestDatabase();
  const log = await openOn(database);
  return {
    here: log.connect(),
    there: log.connect(),
    remove: async () => {
      await log.end();
      await database.drop();
    },
  };
});

let database: TestDatabase;
let log: InProcessLog;
beforeEach(async () => {
  database = await createTestDatabase();
  log = await openOn(database);
});
afterEach(async () => {
  await log.end();
  await database.drop();
});

const counted = (by: number): NewFact => ({
  id: randomUUID(),
  fact: { type: 'Counted', data: { by } },
  metadata: testMetadata,
});

/** Collects what a subscription of this category receives until it is stopped. */
function followed(hold: Hold): { items: LogItem[]; stop: () => Promise<void> } {
  const stop = new AbortController();
  const items: LogItem[] = [];
  const what = { categories: ['sum'], after: 'start', signal: stop.signal } as const;
  const following = (async () => {
    for await (const item of log.connect(() => hold).follow(what, (fact) => fact)) items.push(item);
  })();
  return {
    items,
    stop: async () => {
      stop.abort();
      await following;
    },
  };
}

const kindsOf = (items: readonly LogItem[]): string[] => items.map(({ kind }) => kind);

test('a held subscription receives everything once it is released', async () => {
  const { items, stop } = followed('until-release');
  await log.connect().append('sum-1', 'none', [counted(1)], PATIENCE_MS);
  expect(items).toEqual([]);
  log.release();
  await expect.poll(() => kindsOf(items)).toEqual(['fact', 'checkpoint', 'caught-up']);
  await stop();
});

test('a subscription that is held until a flush receives with it what was appended before', async () => {
  const { items, stop } = followed('until-flush');
  await expect.poll(() => kindsOf(items)).toEqual(['caught-up']);
  await log.connect().append('sum-1', 'none', [counted(1), counted(2)], PATIENCE_MS);
  log.flush();
  await log.connect().append('sum-1', 1, [counted(3)], PATIENCE_MS);
  await expect.poll(() => items.length).toBe(3);
  expect(kindsOf(items)).toEqual(['caught-up', 'fact', 'fact']);
  log.release();
  await expect.poll(() => items.length).toBe(4);
  await stop();
});

test('a held subscription ends by its signal', async () => {
  const { items, stop } = followed('until-release');
  await stop();
  expect(items).toEqual([]);
});

test('finds the last position of each part of the log', async () => {
  const here = log.connect();
  const { position } = await here.append('sum-1', 'none', [counted(1)], PATIENCE_MS);
  const other = await here.append('other-1', 'none', [counted(1)], PATIENCE_MS);
  const parts = [{ categories: ['sum'] }, { categories: 'all' }, { categories: ['none'] }] as const;
  expect(await log.lastOf(parts)).toEqual([position, other.position, -1n]);
});

test('the server reads what was written in this process, and its retention', async () => {
  const here = log.connect();
  const fact = counted(7);
  await here.append('sum-1', 'none', [fact], PATIENCE_MS);
  await here.keepFor('sum-1', 400, PATIENCE_MS);
  await log.end();
  const options = { host: '127.0.0.1', port: 0, postgresUrl: database.url, schema: 'store', insecure: true, logger };
  const server = await startEventStore(options);
  const store = new EventStore(`esdb://127.0.0.1:${server.port}?tls=false`);
  const read = await Array.fromAsync(store.readStream('sum-1', { from: 0, silenceMs: PATIENCE_MS }));
  expect(read).toMatchObject([{ id: fact.id, data: { by: 7 }, metadata: testMetadata, revision: 0 }]);
  await store.close();
  await server.close();
  log = await openOn(database);
  const again = await Array.fromAsync(log.connect().readStream('sum-1', { from: 0, silenceMs: PATIENCE_MS }));
  expect(again).toEqual(read);
});
