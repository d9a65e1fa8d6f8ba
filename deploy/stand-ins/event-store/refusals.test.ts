import { randomUUID } from 'node:crypto';
import type { FactMetadata } from '@easel/contracts/kernel/event';
import { EventLog } from '@easel/kernel/log/event-log';
import type { NewFact } from '@easel/kernel/log/new-fact';
import { EventStoreDBClient } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { newStream, openStore, type OpenStore } from './testing/open-store.ts';

// A process of its own: a call with wrong credentials fails everybody's appends in it.

const metadata: FactMetadata = { $correlationId: 'c', actor: { kind: 'system', id: 'test' }, schemaVersion: 1 };
const catalogue = { Counted: { version: 1, data: z.object({ by: z.int() }) } };
/** These facts hold nothing personal. */
const sealer = {
  seal: () => Promise.reject(new Error('nothing is sealed here')),
  open: () => Promise.reject(new Error('nothing is opened here')),
  openNow: () => undefined,
};
const counted = (): NewFact => ({ id: randomUUID(), fact: { type: 'Counted', data: { by: 1 } }, metadata });

let store: OpenStore;
beforeAll(async () => {
  store = await openStore({ secure: true });
});
afterAll(() => store.close());

function logAt(address: string): EventLog {
  const log = new EventLog(address, catalogue, sealer);
  onTestFinished(() => log.close());
  return log;
}

const following = (log: EventLog) =>
  log.subscribe({ categories: 'all', after: 'start', signal: new AbortController().signal }).next();

test.each([
  ['nobody', 'AccessDenied', () => store.address('nobody')],
  ['a wrong password', 'BadCredentials', () => store.address('ops').replace(/:[^:@/]+@/, ':wrong@')],
  ['an unknown account', 'BadCredentials', () => store.address('ops').replace('ops:', 'who:')],
])('%s is told %s, at once, whatever it asks for', async (_, name, address) => {
  const log = logAt(address());
  const [append, read] = [vi.spyOn(EventStoreDBClient.prototype, 'appendToStream'), vi.spyOn(log, 'readStored')];
  await expect(log.append(newStream(), 'none', [counted()])).rejects.toMatchObject({ name });
  expect([append.mock.calls.length, read.mock.calls.length]).toEqual([1, 0]);
  vi.restoreAllMocks();
  await expect(Array.fromAsync(log.read(newStream()))).rejects.toMatchObject({ name });
  await expect(log.head()).rejects.toMatchObject({ name });
  await expect(following(log)).rejects.toMatchObject({ name });
});

test('an account that is no admin may append and read, and is told that it may not read the whole log', async () => {
  const log = logAt(store.address('ops'));
  const stream = newStream();
  expect(await log.append(stream, 'none', [counted()])).toMatchObject({ revision: 0 });
  expect(await Array.fromAsync(log.read(stream))).toHaveLength(1);
  const refusal = {
    name: 'AccessDenied',
    message: 'the event store does not let this account read the whole log ($all)',
  };
  await expect(log.head()).rejects.toMatchObject(refusal);
  await expect(following(log)).rejects.toMatchObject(refusal);
});
