import { type EventEmitter, once } from 'node:events';
import {
  AccessDeniedError,
  EventStoreDBClient,
  persistentSubscriptionToAllSettingsFromDefaults,
  persistentSubscriptionToStreamSettingsFromDefaults,
} from '@eventstore/db-client';
import { type ServiceError, status } from '@grpc/grpc-js';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb, { type BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect, event, newStream, type OpenStore, openStore, refusalOf, USERS } from './testing/open-store.ts';
import { ask, basic, rawClients } from './testing/raw-client.ts';

// spec: event-store §2. The file runs in a process of its own: when one official client has wrong credentials, the
// pending appends of all clients in that process are rejected (spec: event-store §5).

let store: OpenStore;
beforeAll(async () => {
  store = await openStore({ secure: true });
});
afterAll(() => store.close());

const toStream = persistentSubscriptionToStreamSettingsFromDefaults();
const toAll = persistentSubscriptionToAllSettingsFromDefaults();
const GROUP = 'group';

/** Resolves once it is confirmed; what it fails with otherwise is thrown. */
async function begun(subscription: EventEmitter & { resume(): unknown; unsubscribe(): Promise<void> }): Promise<void> {
  subscription.resume();
  await once(subscription, 'confirmation');
  await subscription.unsubscribe();
}

type Client = EventStoreDBClient;
/** What there is to do with a stream, an ordinary one or not; it has events and a group when it begins. */
const ofAStream: Record<string, (client: Client, stream: string) => Promise<unknown>> = {
  'append in a batch': (client, stream) => client.appendToStream(stream, event(0)),
  read: (client, stream) => collect(client.readStream(stream)),
  subscribe: (client, stream) => begun(client.subscribeToStream(stream)),
  'write metadata': (client, stream) => client.setStreamMetadata(stream, { maxCount: 9 }),
  'read metadata': (client, stream) => client.getStreamMetadata(stream),
  'create a group': (client, stream) => client.createPersistentSubscriptionToStream(stream, newStream(), toStream),
  'update a group': (client, stream) => client.updatePersistentSubscriptionToStream(stream, GROUP, toStream),
  'ask about a group': (client, stream) => client.getPersistentSubscriptionToStreamInfo(stream, GROUP),
  'list its groups': (client, stream) => client.listPersistentSubscriptionsToStream(stream),
  'join a group': (client, stream) => begun(client.subscribeToPersistentSubscriptionToStream(stream, GROUP)),
  'replay what a group parked': (client, stream) => client.replayParkedMessagesToStream(stream, GROUP),
  'delete a group': (client, stream) => client.deletePersistentSubscriptionToStream(stream, GROUP),
  delete: (client, stream) => client.deleteStream(stream),
  'end for ever': (client, stream) => client.tombstoneStream(stream),
};

const ofAll: Record<string, (client: Client) => Promise<unknown>> = {
  read: (client) => collect(client.readAll({ maxCount: 1 })),
  subscribe: (client) => begun(client.subscribeToAll()),
  'read metadata': (client) => client.getStreamMetadata('$all'),
  'create a group': (client) => client.createPersistentSubscriptionToAll(newStream(), toAll),
  'update a group': (client) => client.updatePersistentSubscriptionToAll(GROUP, toAll),
  'ask about a group': (client) => client.getPersistentSubscriptionToAllInfo(GROUP),
  'list its groups': (client) => client.listPersistentSubscriptionsToAll(),
  'join a group': (client) => begun(client.subscribeToPersistentSubscriptionToAll(GROUP)),
  'replay what a group parked': (client) => client.replayParkedMessagesToAll(GROUP),
  'delete a group': (client) => client.deletePersistentSubscriptionToAll(GROUP),
};

/** For every account there is, whatever it may touch. */
const ofNoStream: Record<string, (client: Client) => Promise<unknown>> = {
  'list all groups': (client) => client.listAllPersistentSubscriptions(),
  'restart the groups': (client) => client.restartPersistentSubscriptionSubsystem(),
};

/** Each with the admin's help done to something fresh. */
async function outcomes(client: Client, system: boolean): Promise<Record<string, unknown>> {
  const told: Record<string, unknown> = {};
  const fresh = async () => {
    const stream = `${system ? '$' : ''}${newStream()}`;
    await store.client.appendToStream(stream, event(0));
    await store.client.createPersistentSubscriptionToStream(stream, GROUP, toStream);
    return stream;
  };
  for (const [what, act] of Object.entries(ofAStream)) told[what] = await outcome(act(client, await fresh()));
  return told;
}

async function outcomesOfAll(client: Client): Promise<Record<string, unknown>> {
  const told: Record<string, unknown> = {};
  await store.client.createPersistentSubscriptionToAll(GROUP, toAll);
  for (const [what, act] of Object.entries(ofAll)) told[what] = await outcome(act(client));
  await store.client.deletePersistentSubscriptionToAll(GROUP).catch(() => undefined);
  return told;
}

async function outcomesOfNoStream(client: Client): Promise<Record<string, unknown>> {
  const told: Record<string, unknown> = {};
  for (const [what, act] of Object.entries(ofNoStream)) told[what] = await outcome(act(client));
  return told;
}

async function outcome(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return 'done';
  } catch (error) {
    const { code } = error as { code?: number };
    // A batch append's refusal comes without a status.
    return error instanceof AccessDeniedError && code !== status.UNAUTHENTICATED ? 'denied' : code;
  }
}

const always = (operations: Record<string, unknown>, what: unknown) =>
  Object.fromEntries(Object.keys(operations).map((name) => [name, what]));

describe.each([
  ['nobody', 'denied', 'denied', 'denied'],
  ['an account that is no admin', 'done', 'denied', 'done'],
  ['an admin', 'done', 'done', 'done'],
  ['a wrong password', status.UNAUTHENTICATED, status.UNAUTHENTICATED, status.UNAUTHENTICATED],
  ['an unknown account', status.UNAUTHENTICATED, status.UNAUTHENTICATED, status.UNAUTHENTICATED],
] as const)('%s', (who, ordinary, systems, otherwise) => {
  let client: Client;
  beforeAll(() => {
    const wrong = (credentials: string) =>
      EventStoreDBClient.connectionString(store.address('nobody').replace('//', `//${credentials}@`));
    client = {
      nobody: () => store.connect('', 'nobody'),
      'an account that is no admin': () => store.connect('', 'ops'),
      'an admin': () => store.connect(),
      'a wrong password': () => wrong('admin:changeit2'),
      'an unknown account': () => wrong('root:changeit'),
    }[who]();
  });
  afterAll(() => client.dispose());

  test('an ordinary stream', async () => {
    expect(await outcomes(client, false)).toEqual(always(ofAStream, ordinary));
  });

  test("a system's stream", async () => {
    expect(await outcomes(client, true)).toEqual(always(ofAStream, systems));
  });

  test('$all', async () => {
    expect(await outcomesOfAll(client)).toEqual(always(ofAll, systems));
  });

  test('all groups', async () => {
    expect(await outcomesOfNoStream(client)).toEqual(always(ofNoStream, otherwise));
  });
});

describe('what others than the official client may try', () => {
  const refused = async (asked: Promise<unknown>) => {
    const { code, metadata } = (await refusalOf(asked)) as ServiceError;
    return [code, ...metadata.get('exception')];
  };
  const nobody = () => rawClients(store, { user: 'nobody' });

  test('nobody and wrong credentials are told whom to call and what is answered, and nothing else', async () => {
    const raw = nobody();
    const wrong = basic('admin', 'wrong');
    const empty = new sharedPb.Empty();
    for (const metadata of [basic('admin', USERS.admin.password), basic('', ''), wrong]) {
      const cluster = await ask<ClusterInfo>((reply) => raw.gossip.read(empty, metadata, reply));
      expect(cluster.getMembersList()).toHaveLength(1);
      const methods = await ask<SupportedMethods>((reply) => raw.features.getSupportedMethods(empty, metadata, reply));
      expect(methods.getMethodsList()).not.toEqual([]);
    }
    expect(await refused(ask((reply) => raw.persistent.restartSubsystem(empty, reply)))).toEqual([7, 'access-denied']);
    expect(await refused(ask((reply) => raw.persistent.restartSubsystem(empty, wrong, reply)))).toEqual([16]);
    raw.close();
  });

  test('every kind of call refuses them with its status', async () => {
    const raw = nobody();
    const wrong = basic('ops', 'wrong');
    const request = new streamsPb.ReadReq();
    expect(await refused(collect(raw.streams.read(request)))).toEqual([7, 'access-denied']);
    expect(await refused(ask((reply) => raw.streams.append(reply).end()))).toEqual([7, 'access-denied']);
    expect(await refused(collect(raw.persistent.read()))).toEqual([7, 'access-denied']);
    expect(await refused(collect(raw.streams.read(request, wrong)))).toEqual([16]);
    expect(await refused(ask((reply) => raw.streams.append(wrong, reply).end()))).toEqual([16]);
    expect(await refused(collect(raw.persistent.read(wrong)))).toEqual([16]);
    expect(await refused(collect(raw.streams.batchAppend(wrong)))).toEqual([16]);
    raw.close();
  });

  test('a batch append without credentials is refused in its reply, and the stream stays open for others', async () => {
    const raw = nobody();
    const call = raw.streams.batchAppend();
    const request = (id: string) => {
      const options = new streamsPb.BatchAppendReq.Options()
        .setStreamIdentifier(new sharedPb.StreamIdentifier().setStreamName(Buffer.from(newStream())))
        .setAny(new emptyPb.Empty());
      return new streamsPb.BatchAppendReq()
        .setCorrelationId(new sharedPb.UUID().setString(id))
        .setOptions(options)
        .setIsFinal(true);
    };
    const replies: BatchAppendResp[] = [];
    call.on('data', (reply: BatchAppendResp) => replies.push(reply));
    call.write(request('00000000-0000-4000-8000-000000000001'));
    call.write(request('00000000-0000-4000-8000-000000000002'));
    call.end();
    await once(call, 'end');
    expect(replies.map((reply) => reply.getError()?.getDetails()?.getTypeName())).toEqual(
      Array.from({ length: 2 }, () => 'event_store.client.AccessDenied'),
    );
    expect(replies.map((reply) => reply.getError()?.getCode())).toEqual([7, 7]);
    raw.close();
  });

  test('a scheme other than basic, or half of one, is no way in', async () => {
    const raw = nobody();
    const { password } = USERS.admin;
    for (const authorization of ['Bearer abc', 'Basic', `admin:${password}`, 'Basic YWRtaW4=', 'Basic *']) {
      const metadata = basic('', '');
      metadata.set('authorization', authorization);
      const asked = ask((reply) => raw.persistent.restartSubsystem(new sharedPb.Empty(), metadata, reply));
      expect([authorization, ...(await refused(asked))]).toEqual([authorization, 16]);
    }
    raw.close();
  });
});

describe('in insecure mode', () => {
  test('whoever brings credentials brings right ones, and whoever brings none may do all', async () => {
    const insecure = await openStore({ secure: false, accounts: [USERS.ops] });
    const raw = rawClients(insecure);
    const restart = (name: string, password: string) =>
      ask((reply) => raw.persistent.restartSubsystem(new sharedPb.Empty(), basic(name, password), reply));
    expect(await refusalOf(restart('ops', 'wrong'))).toMatchObject({ code: status.UNAUTHENTICATED });
    expect(await restart('ops', USERS.ops.password)).toBeDefined();
    expect(await collect(insecure.client.readAll({ maxCount: 1 }))).toHaveLength(1);
    expect(await collect(raw.streams.read(readAll(), basic('ops', USERS.ops.password)))).toHaveLength(1);
    raw.close();
    await insecure.close();
  });
});

function readAll() {
  const { Options } = streamsPb.ReadReq;
  const all = new Options.AllOptions().setStart(new sharedPb.Empty());
  return new streamsPb.ReadReq().setOptions(new Options().setAll(all).setCount('1'));
}
