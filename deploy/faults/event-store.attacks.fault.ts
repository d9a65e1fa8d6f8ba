// spec: faults A31, A37
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  AccessDeniedError,
  EventStoreDBClient,
  jsonEvent,
  persistentSubscriptionToStreamSettingsFromDefaults,
} from '@eventstore/db-client';
import { credentials, type ServiceError, status } from '@grpc/grpc-js';
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import { ServerFeaturesClient } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandLine } from '../local/process-table.ts';
import { startProduct, type Product } from './harness/product.ts';

// A process of its own: what brings wrong credentials to one official client fails the appends of all in its process.

let product: Product;
let address: { url: string; host: string; password: string; certificate: string };
beforeAll(async () => {
  product = await startProduct();
  const { eventStoreUrl: url } = product.endpoints();
  const { host, password, searchParams } = new URL(url);
  address = { url, host, password, certificate: searchParams.get('tlsCAFile') ?? '' };
});
afterAll(() => product?.remove());

async function withClient<T>(url: string, work: (client: EventStoreDBClient) => Promise<T>): Promise<T> {
  const client = EventStoreDBClient.connectionString(url);
  try {
    return await work(client);
  } finally {
    await client.dispose();
  }
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const read: Item[] = [];
  for await (const item of items) read.push(item);
  return read;
}

const event = () => jsonEvent({ type: 'Planted', data: {} });
const group = persistentSubscriptionToStreamSettingsFromDefaults();

describe("31: the product's event store, called by whoever finds its port", () => {
  const trespasses: Record<string, (client: EventStoreDBClient) => Promise<unknown>> = {
    append: (client) => client.appendToStream('planted-1', event()),
    read: (client) => all(client.readStream('planted-1')),
    'read $all': (client) => all(client.readAll({ maxCount: 1 })),
    'write metadata': (client) => client.setStreamMetadata('planted-1', { maxCount: 1 }),
    delete: (client) => client.deleteStream('planted-1'),
    'end for ever': (client) => client.tombstoneStream('planted-1'),
    'make a group': (client) => client.createPersistentSubscriptionToStream('planted-1', 'planted', group),
    'list groups': (client) => client.listAllPersistentSubscriptions(),
  };

  test.each([
    ['without credentials', ''],
    ['with a wrong password', 'admin:wrong@'],
    ['as an account that is none', 'root:changeit@'],
  ])('%s: all is refused', async (_, who) => {
    const url = address.url.replace(/\/\/.*@/, `//${who}`);
    const allowed: string[] = [];
    for (const [what, attempt] of Object.entries(trespasses)) {
      const refusal = await withClient(url, attempt).catch((error: unknown) => error);
      if (!(refusal instanceof AccessDeniedError)) allowed.push(`${what}: ${String(refusal)}`);
    }
    expect(allowed).toEqual([]);
    expect(await withClient(address.url, (client) => all(client.readAll())).then(planted)).toEqual([]);
  });

  const planted = (events: { event?: { streamId: string } }[]) =>
    events.filter((one) => one.event?.streamId.startsWith('planted'));

  test('without credentials it tells whom to call and what it answers', async () => {
    const channel = credentials.createSsl(readFileSync(address.certificate));
    const [gossip, features] = [
      new GossipClient(address.host, channel),
      new ServerFeaturesClient(address.host, channel),
    ];
    const [cluster, supported] = await Promise.all([
      new Promise<ClusterInfo>((resolve, reject) => {
        gossip.read(new sharedPb.Empty(), (error, reply) => (error ? reject(error) : resolve(reply)));
      }),
      new Promise<SupportedMethods>((resolve, reject) => {
        features.getSupportedMethods(new sharedPb.Empty(), (error, reply) => (error ? reject(error) : resolve(reply)));
      }),
    ]);
    expect(cluster.getMembersList()).toHaveLength(1);
    expect(supported.getEventStoreServerVersion()).toMatch(/^23\.10\./);
    gossip.close();
    features.close();
  });

  test('without TLS it does not answer at all', async () => {
    const gossip = new GossipClient(address.host, credentials.createInsecure());
    const refusal = await new Promise<ServiceError | null>((resolve) => {
      gossip.read(new sharedPb.Empty(), (error) => resolve(error));
    });
    expect(refusal?.code).toBe(status.UNAVAILABLE);
    gossip.close();
  });

  test('with the right ones the official client appends, reads and follows', async () => {
    await withClient(address.url, async (client) => {
      const { position } = await client.appendToStream('allowed-1', [event(), event()], {
        expectedRevision: 'no_stream',
      });
      expect(await all(client.readStream('allowed-1'))).toHaveLength(2);
      const newest = await all(client.readAll({ direction: 'backwards', fromPosition: 'end', maxCount: 100 }));
      expect(newest.map((one) => one.event?.position)).toContainEqual(position);
      const following = client.subscribeToStream('allowed-1');
      const seen: bigint[] = [];
      for await (const received of following) {
        if (seen.push(received.event?.revision ?? -1n) === 2) await following.unsubscribe();
      }
      expect(seen).toEqual([0n, 1n]);
    });
  });
});

test('37: no password and no key stands in the arguments of a process or in what the product says', () => {
  const { devMailToken = '', ...others } = JSON.parse(
    readFileSync(join(product.dataDir, 'secrets.json'), 'utf8'),
  ) as Record<string, string>;
  const secrets = Object.values(others);
  const { databaseUrl, natsUrl } = product.endpoints();
  const passwords = [address.password, ...[databaseUrl, natsUrl].flatMap((url) => url ?? []).map(passwordOf)];
  const kept = [...secrets, ...passwords];
  expect(kept.every((secret) => secret.length >= 16)).toBe(true);
  const commandLines = product.processes().map(commandLine);
  const told = [...commandLines, product.output];
  expect(told.length).toBeGreaterThan(4);
  // The banner's address of the mailbox is how its reader comes by its secret.
  expect(commandLines.filter((text) => text.includes(devMailToken))).toEqual([]);
  expect(told.filter((text) => kept.some((secret) => text.includes(secret)))).toEqual([]);
});

const passwordOf = (url: string) => new URL(url).password;

test('what holds passwords and keys is for its owner alone', () => {
  const files = ['secrets.json', 'endpoints.json', 'event-store.key.pem', 'event-store.cert.pem', 'postgres.password'];
  const modes = files.map((name) => [name, (statSync(join(product.dataDir, name)).mode & 0o777).toString(8)]);
  expect(modes).toEqual(files.map((name) => [name, '600']));
});
