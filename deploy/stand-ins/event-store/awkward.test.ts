import {
  ANY,
  type AppendExpectedRevision,
  DeadlineExceededError,
  NO_STREAM,
  STREAM_EXISTS,
  StreamNotFoundError,
  TimeoutError,
  UnavailableError,
} from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import { afterEach, describe, expect, test } from 'vitest';
import { Admin } from './testing/admin.ts';
import { collect, event, events, newStream, type OpenStore, openStore, refusalOf } from './testing/open-store.ts';

// Credentials are dropped without TLS, but with them the client appends plainly.
const PLAIN = { credentials: { username: 'admin', password: 'changeit' } };

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function open(options: Parameters<typeof openStore>[0]): Promise<OpenStore> {
  const store = await openStore(options);
  cleanups.push(() => store.close());
  return store;
}

/** Keeps commits from ending until it is let go, and resolves to how that is done once one is waiting. */
async function heldCommit(store: OpenStore, commit: () => void): Promise<() => Promise<unknown>> {
  const admin = await Admin.connect(store.databaseUrl);
  cleanups.push(() => admin.close());
  await admin.rows('begin');
  await admin.rows('lock table store.events in share mode');
  commit();
  await admin.blockedWriter();
  return () => admin.rows('rollback');
}

/** Resolves when the server has taken in what this client sent before. */
async function takenIn({ client }: OpenStore): Promise<void> {
  expect(await refusalOf(collect(client.readStream(newStream())))).toBeInstanceOf(StreamNotFoundError);
}

const numbersIn = async ({ client }: OpenStore, stream: string) =>
  (await collect(client.readStream<{ type: string; data: { number: number } }>(stream))).map(
    (one) => one.event?.data.number,
  );

describe.each([
  ['batch append', {}, DeadlineExceededError, { type: 'deadline-exceeded' }],
  ['plain append', PLAIN, TimeoutError, { code: status.ABORTED, type: 'timeout' }],
])('%s', (_, options, Timeout, details) => {
  describe.each<[string, AppendExpectedRevision]>([
    ['any', ANY],
    ['stream_exists', STREAM_EXISTS],
    ['an exact revision', 1n],
  ])('expecting %s', (_expecting, expectedRevision) => {
    const appending = { expectedRevision, ...options };

    test('that comes again in the same read of a socket: one is answered, one times out, it is stored once', async () => {
      const store = await open({ awkward: true, duplicateTimeoutMs: 1 });
      const stream = newStream();
      await store.client.appendToStream(stream, events(2), options);
      const batch = events(2, 2);
      const answers = await Promise.allSettled([
        store.client.appendToStream(stream, batch, appending),
        store.client.appendToStream(stream, batch, appending),
      ]);
      expect(answers.filter((one) => one.status === 'fulfilled')).toMatchObject([
        { value: { nextExpectedRevision: 3n } },
      ]);
      const [refused] = answers.filter((one) => one.status === 'rejected');
      expect(refused?.reason).toBeInstanceOf(Timeout);
      expect(refused?.reason).toMatchObject(details);
      expect(await numbersIn(store, stream)).toEqual([0, 1, 2, 3]);
      // Once the first is stored, its repeats are answered as it was.
      const again = await store.client.appendToStream(stream, batch, appending);
      expect(again.nextExpectedRevision).toBe(3n);
      expect(await numbersIn(store, stream)).toEqual([0, 1, 2, 3]);
    });

    test('that comes again while the first is being committed: the same', async () => {
      const store = await open({ awkward: true, duplicateTimeoutMs: 1 });
      const stream = newStream();
      await store.client.appendToStream(stream, events(2), options);
      const batch = events(2, 2);
      const attempts: Promise<PromiseSettledResult<unknown>[]>[] = [];
      const attempt = () => attempts.push(Promise.allSettled([store.client.appendToStream(stream, batch, appending)]));
      const letGo = await heldCommit(store, attempt);
      attempt();
      await takenIn(store);
      await letGo();
      const answers = (await Promise.all(attempts)).flat();
      expect(answers.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(answers.find((one) => one.status === 'rejected')?.reason).toBeInstanceOf(Timeout);
      expect(await numbersIn(store, stream)).toEqual([0, 1, 2, 3]);
    });
  });

  test.each<[string, AppendExpectedRevision, number[]]>([
    ['any is stored again: its ids are forgotten', ANY, [0, 1, 2, 0, 1]],
    ['stream_exists is stored again: its ids are forgotten', STREAM_EXISTS, [0, 1, 2, 0, 1]],
    ['no_stream is known', NO_STREAM, [0, 1, 2]],
  ])('repeated after a restart expecting %s', async (_expecting, expectedRevision, stored) => {
    const store = await open({ awkward: true });
    const stream = newStream();
    const batch = events(2);
    await store.client.appendToStream(stream, batch, options);
    await store.client.appendToStream(stream, event(2), options);
    await store.restart();
    const client = store.connect();
    await client.appendToStream(stream, batch, { expectedRevision, ...options });
    expect(await numbersIn(store, stream).catch(() => numbersIn(store, stream))).toEqual(stored);
    // What was stored since the start is remembered.
    await client.appendToStream(stream, batch, { expectedRevision, ...options });
    expect(await numbersIn(store, stream)).toEqual(stored);
  });
});

test('a repeat that is left to time out keeps nobody from closing, and is told then', async () => {
  const store = await open({ awkward: true });
  const [stream, batch] = [newStream(), events(1)];
  const first = store.client.appendToStream(stream, batch, PLAIN);
  const second = refusalOf(store.client.appendToStream(stream, batch, PLAIN));
  await first;
  await takenIn(store);
  await store.stop();
  expect(await second).toBeInstanceOf(UnavailableError);
});
