import { Server, ServerCredentials, status, type sendUnaryData } from '@grpc/grpc-js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featuresPb, { type SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore, type OpenStore } from '../../stand-ins/event-store/testing/open-store.ts';
import { callFault, givenEventStore, versionFault } from './event-store-probe.ts';

const name = 'EventStoreDB at a:2113';
const READY = { kind: 'ready', warnings: [] };
const refusedFor = (why: string) => ({ kind: 'refused', why: expect.stringContaining(why) as string });

describe('a store over TLS, with accounts', () => {
  let store: OpenStore;
  beforeAll(async () => void (store = await openStore({ secure: true })));
  afterAll(() => store.close());

  const probe = (address: string) => givenEventStore(address).probe();
  const host = (): string => `127.0.0.1:${store.port}`;
  /** The admin's address with something else in its place. */
  const instead = (of: string | RegExp, by: string): string => store.address('admin').replace(of, by);

  test('an admin may use it, by one host, by several of which one is away, and by discovery', async () => {
    expect(await probe(store.address('admin'))).toEqual(READY);
    expect(await probe(store.address('admin', 'esdb+discover'))).toEqual(READY);
    expect(await probe(instead(host(), `127.0.0.1:1,${host()}`))).toEqual({
      kind: 'ready',
      warnings: ['127.0.0.1:1: nothing listens there'],
    });
  });

  test('an account that may not read $all is told so, by one host and by several', async () => {
    const why = refusedFor(`The account ops may not read $all of EventStoreDB at ${host()}`);
    expect(await probe(store.address('ops'))).toEqual(why);
    expect(await probe(store.address('ops').replace(host(), `${host()},127.0.0.1:1`))).toEqual(why);
  });

  test('a wrong password, an unknown account and none at all are told so, without the password', async () => {
    const wrong = await probe(instead('changeit', 'another-w0rd'));
    expect(wrong).toEqual(refusedFor('refuses the password of the account admin'));
    expect(JSON.stringify(wrong)).not.toContain('another-w0rd');
    expect(await probe(instead('admin:', 'who:'))).toEqual(refusedFor('refuses the password of the account who'));
    expect(await probe(store.address('nobody'))).toEqual(refusedFor('asks for an account'));
  });

  test('a certificate that nobody trusts, and a file of trust that is not there', async () => {
    expect(await probe(instead(/[?&]tlsCAFile=[^&]*/, ''))).toEqual(
      refusedFor(`The certificate of EventStoreDB at ${host()} is not trusted (it is signed by itself)`),
    );
    expect(await probe(instead(/tlsCAFile=[^&]*/, 'tlsCAFile=/no/such.pem'))).toEqual(
      refusedFor('/no/such.pem, the tlsCAFile of EVENT_STORE_URL, does not exist'),
    );
  });

  test('without TLS it is not spoken to', async () => {
    expect(await probe(`esdb://${host()}?tls=false`)).toEqual(refusedFor('speaks TLS alone'));
  });
});

test('a store without TLS is not spoken to with it', async () => {
  const store = await openStore({ secure: false });
  try {
    expect(await givenEventStore(store.address('nobody')).probe()).toEqual(READY);
    const secure = givenEventStore(`esdb://admin:changeit@127.0.0.1:${store.port}`);
    expect(await secure.probe()).toEqual(refusedFor('does not speak TLS'));
  } finally {
    await store.close();
  }
});

test('one that is away is waited for', async () => {
  const given = givenEventStore('esdb://admin:w0rd@127.0.0.1:1,127.0.0.1:2');
  expect(given.name).toBe('EventStoreDB at 127.0.0.1:1, 127.0.0.1:2');
  expect(given.check).not.toContain('w0rd');
  expect(await given.probe()).toEqual({
    kind: 'away',
    why: '127.0.0.1:1: nothing listens there; 127.0.0.1:2: nothing listens there',
  });
});

test('a server that says it is older than 23.10 is asked nothing more', async () => {
  const server = new Server();
  server.addService(ServerFeaturesService, {
    getSupportedMethods: (_: unknown, reply: sendUnaryData<SupportedMethods>) =>
      reply(null, new featuresPb.SupportedMethods().setEventStoreServerVersion('22.10.2')),
  });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  expect(await givenEventStore(`esdb://127.0.0.1:${port}?tls=false`).probe()).toEqual(
    refusedFor('is version 22.10.2: Easel needs 23.10 or later'),
  );
  server.forceShutdown();
});

test.each([
  ['23.9.4', true],
  ['22.10.0', true],
  ['5.0.11', true],
  ['23.10.0', false],
  ['23.10.6.0-nightly', false],
  ['24.2.0', false],
  ['unknown', false],
])('version %s', (version, isOld) => {
  expect(versionFault(version, name)?.kind).toBe(isOld ? 'refused' : undefined);
});

test.each([
  [status.UNAUTHENTICATED, 'ops', 'refused'],
  [status.PERMISSION_DENIED, 'ops', 'refused'],
  [status.PERMISSION_DENIED, undefined, 'refused'],
  [status.UNIMPLEMENTED, undefined, 'refused'],
  [status.UNAVAILABLE, undefined, 'away'],
  [status.DEADLINE_EXCEEDED, undefined, 'away'],
])('status %i of %s is %s', (code, account, kind) => {
  expect(callFault({ code, details: 'odd' }, { name, account }).kind).toBe(kind);
});
