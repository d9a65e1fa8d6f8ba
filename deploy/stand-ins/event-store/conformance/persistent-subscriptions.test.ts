import { once } from 'node:events';
import {
  DISPATCH_TO_SINGLE,
  END,
  eventTypeFilter,
  PARK,
  type PersistentSubscriptionToAll,
  PersistentSubscriptionDoesNotExistError,
  PersistentSubscriptionDroppedError,
  PersistentSubscriptionExistsError,
  PersistentSubscriptionFailedError,
  PersistentSubscriptionMaximumSubscribersReachedError,
  type PersistentSubscriptionToAllSettings,
  type PersistentSubscriptionToStream,
  type PersistentSubscriptionToStreamSettings,
  persistentSubscriptionToAllSettingsFromDefaults,
  persistentSubscriptionToStreamSettingsFromDefaults,
  PINNED,
  RETRY,
  ROUND_ROBIN,
  SKIP,
  START,
  STOP,
  streamNameFilter,
} from '@eventstore/db-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Admin } from '../testing/admin.ts';
import { link } from '../testing/link.ts';
import { collect, event, events, newStream, type OpenStore, openStore, refusalOf } from '../testing/open-store.ts';
import { take } from '../testing/take.ts';

// spec: event-store §1 "Persistent subscriptions", §3 "Persistent subscriptions".

let store: OpenStore;
let admin: Admin;
beforeAll(async () => {
  store = await openStore();
  admin = await Admin.connect(store.databaseUrl);
});
afterAll(async () => {
  await admin.close();
  await store.close();
});

type Subscription = PersistentSubscriptionToStream | PersistentSubscriptionToAll;
const open: Subscription[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((subscription) => subscription.unsubscribe()));
});

const GROUP = 'group';

const toStream = (changes: Partial<PersistentSubscriptionToStreamSettings> = {}) =>
  persistentSubscriptionToStreamSettingsFromDefaults({ startFrom: START, ...changes });
const toAll = (changes: Partial<PersistentSubscriptionToAllSettings> = {}) =>
  persistentSubscriptionToAllSettingsFromDefaults({ startFrom: START, ...changes });

const create = (stream: string, changes: Partial<PersistentSubscriptionToStreamSettings> = {}, group = GROUP) =>
  store.client.createPersistentSubscriptionToStream(stream, group, toStream(changes));

/** A subscriber that is confirmed. Errors it meets later are for those who ask. */
async function join(stream: string, bufferSize = 10, group = GROUP): Promise<PersistentSubscriptionToStream> {
  const subscription = store.client.subscribeToPersistentSubscriptionToStream(stream, group, { bufferSize });
  open.push(subscription);
  subscription.on('error', () => undefined);
  await once(subscription, 'confirmation');
  return subscription;
}

/** What ends a subscription. */
const ending = (subscription: Subscription) =>
  new Promise<unknown>((resolve) => subscription.resume().on('error', resolve));

const info = (stream: string, group = GROUP) => store.client.getPersistentSubscriptionToStreamInfo(stream, group);

/** Asks for a group's statistics until they are as wanted. */
async function untilStats(
  stream: string,
  wanted: (stats: Awaited<ReturnType<typeof info>>['stats']) => boolean,
): Promise<void> {
  while (!wanted((await info(stream)).stats));
}

type Received = { event?: { revision: bigint } };
const revisions = (received: readonly Received[]) => received.map((one) => Number(one.event?.revision));

async function filled(count: number): Promise<string> {
  const stream = newStream();
  await store.client.appendToStream(stream, events(count));
  return stream;
}

describe('Create', () => {
  test('starts at the start, at a revision (inclusive) or at the end', async () => {
    const stream = await filled(4);
    await create(stream, { startFrom: START }, 'start');
    await create(stream, { startFrom: 2n }, 'revision');
    await create(stream, { startFrom: END }, 'end');
    await store.client.appendToStream(stream, event(4));
    expect(revisions(await take(await join(stream, 10, 'start'), 5))).toEqual([0, 1, 2, 3, 4]);
    expect(revisions(await take(await join(stream, 10, 'revision'), 3))).toEqual([2, 3, 4]);
    expect(revisions(await take(await join(stream, 10, 'end'), 1))).toEqual([4]);
  });

  test('of a group that exists is refused: persistent-subscription-exists', async () => {
    const stream = newStream();
    await create(stream);
    const error = await refusalOf(create(stream));
    expect(error).toBeInstanceOf(PersistentSubscriptionExistsError);
    expect(error).toMatchObject({ code: 6, streamName: stream, groupName: GROUP });
  });

  test('with settings that cannot work is refused: persistent-subscription-failed', async () => {
    const stream = newStream();
    const error = await refusalOf(create(stream, { historyBufferSize: 20, readBatchSize: 20 }));
    expect(error).toBeInstanceOf(PersistentSubscriptionFailedError);
    expect(error).toMatchObject({ code: 13, streamName: stream, groupName: GROUP });
  });

  test('writes a system event', async () => {
    const { position } = await store.client.appendToStream(newStream(), event(0));
    await create(newStream());
    const after = (await collect(store.client.readAll({ fromPosition: position ?? START }))).slice(1);
    expect(after.map((one) => one.event?.streamId)).toEqual(['$persistentSubscriptionConfig']);
  });

  test('on $all takes a filter', async () => {
    const wanted = newStream('wanted');
    const { position } = await store.client.appendToStream(newStream(), event(0));
    await store.client.createPersistentSubscriptionToAll('filtered', toAll({ startFrom: position ?? START }), {
      filter: streamNameFilter({ prefixes: [wanted] }),
    });
    await store.client.createPersistentSubscriptionToAll('typed', toAll({ startFrom: position ?? START }), {
      filter: eventTypeFilter({ regex: '^Rare' }),
    });
    await store.client.appendToStream(newStream(), events(50));
    await store.client.appendToStream(wanted, [event(0), event(1, 'RareThing')]);
    const filtered = store.client.subscribeToPersistentSubscriptionToAll('filtered');
    const typed = store.client.subscribeToPersistentSubscriptionToAll('typed');
    open.push(filtered, typed);
    expect(revisions(await take(filtered, 2))).toEqual([0, 1]);
    expect((await take(typed, 1)).map((one) => one.event?.type)).toEqual(['RareThing']);
  });
});

describe('Update', () => {
  test('changes the settings, drops the subscribers and keeps what was settled', async () => {
    const stream = await filled(6);
    await create(stream, { checkPointLowerBound: 1, checkPointAfter: 50 });
    const subscription = await join(stream);
    await subscription.ack(...(await take(subscription, 6)).slice(0, 3));
    await untilStats(stream, (stats) => stats.lastCheckpointedEventRevision === 2n);
    const ended = ending(subscription);
    await store.client.updatePersistentSubscriptionToStream(stream, GROUP, toStream({ messageTimeout: 1_234 }));
    expect(await ended).toBeInstanceOf(PersistentSubscriptionDroppedError);
    expect((await info(stream)).settings.messageTimeout).toBe(1_234);
    expect(revisions(await take(await join(stream), 3))).toEqual([3, 4, 5]);
  });

  test('begins again where it is told to unless there is a checkpoint', async () => {
    const stream = await filled(3);
    await create(stream);
    const subscription = await join(stream);
    await subscription.ack(...(await take(subscription, 3)));
    await untilStats(stream, (stats) => stats.totalInFlightMessages === 0);
    await store.client.updatePersistentSubscriptionToStream(stream, GROUP, toStream({ startFrom: 1n }));
    expect(revisions(await take(await join(stream), 2))).toEqual([1, 2]);
  });

  test('knows of no parked messages until it parks one', async () => {
    const stream = await filled(2);
    await create(stream);
    const parkAll = async () => {
      const subscription = await join(stream);
      await subscription.nack(PARK, 'no', ...(await take(subscription, 2)));
      await untilStats(stream, (stats) => stats.totalInFlightMessages === 0 && stats.parkedMessageCount > 0n);
      await subscription.unsubscribe();
    };
    await parkAll();
    await store.client.updatePersistentSubscriptionToStream(stream, GROUP, toStream());
    expect((await info(stream)).stats.parkedMessageCount).toBe(0n);
    await parkAll();
    await untilStats(stream, (stats) => stats.parkedMessageCount === 4n);
  });

  test('moves the start of a group that has not begun', async () => {
    const stream = await filled(3);
    await create(stream, { startFrom: END });
    await store.client.updatePersistentSubscriptionToStream(stream, GROUP, toStream({ startFrom: 1n }));
    expect(revisions(await take(await join(stream), 2))).toEqual([1, 2]);
  });
});

describe('Delete', () => {
  test('drops the subscribers, the checkpoint and what is parked', async () => {
    const stream = await filled(2);
    await create(stream);
    const subscription = await join(stream);
    const [first, second] = await take(subscription, 2);
    if (first && second) {
      await subscription.nack(PARK, 'no', first);
      await subscription.ack(second);
    }
    await untilStats(stream, (stats) => stats.parkedMessageCount === 1n);
    const ended = ending(subscription);
    await store.client.deletePersistentSubscriptionToStream(stream, GROUP);
    const error = await ended;
    expect(error).toBeInstanceOf(PersistentSubscriptionDroppedError);
    expect(error).toMatchObject({ code: 1, streamName: stream, groupName: GROUP });
    await create(stream);
    expect((await info(stream)).stats.parkedMessageCount).toBe(0n);
    expect(revisions(await take(await join(stream), 2))).toEqual([0, 1]);
  });

  test('works on $all too', async () => {
    await store.client.createPersistentSubscriptionToAll('short-lived', toAll());
    await store.client.deletePersistentSubscriptionToAll('short-lived');
    const error = await refusalOf(store.client.getPersistentSubscriptionToAllInfo('short-lived'));
    expect(error).toBeInstanceOf(PersistentSubscriptionDoesNotExistError);
    expect(error).toMatchObject({ code: 5, streamName: '$all', groupName: 'short-lived' });
  });
});

describe('Read', () => {
  test('delivers no more than the subscriber has room for until it acknowledges', async () => {
    const stream = await filled(10);
    await create(stream);
    const subscription = await join(stream, 3);
    const first = await take(subscription, 3);
    expect(revisions(first)).toEqual([0, 1, 2]);
    await untilStats(stream, (stats) => stats.totalInFlightMessages === 3);
    await subscription.ack(...first);
    expect(revisions(await take(subscription, 3))).toEqual([3, 4, 5]);
  });

  test('delivers what comes live', async () => {
    const stream = newStream();
    await create(stream);
    const subscription = await join(stream);
    for (let number = 0; number < 5; number += 1) {
      await store.client.appendToStream(stream, event(number));
      const [received] = await take(subscription, 1);
      expect(Number(received?.event?.revision)).toBe(number);
      if (received) await subscription.ack(received);
    }
  });

  test.each([
    ['retry delivers it again, counted', RETRY],
    ['skip settles it', SKIP],
    ['park stores it for later', PARK],
  ] as const)('nack: %s', async (_, action) => {
    const stream = await filled(2);
    await create(stream);
    const subscription = await join(stream, 1);
    const [first] = await take(subscription, 1);
    if (first) await subscription.nack(action, 'not today', first);
    const [next] = await take(subscription, 1);
    expect(next).toMatchObject(
      action === RETRY ? { retryCount: 1, event: { revision: 0n } } : { retryCount: 0, event: { revision: 1n } },
    );
    if (action === PARK) await untilStats(stream, (stats) => stats.parkedMessageCount === 1n);
  });

  test('nack: stop drops the subscriber, and what it had is delivered to others', async () => {
    const stream = await filled(2);
    await create(stream);
    const subscription = await join(stream);
    const received = await take(subscription, 2);
    const ended = ending(subscription);
    await subscription.nack(STOP, 'enough', ...received);
    expect(await ended).toBeInstanceOf(PersistentSubscriptionDroppedError);
    expect(revisions(await take(await join(stream), 2))).toEqual([0, 1]);
  });

  test('parks what was retried maxRetryCount times', async () => {
    const stream = await filled(1);
    await create(stream, { maxRetryCount: 2 });
    const subscription = await join(stream);
    for (let tries = 0; tries <= 2; tries += 1) {
      const [received] = await take(subscription, 1);
      expect(received?.retryCount).toBe(tries);
      if (received) await subscription.nack(RETRY, 'again', received);
    }
    await untilStats(stream, (stats) => stats.parkedMessageCount === 1n);
  });

  test('delivers again what is not answered within messageTimeout', async () => {
    const stream = await filled(1);
    await create(stream, { messageTimeout: 100 });
    const subscription = await join(stream);
    const [first, second] = await take(subscription, 2);
    expect([first?.retryCount, second?.retryCount]).toEqual([0, 1]);
  });

  test('delivers to others what a subscriber had that left', async () => {
    const stream = await filled(3);
    await create(stream);
    const leaving = await join(stream);
    await leaving.ack(...(await take(leaving, 3)).slice(1, 2));
    await untilStats(stream, (stats) => stats.totalInFlightMessages === 2);
    await leaving.unsubscribe();
    expect(revisions(await take(await join(stream), 2))).toEqual([0, 2]);
  });

  test('resolves links, and tells what is hidden, when an event is stored and not when it is delivered', async () => {
    const [stream, target] = [newStream(), newStream()];
    await create(stream, { resolveLinkTos: true });
    await store.client.appendToStream(stream, link(0, target));
    await store.client.appendToStream(target, event(0));
    await store.client.appendToStream(stream, link(0, target));
    await store.client.deleteStream(target);
    await store.client.setStreamMetadata(stream, { maxCount: 1 });
    const received = await take(await join(stream), 2);
    expect(received.map((one) => [one.link?.revision, one.event?.streamId])).toEqual([
      [0n, undefined],
      [1n, target],
    ]);
  });

  test('waits once for an id, whatever came under it twice', async () => {
    const stream = newStream();
    await create(stream);
    const one = event(0);
    await store.client.appendToStream(stream, one, { expectedRevision: 'no_stream' });
    await store.client.appendToStream(stream, one, { expectedRevision: 0n });
    const subscription = await join(stream, 3);
    const twice = await take(subscription, 2);
    expect(revisions(twice)).toEqual([0, 1]);
    expect((await info(stream)).connections[0]).toMatchObject({ inFlightMessages: 1, availableSlots: 1 });
    await subscription.ack(...twice.slice(0, 1));
    await untilStats(stream, (stats) => stats.totalInFlightMessages === 0);
    expect((await info(stream)).connections[0]).toMatchObject({ availableSlots: 2 });
  });

  test('delivers a tombstone to a live group; one that has yet to read its stream drops who joins', async () => {
    const stream = await filled(1);
    await create(stream, { startFrom: END });
    await store.client.tombstoneStream(stream);
    const [tombstone] = await take(await join(stream), 1);
    expect(tombstone?.event).toMatchObject({ type: '$streamDeleted', revision: 2n ** 63n - 1n });

    await create(stream, { startFrom: END }, 'from-the-end');
    expect((await info(stream, 'from-the-end')).status).toBe('Live');
    await create(stream, { startFrom: START }, 'from-the-start');
    const late = store.client.subscribeToPersistentSubscriptionToStream(stream, 'from-the-start');
    expect(await ending(late)).toBeInstanceOf(PersistentSubscriptionDroppedError);
  });

  test('RoundRobin gives to each in turn', async () => {
    const stream = newStream();
    await create(stream, { consumerStrategyName: ROUND_ROBIN });
    const [one, other] = [await join(stream), await join(stream)];
    await store.client.appendToStream(stream, events(6));
    expect([await take(one, 3), await take(other, 3)].map((received) => received.length)).toEqual([3, 3]);
  });

  test('DispatchToSingle gives to one until it is full', async () => {
    const stream = newStream();
    await create(stream, { consumerStrategyName: DISPATCH_TO_SINGLE });
    const [one, other] = [await join(stream, 4), await join(stream, 4)];
    await store.client.appendToStream(stream, events(6));
    expect(revisions(await take(one, 4))).toEqual([0, 1, 2, 3]);
    expect(revisions(await take(other, 2))).toEqual([4, 5]);
  });

  test('Pinned gives all of a stream to the same subscriber', async () => {
    const category = newStream('pinned');
    await store.client.createPersistentSubscriptionToAll(category, toAll({ consumerStrategyName: PINNED }), {
      filter: streamNameFilter({ prefixes: [category] }),
    });
    const subscribers = [1, 2].map(() =>
      store.client.subscribeToPersistentSubscriptionToAll(category, { bufferSize: 100 }),
    );
    open.push(...subscribers);
    await Promise.all(subscribers.map((subscriber) => once(subscriber, 'confirmation')));
    const owners = new Map<string, Set<number>>();
    let count = 0;
    const all = new Promise<void>((resolve) => {
      for (const [index, subscriber] of subscribers.entries()) {
        subscriber.on('data', (received) => {
          const stream = received.event?.streamId ?? '';
          owners.set(stream, (owners.get(stream) ?? new Set()).add(index));
          if (++count === 60) resolve();
        });
      }
    });
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => store.client.appendToStream(`${category}-${index}`, event(round))),
      );
    }
    await all;
    expect([...owners.values()].map((who) => who.size)).toEqual(Array.from({ length: 20 }, () => 1));
    expect(new Set([...owners.values()].flatMap((who) => [...who])).size).toBe(2);
  });

  test('acknowledges by the id of the link where there is one', async () => {
    const links = newStream('links');
    const target = newStream();
    await store.client.appendToStream(target, events(2));
    const linking = [0, 1].map((revision) => link(revision, target));
    await store.client.appendToStream(links, linking);
    await create(links, { resolveLinkTos: true });
    const subscription = await join(links, 1);
    const [first] = await take(subscription, 1);
    expect(first).toMatchObject({
      event: { streamId: target, revision: 0n },
      link: { streamId: links, id: linking[0]?.id },
    });
    if (first) await subscription.ack(first);
    const [second] = await take(subscription, 1);
    expect(second?.event?.revision).toBe(1n);
  });

  test('refuses one subscriber more than maxSubscriberCount: maximum-subscribers-reached', async () => {
    const stream = newStream();
    await create(stream, { maxSubscriberCount: 1 });
    await join(stream);
    const second = store.client.subscribeToPersistentSubscriptionToStream(stream, GROUP);
    const error = await ending(second);
    expect(error).toBeInstanceOf(PersistentSubscriptionMaximumSubscribersReachedError);
    expect(error).toMatchObject({ code: 9, streamName: stream, groupName: GROUP });
  });

  test('begins behind its checkpoint after a restart of the server', async () => {
    const stream = await filled(30);
    await create(stream, { checkPointLowerBound: 1, checkPointAfter: 20 });
    const subscription = await join(stream, 30);
    const received = await take(subscription, 30);
    await subscription.ack(...received.slice(0, 9), ...received.slice(10, 20));
    await untilStats(stream, (stats) => stats.lastCheckpointedEventRevision === 8n);
    const [row] = await admin.rows<{ next: string }>('select next from store.checkpoints where next = 9');
    expect(row).toBeDefined();
    const ended = ending(subscription);
    await store.restart();
    await ended;
    // What was settled behind the first that is not comes again: at least once is what is promised.
    expect(revisions(await take(await rejoin(stream), 3))).toEqual([9, 10, 11]);
  });
});

/** After a restart of the server the client's first call may find its old connection broken. */
async function rejoin(stream: string): Promise<PersistentSubscriptionToStream> {
  try {
    await info(stream);
  } catch {
    await info(stream);
  }
  return join(stream);
}

describe('a group that is missing', () => {
  const GONE = 'missing';
  type Call = (stream: string) => Promise<unknown>;
  const toStreams: [string, Call][] = [
    ['GetInfo', (stream) => info(stream, GONE)],
    ['Update', (stream) => store.client.updatePersistentSubscriptionToStream(stream, GONE, toStream())],
    ['Delete', (stream) => store.client.deletePersistentSubscriptionToStream(stream, GONE)],
    ['ReplayParked', (stream) => store.client.replayParkedMessagesToStream(stream, GONE)],
    ['Read', async (stream) => rejected(store.client.subscribeToPersistentSubscriptionToStream(stream, GONE))],
  ];
  const toAlls: [string, Call][] = [
    ['GetInfo', () => store.client.getPersistentSubscriptionToAllInfo(GONE)],
    ['Update', () => store.client.updatePersistentSubscriptionToAll(GONE, toAll())],
    ['Delete', () => store.client.deletePersistentSubscriptionToAll(GONE)],
    ['ReplayParked', () => store.client.replayParkedMessagesToAll(GONE)],
    ['Read', async () => rejected(store.client.subscribeToPersistentSubscriptionToAll(GONE))],
  ];
  const rejected = async (subscription: Subscription) => Promise.reject(await ending(subscription));

  test.each([
    ...toStreams.map(([name, call]) => [name, newStream(), call] as const),
    ...toAlls.map(([name, call]) => [name, '$all', call] as const),
  ])('%s of %s: persistent-subscription-does-not-exist', async (_, streamName, call) => {
    const error = await refusalOf(call(streamName));
    expect(error).toBeInstanceOf(PersistentSubscriptionDoesNotExistError);
    expect(error).toMatchObject({
      code: 5,
      streamName,
      groupName: GONE,
      message: `5 NOT_FOUND: Subscription group ${GONE} on stream ${streamName} does not exist.`,
    });
  });

  test('is named in ASCII', async () => {
    const error = await ending(store.client.subscribeToPersistentSubscriptionToStream('größe', GONE));
    expect(error).toMatchObject({ streamName: encodeURIComponent('größe'), groupName: GONE });
  });
});

describe('GetInfo', () => {
  test('tells settings, subscribers and statistics', async () => {
    const stream = await filled(5);
    const settings = toStream({ startFrom: 1n, maxRetryCount: 3, consumerStrategyName: PINNED, maxSubscriberCount: 7 });
    await store.client.createPersistentSubscriptionToStream(stream, GROUP, settings);
    const subscription = await join(stream, 20);
    await take(subscription, 4);
    const told = await info(stream);
    expect(told).toMatchObject({ eventSource: stream, groupName: GROUP, settings });
    expect(told.connections).toHaveLength(1);
    expect(told.connections[0]).toMatchObject({
      connectionName: store.client.connectionName,
      inFlightMessages: 4,
      availableSlots: 16,
      totalItems: 4n,
    });
    expect(told.connections[0]?.extraStatistics).toBeUndefined();
    expect(told.stats).toMatchObject({
      totalItems: 4n,
      totalInFlightMessages: 4,
      outstandingMessagesCount: 4,
      parkedMessageCount: 0n,
      lastKnownEventRevision: 4n,
      lastCheckpointedEventRevision: undefined,
    });
  });

  /** Of the one subscriber of a group, who answered twenty events. */
  async function connectionOf(extraStatistics: boolean) {
    const stream = await filled(20);
    await create(stream, { extraStatistics });
    const subscription = await join(stream, 20);
    await subscription.ack(...(await take(subscription, 20)));
    await untilStats(stream, (stats) => stats.totalInFlightMessages === 0);
    const { connections } = await info(stream);
    expect(connections).toHaveLength(1);
    return connections[0];
  }

  test('names the account and the connection of a subscriber', async () => {
    const username = store.certificate ? 'admin' : 'anonymous';
    const connection = await connectionOf(false);
    expect(connection).toMatchObject({ username, connectionName: store.client.connectionName });
    expect(connection?.extraStatistics).toBeUndefined();
  });

  test('tells how long answers took where it is to', async () => {
    const statistics = (await connectionOf(true))?.extraStatistics;
    const shares = ['mean', 'median', 'fastest', 'highest', '90%', '95%', '99%', '99.5%', '99.9%'];
    const fifths = [1, 2, 3, 4, 5].map((fifth) => `quintile ${fifth}`);
    expect(new Set(statistics?.keys())).toEqual(new Set([...shares, ...fifths]));
    expect(statistics?.get('fastest')).toBeLessThanOrEqual(Number(statistics?.get('median')));
    expect(statistics?.get('median')).toBeLessThanOrEqual(Number(statistics?.get('highest')));
    expect(statistics?.get('quintile 1')).toBe(statistics?.get('fastest'));
  });

  test('tells the same of $all', async () => {
    const group = newStream('info');
    const settings = toAll({ startFrom: END });
    await store.client.createPersistentSubscriptionToAll(group, settings);
    const told = await store.client.getPersistentSubscriptionToAllInfo(group);
    expect(told).toMatchObject({ eventSource: '$all', groupName: group, settings });
    expect(told.stats.lastKnownEventPosition?.commit).toBeGreaterThan(0n);
  });

  test('tells the position of an event of $all up to which everything is settled', async () => {
    const [group, wanted] = [newStream('checkpointed'), newStream('wanted')];
    const settings = toAll({ startFrom: END, checkPointLowerBound: 1, checkPointAfter: 10 });
    const filter = streamNameFilter({ prefixes: [wanted] });
    await store.client.createPersistentSubscriptionToAll(group, settings, { filter });
    const subscription = store.client.subscribeToPersistentSubscriptionToAll(group);
    open.push(subscription);
    for (let round = 0; round < 2; round += 1) {
      await store.client.appendToStream(wanted, event(round));
      await store.client.appendToStream(newStream(), events(3));
    }
    const [first, second] = await take(subscription, 2);
    if (first) await subscription.ack(first);
    const saved = async () =>
      (await store.client.getPersistentSubscriptionToAllInfo(group)).stats.lastCheckpointedEventPosition?.commit ?? 0n;
    const [from = 0n, to = 0n] = [first, second].map((one) => one?.commitPosition);
    let position = await saved();
    while (position < from) position = await saved();
    // How far it went into what lies between the two, which nobody wants, depends on what it took at a time.
    const between = await collect(store.client.readAll({ fromPosition: { commit: from, prepare: from }, maxCount: 4 }));
    expect(between.map((one) => one.commitPosition)).toContain(position);
    expect(position).toBeLessThan(to);
  });
});

describe('List', () => {
  test('tells all groups, those on a stream and those on $all', async () => {
    const [stream, other] = [newStream(), newStream()];
    await create(stream, {}, 'one');
    await create(stream, {}, 'two');
    await create(other);
    await store.client.createPersistentSubscriptionToAll(stream, toAll());
    const names = (infos: { eventSource: string; groupName: string }[]) =>
      infos.map(({ eventSource, groupName }) => `${eventSource}::${groupName}`);
    expect(names(await store.client.listPersistentSubscriptionsToStream(stream))).toEqual([
      `${stream}::one`,
      `${stream}::two`,
    ]);
    expect(names(await store.client.listPersistentSubscriptionsToAll())).toContain(`$all::${stream}`);
    expect(names(await store.client.listAllPersistentSubscriptions())).toEqual(
      expect.arrayContaining([`${stream}::one`, `${other}::${GROUP}`, `$all::${stream}`]),
    );
  });

  test('of a stream without groups is refused: persistent-subscription-does-not-exist', async () => {
    const stream = newStream();
    const error = await refusalOf(store.client.listPersistentSubscriptionsToStream(stream));
    expect(error).toBeInstanceOf(PersistentSubscriptionDoesNotExistError);
    expect(error).toMatchObject({ message: `5 NOT_FOUND: Subscription group  on stream ${stream} does not exist.` });
  });
});

describe('ReplayParked', () => {
  async function parked(count: number): Promise<{ stream: string; subscription: PersistentSubscriptionToStream }> {
    const stream = await filled(count);
    await create(stream);
    const subscription = await join(stream);
    await subscription.nack(PARK, 'no', ...(await take(subscription, count)));
    await untilStats(stream, (stats) => stats.parkedMessageCount === BigInt(count));
    return { stream, subscription };
  }

  test('delivers again what is parked, and forgets it once it is settled', async () => {
    const { stream, subscription } = await parked(3);
    await store.client.replayParkedMessagesToStream(stream, GROUP);
    const again = await take(subscription, 3);
    expect(revisions(again)).toEqual([0, 1, 2]);
    expect(again[0]?.link?.streamId).toBe(`$persistentsubscription-${stream}::${GROUP}-parked`);
    await subscription.ack(...again);
    const tb = await admin.until<{ data: Buffer }>(
      'select data from store.events where stream = $1 order by revision desc limit 1',
      [`$$$persistentsubscription-${stream}::${GROUP}-parked`],
    );
    expect(JSON.parse(tb.data.toString())).toEqual({ $tb: 3 });
    expect((await info(stream)).stats.parkedMessageCount).toBe(0n);
  });

  test('stops where it is told to', async () => {
    const { stream, subscription } = await parked(3);
    await store.client.replayParkedMessagesToStream(stream, GROUP, { stopAt: 2 });
    expect(revisions(await take(subscription, 2))).toEqual([0, 1]);
    expect((await info(stream)).stats.parkedMessageCount).toBe(1n);
  });

  test('loses nothing when the server is restarted before it is settled', async () => {
    const { stream, subscription } = await parked(2);
    await store.client.replayParkedMessagesToStream(stream, GROUP);
    const [first] = await take(subscription, 2);
    if (first) await subscription.ack(first);
    await untilStats(stream, (stats) => stats.totalInFlightMessages === 1);
    const ended = ending(subscription);
    await store.restart();
    await ended;
    const again = await rejoin(stream);
    expect((await info(stream)).stats.parkedMessageCount).toBe(1n);
    await store.client.replayParkedMessagesToStream(stream, GROUP);
    expect(revisions(await take(again, 1))).toEqual([1]);
  });

  test('of a group that is missing is refused', async () => {
    const error = await refusalOf(store.client.replayParkedMessagesToAll('missing'));
    expect(error).toBeInstanceOf(PersistentSubscriptionDoesNotExistError);
  });
});

test('RestartSubsystem drops the subscribers and begins again at the checkpoints', async () => {
  const stream = await filled(3);
  await create(stream);
  const subscription = await join(stream);
  await subscription.ack(...(await take(subscription, 3)).slice(0, 1));
  await untilStats(stream, (stats) => stats.totalInFlightMessages === 2);
  const ended = ending(subscription);
  await store.client.restartPersistentSubscriptionSubsystem();
  expect(await ended).toBeInstanceOf(PersistentSubscriptionDroppedError);
  expect(revisions(await take(await join(stream), 2))).toEqual([1, 2]);
});

test('the parked stream holds links that can be resolved', async () => {
  const stream = await filled(1);
  await create(stream);
  const subscription = await join(stream);
  await subscription.nack(PARK, 'out of order', ...(await take(subscription, 1)));
  await untilStats(stream, (stats) => stats.parkedMessageCount === 1n);
  const parkedStream = `$persistentsubscription-${stream}::${GROUP}-parked`;
  const [resolved] = await collect(store.client.readStream(parkedStream, { resolveLinkTos: true }));
  expect(resolved).toMatchObject({
    event: { streamId: stream, revision: 0n },
    link: { streamId: parkedStream, type: '$>', metadata: { reason: 'out of order' } },
  });
});
