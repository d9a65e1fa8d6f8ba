import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { startTestEventStore } from './event-store.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());

test('what was acknowledged before a crash is there for the next one on the same database', async () => {
  const first = await startTestEventStore(database.url);
  const writer = EventStoreDBClient.connectionString(first.connectionString);
  await writer.appendToStream('painting-1', jsonEvent({ type: 'Painted', data: { colour: 'ochre' } }));
  await writer.dispose();
  first.kill();
  const second = await startTestEventStore(database.url);
  const reader = EventStoreDBClient.connectionString(second.connectionString);
  const colours: unknown[] = [];
  for await (const { event } of reader.readStream('painting-1')) colours.push(event?.data);
  expect(colours).toEqual([{ colour: 'ochre' }]);
  await reader.dispose();
  await second.stop();
});

test('one that cannot start says why', async () => {
  await expect(startTestEventStore('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow(/before it was ready/);
});
