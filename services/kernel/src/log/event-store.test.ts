import { randomUUID } from 'node:crypto';
import { binaryEvent, EventStoreDBClient, jsonEvent, type RecordedEvent } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { EventStore } from './event-store.ts';
import { describeLogStore, type LogServer } from './log-store.contract.ts';
import { createTestDatabase } from '../testing/database.ts';
import { startTestEventStore } from '../testing/event-store.ts';

describeLogStore('in EventStoreDB', async (): Promise<LogServer> => {
  const database = await createTestDatabase();
  const store = await startTestEventStore(database.url);
  const [here, there] = [new EventStore(store.connectionString), new EventStore(store.connectionString)];
  return {
    here,
    there,
    remove: async () => {
      await Promise.all([here.close(), there.close()]);
      await store.stop();
      await database.drop();
    },
  };
});

test('how long a stream is kept stands in its metadata, in seconds', async () => {
  const database = await createTestDatabase();
  const server = await startTestEventStore(database.url);
  const store = new EventStore(server.connectionString);
  const client = EventStoreDBClient.connectionString(server.connectionString);
  const stream = `sum-${randomUUID()}`;
  await store.keepFor(stream, 400, 5_000);
  expect((await client.getStreamMetadata(stream)).metadata).toEqual({ maxAge: 400 * 86_400 });
  await Promise.all([store.close(), client.dispose()]);
  await server.stop();
  await database.drop();
});

test('answers 200 readers at the same time', async () => {
  const database = await createTestDatabase();
  const server = await startTestEventStore(database.url);
  const store = new EventStore(server.connectionString);
  const readOften = async () => {
    for (let n = 0; n < 20; n++)
      for await (const _ of store.readStream(`none-${randomUUID()}`, { from: 0, silenceMs: 20_000 })) expect.fail();
  };
  await Promise.all(Array.from({ length: 200 }, readOften));
  await store.close();
  await server.stop();
  await database.drop();
});

test('follows the log with the same facts as the official client reads', async () => {
  const database = await createTestDatabase();
  const server = await startTestEventStore(database.url);
  const store = new EventStore(server.connectionString);
  const client = EventStoreDBClient.connectionString(server.connectionString);
  const metadata = { $correlationId: 'c', actor: { kind: 'system', id: 'é' }, schemaVersion: 1 };
  await client.appendToStream(`größe-${randomUUID()}`, [
    jsonEvent({ type: 'Gezählt', data: { text: 'x'.repeat(300), ключ: [1, null, { deep: true }] }, metadata }),
    jsonEvent({ type: 'Bare', data: {} }),
    binaryEvent({ type: 'Binary', data: Buffer.from([0, 255, 1]), metadata: Buffer.from('{oops') }),
  ]);
  const official: unknown[] = [];
  for await (const { event } of client.readAll()) {
    if (event && !event.streamId.startsWith('$')) official.push(event);
  }
  const ending = new AbortController();
  const followed: unknown[] = [];
  for await (const item of store.follow({ categories: 'all', after: 'start', signal: ending.signal }, (fact) => fact)) {
    if (item.kind === 'caught-up') ending.abort();
    if (item.kind !== 'fact') continue;
    const { stream: streamId, recordedAt: created, revision, position, ...rest } = item.fact;
    followed.push({ ...rest, streamId, created, revision: BigInt(revision), position });
  }
  expect(followed).toEqual(
    official.map((event) => {
      const { isJson: _isJson, position, metadata = {}, ...rest } = event as RecordedEvent;
      return { ...rest, metadata, position: position?.commit };
    }),
  );
  expect(followed).toHaveLength(3);
  await Promise.all([store.close(), client.dispose()]);
  await server.stop();
  await database.drop();
});
