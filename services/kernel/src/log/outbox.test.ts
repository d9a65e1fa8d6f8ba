import { randomUUID } from 'node:crypto';
import { DeadlineExceededError, EventStoreDBClient } from '@eventstore/db-client';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withTransaction, migrate } from '../database/database.ts';
import { newFacts } from '../deciding/decider-runner.ts';
import { WrongRevision } from './event-log.errors.ts';
import { BatchAppends } from './batch-appends.ts';
import { outboxTables, PostgresOutbox } from './outbox-postgres.ts';
import { Outbox, OutboxOccupied } from './outbox.ts';
import { openTestLog } from '../testing/open-log.ts';

let opened: Awaited<ReturnType<typeof openTestLog>>;
let outbox: Outbox;
beforeAll(async () => {
  opened = await openTestLog();
  await migrate(opened.pool, { outbox: outboxTables });
  outbox = new Outbox(new PostgresOutbox(opened.pool), opened.log, pino({ level: 'silent' }));
});
afterAll(() => opened.close());

const counted = (stream: string, by: number) =>
  newFacts(stream, [{ type: 'Counted', data: { by } }], {
    key: randomUUID(),
    actor: { kind: 'system', id: 'test' },
    correlationId: 'test',
  });
const enqueue = async (stream: string, by: number, expected: 'none' | number = 'none') => {
  const facts = await opened.log.encode(stream, counted(stream, by));
  await withTransaction(opened.pool, (client) => outbox.enqueue(client, stream, facts, expected));
  return facts;
};
const sums = async (stream: string): Promise<number[]> =>
  (await Array.fromAsync(opened.log.readStored(stream))).map(({ data }) => (data as { by: number }).by);

test('what waits is appended once, at the revision it was decided at', async () => {
  await enqueue('counter-a', 1);
  await outbox.deliver('counter-a');
  await outbox.deliver('counter-a');
  await enqueue('counter-a', 2, 0);
  await Promise.all([outbox.deliver('counter-a'), outbox.deliver('counter-a'), outbox.deliverAll()]);
  expect(await sums('counter-a')).toEqual([1, 2]);
});

test('what was stored before its entry went is not stored again, however far the stream has gone', async () => {
  await enqueue('counter-b', 1);
  await outbox.deliver('counter-b');
  const facts = await enqueue('counter-b', 2, 0);
  await opened.log.appendEncoded('counter-b', 0, facts);
  await opened.log.append('counter-b', 1, counted('counter-b', 3));
  await outbox.deliver('counter-b');
  expect(await sums('counter-b')).toEqual([1, 2, 3]);
});

test('a stream that went on meanwhile is followed behind its end', async () => {
  await enqueue('counter-c', 1);
  await outbox.deliver('counter-c');
  const facts = await enqueue('counter-c', 2, 0);
  await opened.log.append('counter-c', 0, counted('counter-c', 3));
  await opened.log.append('counter-c', 1, counted('counter-c', 4));
  await outbox.deliver('counter-c');
  expect(await sums('counter-c')).toEqual([1, 3, 4, 2]);
  // As if the crash had come after that append.
  await withTransaction(opened.pool, (client) => outbox.enqueue(client, 'counter-c', facts, 0));
  await outbox.deliver('counter-c');
  expect(await sums('counter-c')).toEqual([1, 3, 4, 2]);
});

test('one change of a stream waits at a time, and the other’s transaction is undone', async () => {
  await enqueue('counter-d', 1);
  await expect(enqueue('counter-d', 2)).rejects.toThrow(OutboxOccupied);
  await outbox.deliver('counter-d');
  expect(await sums('counter-d')).toEqual([1]);
});

test('what was stored though its answer was a timeout is delivered, and its entry goes', async () => {
  await enqueue('counter-e', 1);
  const append = vi.spyOn(BatchAppends.prototype, 'append').mockImplementationOnce(async function (
    this: BatchAppends,
    ...call
  ) {
    await this.append(...call);
    throw new DeadlineExceededError();
  });
  await outbox.deliver('counter-e');
  await outbox.deliver('counter-e');
  expect(append).toHaveBeenCalledTimes(2); // once by this test
  append.mockRestore();
  expect(await sums('counter-e')).toEqual([1]);
});

test('a stream that moves on and on is left to the next delivery, after pauses', async () => {
  await enqueue('counter-f', 1);
  await outbox.deliver('counter-f');
  await enqueue('counter-f', 2, 0);
  const append = vi
    .spyOn(opened.log, 'appendEncoded')
    .mockImplementation(async (stream, expected) => Promise.reject(new WrongRevision(stream, expected, 'none')));
  await expect(outbox.deliver('counter-f')).rejects.toMatchObject({ name: 'LogUnavailable' });
  expect(append).toHaveBeenCalledTimes(8);
  append.mockRestore();
  await outbox.deliverAll();
  expect(await sums('counter-f')).toEqual([1, 2]);
});

test('what can never be appended keeps nothing else from the log', async () => {
  await enqueue('counter-g', 1);
  const client = EventStoreDBClient.connectionString(opened.store.connectionString);
  await client.tombstoneStream('counter-g');
  await client.dispose();
  await enqueue('counter-h', 2);
  await outbox.deliverAll();
  expect(await sums('counter-h')).toEqual([2]);
});
