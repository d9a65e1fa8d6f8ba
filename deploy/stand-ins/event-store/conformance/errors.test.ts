import { once } from 'node:events';
import {
  AccessDeniedError,
  type AppendExpectedRevision,
  binaryEvent,
  DeadlineExceededError,
  END,
  type EventStoreDBClient,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
  StreamNotFoundError,
  TimeoutError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { type ServiceError, status } from '@grpc/grpc-js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb, { type AppendResp, type TombstoneResp } from '@eventstore/db-client/generated/streams_pb.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Admin } from '../testing/admin.ts';
import {
  collect,
  event,
  events,
  newStream,
  type OpenStore,
  openStore,
  refusalOf,
  USERS,
} from '../testing/open-store.ts';
import { ask, basic, rawClients } from '../testing/raw-client.ts';
import { take } from '../testing/take.ts';

// spec: event-store §3: a test for each error, in order. Persistent subscriptions have a file of their own.

let store: OpenStore;
let client: EventStoreDBClient;
beforeAll(async () => {
  store = await openStore();
  ({ client } = store);
});
afterAll(() => store.close());

// Dropped where there is no TLS; given for one call they make the client append plainly.
const PLAIN = { credentials: { username: 'admin', password: 'changeit' } };

async function filled(count: number): Promise<string> {
  const stream = newStream();
  if (count > 0) await client.appendToStream(stream, events(count));
  return stream;
}

test.each([
  ['on Append', PLAIN],
  ['on BatchAppend', {}],
])('wrong revision %s', async (_, options) => {
  const stream = await filled(2);
  const expectedRevision: AppendExpectedRevision = 0n;
  const error = await refusalOf(client.appendToStream(stream, event(2), { expectedRevision, ...options }));
  expect(error).toBeInstanceOf(WrongExpectedVersionError);
  expect(error).toMatchObject({ streamName: stream, expectedVersion: 0n, actualVersion: 1n });
});

describe('wrong revision on delete', () => {
  test.each([
    ['an earlier one', 2, 0n, 0n, 1n],
    ['none, of a stream with events', 2, 'no_stream', -1n, 1n],
    ['one of a missing stream', 0, 5n, 5n, -1n],
    ['any, of a missing stream', 0, 'any', -2n, -1n],
  ] as const)('of Delete: %s', async (_, count, expectedRevision, expectedVersion, actualVersion) => {
    const stream = await filled(count);
    const error = await refusalOf(client.deleteStream(stream, { expectedRevision }));
    expect(error).toBeInstanceOf(WrongExpectedVersionError);
    expect(error).toMatchObject({ code: 9, streamName: stream, expectedVersion, actualVersion });
  });

  test('of Tombstone: a stream that should exist', async () => {
    const raw = rawClients(store);
    const identifier = new sharedPb.StreamIdentifier().setStreamName(Buffer.from(newStream()));
    const options = new streamsPb.TombstoneReq.Options().setStreamIdentifier(identifier);
    options.setStreamExists(new sharedPb.Empty());
    const asked = ask<TombstoneResp>((reply) =>
      raw.streams.tombstone(new streamsPb.TombstoneReq().setOptions(options), reply),
    );
    const { code, metadata } = (await refusalOf(asked)) as ServiceError;
    expect(code).toBe(status.FAILED_PRECONDITION);
    expect(metadata.getMap()).toMatchObject({
      exception: 'wrong-expected-version',
      'expected-version': '-4',
      'actual-version': '-1',
    });
    raw.close();
  });
});

describe('stream not found', () => {
  test('is said in the reply', async () => {
    const error = await refusalOf(collect(client.readStream('missing-größe')));
    expect(error).toBeInstanceOf(StreamNotFoundError);
    expect(error).toMatchObject({ streamName: 'missing-größe' });
  });

  test('does not keep a subscription from waiting', async () => {
    const stream = newStream();
    const subscription = client.subscribeToStream(stream);
    const confirmed = once(subscription, 'confirmation');
    const first = take(subscription, 1);
    await confirmed;
    await client.appendToStream(stream, event(0));
    expect(await first).toHaveLength(1);
    await subscription.unsubscribe();
  });
});

describe('stream deleted', () => {
  const refusals: [string, (stream: string) => Promise<unknown>][] = [
    ['Append', (stream) => client.appendToStream(stream, event(9), PLAIN)],
    [
      'Append, whatever it expects',
      (stream) => client.appendToStream(stream, event(9), { ...PLAIN, expectedRevision: 7n }),
    ],
    ['BatchAppend', (stream) => client.appendToStream(stream, event(9))],
    ['Read', (stream) => collect(client.readStream(stream))],
    ['Read backwards', (stream) => collect(client.readStream(stream, { direction: 'backwards', fromRevision: 'end' }))],
    ['a subscription', (stream) => collect(client.subscribeToStream(stream))],
    ['Delete', (stream) => client.deleteStream(stream)],
    ['Tombstone', (stream) => client.tombstoneStream(stream)],
  ];

  describe.each([
    ['a moment ago', () => Promise.resolve()],
    ['before the server was started', () => store.restart()],
  ])('%s', (_, forget) => {
    test('refuses everything but $all', async () => {
      const stream = await filled(2);
      await client.tombstoneStream(stream);
      await forget();
      await collect(client.readAll()).catch(() => undefined); // the old connection may be found broken
      for (const [, call] of refusals) {
        const error = await refusalOf(call(stream));
        expect(error).toBeInstanceOf(StreamDeletedError);
        expect(error).toMatchObject({ streamName: stream });
      }
    });
  });

  test('is said of its metadata, too; those that were written before take more, but are not to be read', async () => {
    const [bare, described] = [await filled(1), await filled(1)];
    await client.setStreamMetadata(described, { maxCount: 3 });
    for (const stream of [bare, described]) {
      await client.tombstoneStream(stream);
      const error = await refusalOf(client.getStreamMetadata(stream));
      expect(error).toBeInstanceOf(StreamDeletedError);
      expect(error).toMatchObject({ streamName: `$$${stream}` });
    }
    expect(await refusalOf(client.setStreamMetadata(bare, {}))).toBeInstanceOf(StreamDeletedError);
    expect((await client.setStreamMetadata(described, {})).nextExpectedRevision).toBe(1n);
  });

  test('leaves a subscription from its end waiting', async () => {
    const stream = await filled(1);
    await client.tombstoneStream(stream);
    const subscription = client.subscribeToStream(stream, { fromRevision: END }).resume();
    await once(subscription, 'caughtUp');
    await subscription.unsubscribe();
  });

  test('ends a subscription that is live', async () => {
    const stream = await filled(2);
    const subscription = client.subscribeToStream(stream);
    const caughtUp = once(subscription, 'caughtUp');
    const received = refusalOf(collect(subscription));
    await caughtUp;
    await client.tombstoneStream(stream);
    expect(await received).toBeInstanceOf(StreamDeletedError);
  });

  test('tells names that are not ASCII in an ASCII trailer', async () => {
    const stream = newStream('größe');
    await client.tombstoneStream(stream);
    const error = await refusalOf(client.appendToStream(stream, event(0), PLAIN));
    expect(error).toMatchObject({ streamName: encodeURIComponent(stream) });
  });
});

describe('access denied, bad credentials', () => {
  test.each([
    ['on Append', PLAIN],
    ['on BatchAppend', {}],
  ])('nobody writes to $all: %s', async (_, options) => {
    expect(await refusalOf(client.appendToStream('$all', event(0), options))).toBeInstanceOf(AccessDeniedError);
  });

  test('wrong credentials are UNAUTHENTICATED', async () => {
    const guarded = await openStore({ secure: false, accounts: [USERS.admin] });
    const raw = rawClients(guarded);
    const append = ask<AppendResp>((reply) => raw.streams.append(basic('admin', 'wrong'), reply).end());
    expect(await refusalOf(append)).toMatchObject({ code: status.UNAUTHENTICATED });
    raw.close();
    await guarded.close();
  });
});

test('not leader', async () => {
  const follower = await openStore({ leader: { host: 'leader.local', port: 2113 } });
  const error = await refusalOf(
    follower.client.appendToStream(newStream(), event(0), { requiresLeader: true, ...PLAIN }),
  );
  expect(error).toBeInstanceOf(NotLeaderError);
  expect(error).toMatchObject({ code: status.NOT_FOUND, leader: { address: 'leader.local', port: 2113 } });
  await follower.close();
});

test('timeout', async () => {
  const slow = await openStore({ appendTimeoutMs: 1_000 });
  const admin = await Admin.connect(slow.databaseUrl);
  const stream = newStream();
  await slow.client.appendToStream(stream, event(0));
  await admin.rows('begin');
  await admin.rows('lock table store.events in share mode');
  const batch = refusalOf(slow.client.appendToStream(stream, event(1)));
  const plain = refusalOf(slow.client.appendToStream(stream, event(2), PLAIN));
  expect(await batch).toBeInstanceOf(DeadlineExceededError); // how the client names the Any Timeout
  expect(await plain).toBeInstanceOf(TimeoutError); // and how it names ABORTED
  await admin.rows('rollback');
  await admin.close();
  await slow.close();
});

test.each([
  ['on Append', PLAIN],
  ['on BatchAppend', {}],
])('append too large %s', async (_, options) => {
  const tooMuch = binaryEvent({ type: 'Big', data: new Uint8Array(1024 * 1024 + 1) });
  const error = await refusalOf(client.appendToStream(newStream(), tooMuch, options));
  expect(error).toBeInstanceOf(MaxAppendSizeExceededError);
  expect(error).toMatchObject({ maxAppendSize: 1024 * 1024 });
  const fits = binaryEvent({ type: 'Big', data: new Uint8Array(1024 * 1024), metadata: new Uint8Array(1024) });
  expect(await client.appendToStream(newStream(), fits, options)).toMatchObject({ success: true });
});
