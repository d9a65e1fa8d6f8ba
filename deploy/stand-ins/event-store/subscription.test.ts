import { once } from 'node:events';
import {
  type AllStreamSubscription,
  END,
  eventTypeFilter,
  excludeSystemEvents,
  type Position,
  START,
  streamNameFilter,
  type StreamSubscription,
} from '@eventstore/db-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inOrder } from './testing/in-order.ts';
import { collect, event, events, newStream, type OpenStore, openStore } from './testing/open-store.ts';
import { take } from './testing/take.ts';

let store: OpenStore;
const open: { unsubscribe(): Promise<void> }[] = [];

const opened = <Subscription extends StreamSubscription | AllStreamSubscription>(subscription: Subscription) => {
  open.push(subscription);
  return subscription;
};
const endAll = async () => {
  await Promise.all(open.splice(0).map((subscription) => subscription.unsubscribe()));
};

const revisions = (resolved: readonly { event?: { revision: bigint } }[]) =>
  resolved.map((one) => Number(one.event?.revision));

describe('a subscription', () => {
  beforeAll(async () => {
    store = await openStore();
  });
  afterEach(endAll);
  afterAll(() => store.close());

  test('to a stream sends what is there, then what comes', async () => {
    const stream = newStream();
    await store.client.appendToStream(stream, events(3));
    const subscription = opened(store.client.subscribeToStream(stream));
    expect(revisions(await take(subscription, 3))).toEqual([0, 1, 2]);
    await store.client.appendToStream(stream, events(2));
    await store.client.appendToStream(newStream(), events(2));
    expect(revisions(await take(subscription, 2))).toEqual([3, 4]);
  });

  test('begins behind the revision it is given', async () => {
    const stream = newStream();
    await store.client.appendToStream(stream, events(5));
    const subscription = opened(store.client.subscribeToStream(stream, { fromRevision: 2n }));
    expect(revisions(await take(subscription, 2))).toEqual([3, 4]);
  });

  test('from the end sends only what comes', async () => {
    const stream = newStream();
    await store.client.appendToStream(stream, events(5));
    const subscription = opened(store.client.subscribeToStream(stream, { fromRevision: END }));
    await once(subscription, 'caughtUp');
    await store.client.appendToStream(stream, event(5));
    expect(revisions(await take(subscription, 1))).toEqual([5]);
  });

  test('to a stream that does not exist confirms and waits for it', async () => {
    const stream = newStream();
    const subscription = opened(store.client.subscribeToStream(stream));
    await once(subscription, 'confirmation');
    await store.client.appendToStream(stream, events(2));
    expect(revisions(await take(subscription, 2))).toEqual([0, 1]);
  });

  test('to $all begins behind the position it is given', async () => {
    const stream = newStream();
    const first = await store.client.appendToStream(stream, event(0));
    await store.client.appendToStream(stream, event(1));
    const subscription = opened(store.client.subscribeToAll({ fromPosition: first.position ?? START }));
    expect(revisions(await take(subscription, 1))).toEqual([1]);
  });

  test('to $all from the end sends only what comes', async () => {
    const stream = newStream();
    const subscription = opened(store.client.subscribeToAll({ fromPosition: END }));
    await once(subscription, 'caughtUp');
    await store.client.appendToStream(stream, event(0));
    const [resolved] = await take(subscription, 1);
    expect(resolved?.event?.streamId).toBe(stream);
    expect(resolved?.commitPosition).toBe(resolved?.event?.position.commit);
  });

  test('is filtered by stream names', async () => {
    const category = newStream('wanted');
    await store.client.appendToStream(`${category}-1`, events(2));
    await store.client.appendToStream(newStream('unwanted'), events(2));
    await store.client.appendToStream(`${category}-2`, events(1));
    for (const filter of [
      streamNameFilter({ prefixes: [category, 'x'] }),
      streamNameFilter({ regex: `^${category}` }),
    ]) {
      const subscription = opened(store.client.subscribeToAll({ filter }));
      const received = await take(subscription, 3);
      expect(received.map((one) => one.event?.streamId)).toEqual([`${category}-1`, `${category}-1`, `${category}-2`]);
    }
  });

  test('is filtered by event types', async () => {
    const type = `Type${newStream()}`;
    const stream = newStream();
    await store.client.appendToStream(stream, [event(0, type), event(1, '$system'), event(2, type)]);
    const byPrefix = opened(store.client.subscribeToAll({ filter: eventTypeFilter({ prefixes: [type] }) }));
    expect(revisions(await take(byPrefix, 2))).toEqual([0, 2]);
    const { position: fromPosition = START } = await store.client.appendToStream(newStream(), event(0));
    await store.client.appendToStream(stream, [event(3, '$system'), event(4)]);
    const noSystem = opened(store.client.subscribeToAll({ fromPosition, filter: excludeSystemEvents() }));
    expect(revisions(await take(noSystem, 1))).toEqual([4]);
  });

  test('passes a checkpoint after every so many events, matching or not, and resumes there', async () => {
    const matching = newStream('rare');
    const { position: before } = await store.client.appendToStream(newStream(), event(0));
    for (let appended = 0; appended < 100; appended += 10) await store.client.appendToStream(newStream(), events(10));
    await store.client.appendToStream(matching, events(3));
    for (let appended = 0; appended < 100; appended += 10) await store.client.appendToStream(newStream(), events(10));

    const considered = (await collect(store.client.readAll({ fromPosition: before ?? START }))).map(
      (one) => one.commitPosition,
    );
    const reached: (bigint | undefined)[] = [];
    const last = Promise.withResolvers<Position>();
    const filter = streamNameFilter({
      prefixes: [matching],
      maxSearchWindow: 10,
      checkpointInterval: 2,
      checkpointReached: (_subscription, position) => {
        reached.push(position.commit);
        if (reached.length === 10) last.resolve(position);
      },
    });
    const subscription = opened(store.client.subscribeToAll({ fromPosition: before ?? START, filter }));
    await take(subscription, 3);
    subscription.resume();
    const checkpoint = await last.promise;
    expect(reached).toEqual([20, 40, 60, 80, 100, 120, 140, 160, 180, 200].map((index) => considered[index]));

    const resumed = opened(
      store.client.subscribeToAll({ fromPosition: checkpoint, filter: streamNameFilter({ prefixes: [matching] }) }),
    );
    await once(resumed, 'caughtUp');
    await store.client.appendToStream(matching, event(3));
    expect(revisions(await take(resumed, 1))).toEqual([3]);
  });

  test('is told of by many at once', async () => {
    const stream = newStream();
    const subscriptions = Array.from({ length: 50 }, () => opened(store.client.subscribeToStream(stream)));
    await Promise.all(subscriptions.map((subscription) => once(subscription, 'confirmation')));
    await store.client.appendToStream(stream, events(3));
    for (const subscription of subscriptions) expect(revisions(await take(subscription, 3))).toEqual([0, 1, 2]);
  });
});

describe('a backlog that left memory', () => {
  beforeAll(async () => {
    store = await openStore({ cacheBytes: 100_000 });
    for (let from = 0; from < 10_000; from += 1_000) await store.client.appendToStream('backlog', events(1_000, from));
  });
  afterEach(endAll);
  afterAll(() => store.close());

  test('is caught up on while more comes, each event once and in order', async () => {
    const subscription = opened(store.client.subscribeToAll());
    const appending = (async () => {
      for (let from = 0; from < 2_000; from += 50) await store.client.appendToStream('later', events(50, from));
    })();
    const all = await take(subscription, 12_001); // the store's own event comes first
    await appending;
    const received = all.map((one) => one.event?.position.commit ?? 0n);
    expect(received).toEqual(inOrder(received));
    for (const [stream, count] of [
      ['backlog', 10_000],
      ['later', 2_000],
    ] as const) {
      const own = all.filter((one) => one.event?.streamId === stream);
      expect(revisions(own)).toEqual(Array.from({ length: count }, (_, index) => index));
    }
  });
});
