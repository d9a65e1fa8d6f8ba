import { once } from 'node:events';
import {
  BACKWARDS,
  binaryEvent,
  END,
  EventStoreDBClient,
  eventTypeFilter,
  type Position,
  START,
  streamNameFilter,
} from '@eventstore/db-client';
import gossipPb, { type ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb, { type ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect, event, events, newStream, type OpenStore, openStore } from '../testing/open-store.ts';
import { ask, rawClients } from '../testing/raw-client.ts';
import { take } from '../testing/take.ts';

// spec: event-store §1: a test for each call, in order. Persistent subscriptions have a file of their own.

let store: OpenStore;
let raw: ReturnType<typeof rawClients>;
beforeAll(async () => {
  store = await openStore();
  raw = rawClients(store);
});
afterAll(async () => {
  raw.close();
  await store.close();
});

// Dropped where there is no TLS; given for one call they make the client append plainly.
const PLAIN = { credentials: { username: 'admin', password: 'changeit' } };

describe('first append: ServerFeatures.GetSupportedMethods', () => {
  const supported = () =>
    ask<SupportedMethods>((reply) => raw.features.getSupportedMethods(new sharedPb.Empty(), reply));

  test('lists exactly what is answered, in lower case, as version 23.10.6', async () => {
    const methods = (await supported()).getMethodsList();
    expect((await supported()).getEventStoreServerVersion()).toBe('23.10.6');
    expect(methods.map((method) => `${method.getServiceName()}/${method.getMethodName()}`).toSorted()).toEqual([
      'event_store.client.gossip.gossip/read',
      ...['create', 'delete', 'getinfo', 'list', 'read', 'replayparked', 'restartsubsystem', 'update'].map(
        (name) => `event_store.client.persistent_subscriptions.persistentsubscriptions/${name}`,
      ),
      'event_store.client.server_features.serverfeatures/getsupportedmethods',
      ...['append', 'batchappend', 'delete', 'read', 'tombstone'].map(
        (name) => `event_store.client.streams.streams/${name}`,
      ),
    ]);
  });

  test('persistent methods have the features stream and all', async () => {
    const persistent = (await supported())
      .getMethodsList()
      .filter((method) => method.getServiceName().includes('persistent'));
    for (const method of persistent) expect(method.getFeaturesList()).toEqual(['stream', 'all']);
  });
});

test.each([
  ['Streams.Append', PLAIN],
  ['Streams.BatchAppend', {}],
])('append: %s', async (_, options) => {
  const stream = newStream();
  await store.client.appendToStream(stream, events(2), { expectedRevision: 'no_stream', ...options });
  await store.client.appendToStream(stream, event(2), { expectedRevision: 1n, ...options });
  await store.client.appendToStream(stream, event(3), { expectedRevision: 'stream_exists', ...options });
  const last = await store.client.appendToStream(stream, event(4), { expectedRevision: 'any', ...options });
  expect(last).toMatchObject({ success: true, nextExpectedRevision: 4n });
  const read = await collect(store.client.readStream(stream));
  expect(read.map((one) => one.event?.data)).toEqual([0, 1, 2, 3, 4].map((number) => ({ number })));
  expect(read[4]?.event).toMatchObject({ type: 'Counted', isJson: true, position: last.position });
});

test('read: Streams.Read with a count', async () => {
  const stream = newStream();
  await store.client.appendToStream(stream, events(5));
  const forwards = await collect(store.client.readStream(stream, { fromRevision: 1n, maxCount: 2 }));
  expect(forwards.map((one) => one.event?.revision)).toEqual([1n, 2n]);
  const backwards = await collect(store.client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 2 }));
  expect(backwards.map((one) => one.event?.revision)).toEqual([4n, 3n]);
});

test('subscribe: Streams.Read with a subscription, a filter and checkpoints', async () => {
  const stream = newStream('filtered');
  const { position } = await store.client.appendToStream(newStream(), event(0));
  const reached = Promise.withResolvers<Position>();
  const byStream = store.client.subscribeToAll({
    fromPosition: position ?? START,
    filter: streamNameFilter({
      prefixes: [stream],
      maxSearchWindow: 2,
      checkpointReached: (_subscription, at) => reached.resolve(at),
    }),
  });
  const byType = store.client.subscribeToAll({
    fromPosition: position ?? START,
    filter: eventTypeFilter({ regex: '^Odd' }),
  });
  const confirmed = Promise.all([once(byStream, 'confirmation'), once(byType, 'confirmation')]);
  byStream.resume();
  byType.resume();
  await confirmed;
  const [named, typed] = [take(byStream, 2), take(byType, 1)];
  await store.client.appendToStream(stream, [event(0), event(1, 'OddThing')]);
  const both = await named;
  expect(both.map((one) => one.event?.revision)).toEqual([0n, 1n]);
  expect((await typed).map((one) => one.event?.type)).toEqual(['OddThing']);
  expect((await reached.promise).commit).toBe(both[1]?.commitPosition);
  await Promise.all([byStream.unsubscribe(), byType.unsubscribe()]);
});

test('delete, tombstone: Streams.Delete and Streams.Tombstone answer a position', async () => {
  const [deleted, ended] = [newStream(), newStream()];
  await store.client.appendToStream(deleted, events(2));
  const { position } = await store.client.appendToStream(ended, events(2));
  const first = await store.client.deleteStream(deleted, { expectedRevision: 1n });
  const second = await store.client.tombstoneStream(ended, { expectedRevision: 1n });
  const written = (await collect(store.client.readAll({ fromPosition: position ?? START }))).slice(1);
  expect(written.map((one) => one.event?.streamId)).toEqual([`$$${deleted}`, ended]);
  expect(written.map((one) => one.event?.position)).toEqual([first.position, second.position]);
});

test('metadata: append to and read `$$stream`', async () => {
  const stream = newStream();
  await store.client.appendToStream(stream, event(0));
  expect(await store.client.getStreamMetadata(stream)).toEqual({ streamName: stream });
  const metadata = {
    maxCount: 10,
    maxAge: 3_600,
    truncateBefore: 0,
    cacheControl: 60,
    acl: { readRoles: ['$admins'], writeRoles: ['someone'], metaWriteRoles: ['$admins'] },
    ours: { anything: true },
  };
  await store.client.setStreamMetadata(stream, metadata, { expectedRevision: 'no_stream' });
  expect(await store.client.getStreamMetadata(stream)).toMatchObject({ streamName: stream, metadata });
  const [written] = await collect(store.client.readStream(`$$${stream}`));
  expect(written?.event).toMatchObject({
    type: '$metadata',
    data: { $maxCount: 10, $maxAge: 3_600, $tb: 0, $cacheControl: 60, $acl: { $r: ['$admins'] } },
  });
});

test('recorded events carry created, type and content-type; commit equals prepare', async () => {
  const [stream, before] = [newStream(), Date.now()];
  await store.client.appendToStream(stream, [event(0), binaryEvent({ type: 'Bytes', data: Uint8Array.of(1) })]);
  const { Options } = streamsPb.ReadReq;
  const identifier = new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream));
  const options = new Options().setStream(new Options.StreamOptions().setStreamIdentifier(identifier)).setCount('2');
  const replies = await collect<ReadResp>(raw.streams.read(new streamsPb.ReadReq().setOptions(options)));
  const records = replies.map((reply) => reply.getEvent()?.getEvent());
  expect(records.map((record) => record?.getMetadataMap().get('type'))).toEqual(['Counted', 'Bytes']);
  expect(records.map((record) => record?.getMetadataMap().get('content-type'))).toEqual([
    'application/json',
    'application/octet-stream',
  ]);
  for (const record of records) {
    const createdMs = BigInt(record?.getMetadataMap().get('created') ?? 0) / 10_000n;
    expect(createdMs).toBeGreaterThanOrEqual(BigInt(before));
    expect(createdMs).toBeLessThanOrEqual(BigInt(Date.now()));
    expect(record?.getCommitPosition()).toMatch(/^[1-9]\d*$/);
    expect(record?.getPreparePosition()).toBe(record?.getCommitPosition());
  }
});

test('tls=false drops credentials silently', async () => {
  const guarded = await openStore({ secure: false, accounts: [{ name: 'admin', password: 'right', admin: true }] });
  const wrong = { credentials: { username: 'admin', password: 'wrong' } };
  expect(await guarded.client.appendToStream(newStream(), event(0), wrong)).toMatchObject({ success: true });
  await guarded.close();
});

describe('discovery: Gossip.Read', () => {
  test.each(['127.0.0.1', 'localhost'])('names one leader, at the address it was called at: %s', async (host) => {
    const client = rawClients(store, { host });
    const cluster = await ask<ClusterInfo>((reply) => client.gossip.read(new sharedPb.Empty(), reply));
    client.close();
    const [member, ...others] = cluster.getMembersList();
    expect(others).toEqual([]);
    expect(member?.getState()).toBe(gossipPb.MemberInfo.VNodeState.LEADER);
    expect(member?.getIsAlive()).toBe(true);
    expect(member?.getHttpEndPoint()?.toObject()).toEqual({ address: host, port: store.port });
    expect(member?.getInstanceId()?.getString()).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('lets a client discover the store', async () => {
    const client = EventStoreDBClient.connectionString(store.address('admin', 'esdb+discover'));
    const stream = newStream();
    await client.appendToStream(stream, event(0));
    expect(await collect(client.readStream(stream))).toHaveLength(1);
    await client.dispose();
  });
});
