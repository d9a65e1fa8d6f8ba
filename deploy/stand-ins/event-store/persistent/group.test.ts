import { once } from 'node:events';
import { NetworkSwitch } from '@easel/kernel/testing/network-switch';
import {
  type PersistentSubscriptionToStream,
  type PersistentSubscriptionToStreamSettings,
  persistentSubscriptionToStreamSettingsFromDefaults,
  PARK,
  START,
} from '@eventstore/db-client';
import { afterEach, expect, test } from 'vitest';
import { collect, events, newStream, type OpenStore, openStore } from '../testing/open-store.ts';
import { take } from '../testing/take.ts';

// What the protocol does not speak of: bounds, order, faults. What it does is in ../conformance.

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function open(...args: Parameters<typeof openStore>): Promise<OpenStore> {
  const store = await openStore(...args);
  cleanups.push(() => store.close());
  return store;
}

const settings = (changes: Partial<PersistentSubscriptionToStreamSettings>) =>
  persistentSubscriptionToStreamSettingsFromDefaults({ startFrom: START, ...changes });

async function grouped(
  { client }: OpenStore,
  count: number,
  changes: Partial<PersistentSubscriptionToStreamSettings> = {},
): Promise<string> {
  const stream = newStream();
  for (let from = 0; from < count; from += 500) await client.appendToStream(stream, events(Math.min(count, 500), from));
  await client.createPersistentSubscriptionToStream(stream, 'group', settings(changes));
  return stream;
}

function subscribe({ client }: OpenStore, stream: string, bufferSize: number): PersistentSubscriptionToStream {
  const subscription = client.subscribeToPersistentSubscriptionToStream(stream, 'group', { bufferSize });
  cleanups.push(() => subscription.unsubscribe());
  subscription.on('error', () => undefined);
  return subscription;
}

test('a long backlog that left memory is delivered whole, once and in order', async () => {
  const store = await open({ cacheBytes: 100_000 });
  const stream = await grouped(store, 5_000);
  const subscription = subscribe(store, stream, 50);
  const revisions: number[] = [];
  for await (const received of subscription) {
    revisions.push(Number(received.event?.revision));
    await subscription.ack(received);
    if (revisions.length === 5_000) break;
  }
  expect(revisions).toEqual(Array.from({ length: 5_000 }, (_, index) => index));
});

test('one message that is never answered does not hold the others up, and is the first to come again', async () => {
  const store = await open();
  const stream = await grouped(store, 2_000, { messageTimeout: 0, checkPointLowerBound: 1, checkPointAfter: 10 });
  const subscription = subscribe(store, stream, 20);
  const [stuck] = await take(subscription, 1);
  for (let settled = 0; settled < 1_999; settled += 1) await subscription.ack(...(await take(subscription, 1)));
  const stats = async () => (await store.client.getPersistentSubscriptionToStreamInfo(stream, 'group')).stats;
  while ((await stats()).totalInFlightMessages > 1);
  expect((await stats()).lastCheckpointedEventRevision).toBeUndefined();
  if (stuck) await subscription.ack(stuck);
  while ((await stats()).lastCheckpointedEventRevision !== 1_999n);
});

test('a subscriber that does not read is given no more than fits on the way', async () => {
  const store = await open();
  const stream = newStream();
  for (let round = 0; round < 20; round += 1) {
    const bulky = events(20).map((one) => ({ ...one, data: { filler: 'x'.repeat(50_000) } }));
    await store.client.appendToStream(stream, bulky);
  }
  await store.client.createPersistentSubscriptionToStream(stream, 'group', settings({}));
  const subscription = store.client.subscribeToPersistentSubscriptionToStream(
    stream,
    'group',
    { bufferSize: 1_000 },
    { highWaterMark: 1 },
  );
  cleanups.push(() => subscription.unsubscribe());
  await once(subscription, 'confirmation');
  const inFlight = async () =>
    (await store.client.getPersistentSubscriptionToStreamInfo(stream, 'group')).stats.totalInFlightMessages;
  let before = -1;
  for (let now = await inFlight(); now !== before; now = await inFlight()) before = now;
  expect(before).toBeLessThan(400);
  expect((await take(subscription, 400)).map((one) => Number(one.event?.revision))).toEqual(
    Array.from({ length: 400 }, (_, index) => index),
  );
});

test('while PostgreSQL is gone nothing is lost: what cannot be parked is delivered again', async () => {
  let door: NetworkSwitch | undefined;
  const store = await open({}, async (url) => {
    const led = await NetworkSwitch.beforeUrl(url);
    door = led.door;
    return led.url;
  });
  cleanups.push(() => door?.shut() ?? Promise.resolve());
  const stream = await grouped(store, 1);
  const subscription = subscribe(store, stream, 10);
  const [delivered, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const again = Promise.withResolvers<number>();
  // Parks whatever it is given, from the moment on that PostgreSQL is gone.
  subscription.on('data', (received) => {
    delivered.resolve();
    if (received.retryCount > 0) again.resolve(received.retryCount);
    void gone.promise.then(() => subscription.nack(PARK, 'no', received));
  });
  await delivered.promise;
  await door?.shut();
  gone.resolve();
  expect(await again.promise).toBe(1);
  await door?.open();
  // However often it is tried, it is parked once: the same event says so.
  const parked = () => store.client.readStream(`$persistentsubscription-${stream}::group-parked`);
  const count = () =>
    collect(parked())
      .then((links) => links.length)
      .catch(() => 0);
  while ((await count()) === 0);
  const info = await store.client.getPersistentSubscriptionToStreamInfo(stream, 'group');
  expect(info.stats.parkedMessageCount).toBe(1n);
});
