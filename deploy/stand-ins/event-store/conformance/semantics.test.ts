import { once } from 'node:events';
import {
  type AllStreamResolvedEvent,
  type AppendExpectedRevision,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  persistentSubscriptionToStreamSettingsFromDefaults,
  START,
  StreamDeletedError,
  streamNameFilter,
  TimeoutError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect, event, events, newStream, type OpenStore, openStore, refusalOf } from '../testing/open-store.ts';
import { inOrder } from '../testing/in-order.ts';
import { link } from '../testing/link.ts';
import { take } from '../testing/take.ts';

// spec: event-store §4: a test or a group of tests for each fact.

let store: OpenStore;
let client: EventStoreDBClient;
beforeAll(async () => {
  store = await openStore({ cacheBytes: 1_000_000 });
  ({ client } = store);
});
afterAll(() => store.close());

async function filled(count: number): Promise<string> {
  const stream = newStream();
  await client.appendToStream(stream, events(count));
  return stream;
}

const revisionsOf = (received: readonly { event?: { revision: bigint } }[]) =>
  received.map((one) => Number(one.event?.revision));
const forwards = async (stream: string) => revisionsOf(await collect(client.readStream(stream)));
const backwards = async (stream: string) =>
  revisionsOf(await collect(client.readStream(stream, { direction: BACKWARDS, fromRevision: END })));

test("nextExpectedRevision is the last event's revision, from 0", async () => {
  const stream = newStream();
  expect((await client.appendToStream(stream, event(0))).nextExpectedRevision).toBe(0n);
  expect((await client.appendToStream(stream, events(3))).nextExpectedRevision).toBe(3n);
});

describe('read revisions and positions are inclusive, subscription ones exclusive', () => {
  test('of a stream', async () => {
    const stream = await filled(4);
    expect(revisionsOf(await collect(client.readStream(stream, { fromRevision: 2n })))).toEqual([2, 3]);
    const subscription = client.subscribeToStream(stream, { fromRevision: 2n });
    expect(revisionsOf(await take(subscription, 1))).toEqual([3]);
    await subscription.unsubscribe();
  });

  test('of $all; backward `$all` from a position excludes it', async () => {
    const stream = newStream();
    await client.appendToStream(stream, event(0));
    const { position: fromPosition = START } = await client.appendToStream(stream, event(1));
    await client.appendToStream(stream, event(2));
    expect(revisionsOf(await collect(client.readAll({ fromPosition })))).toEqual([1, 2]);
    const before = await collect(client.readAll({ fromPosition, direction: BACKWARDS, maxCount: 1 }));
    expect(revisionsOf(before)).toEqual([0]);
    const subscription = client.subscribeToAll({ fromPosition });
    expect(revisionsOf(await take(subscription, 1))).toEqual([2]);
    await subscription.unsubscribe();
  });
});

describe('idempotency by event id', () => {
  test('`any` and `stream_exists` match an id of the same stream', async () => {
    const stream = newStream();
    const batch = events(2);
    const original = await client.appendToStream(stream, batch);
    await client.appendToStream(stream, event(2));
    expect(await client.appendToStream(stream, batch)).toEqual(original);
    expect(await client.appendToStream(stream, batch, { expectedRevision: 'stream_exists' })).toEqual(original);
    expect(await client.appendToStream(newStream(), batch)).not.toEqual(original);
  });

  test('an exact or `no_stream` retry compares ids from revision + 1 on', async () => {
    const stream = newStream();
    const [first, second] = [events(2), events(2)];
    const one = await client.appendToStream(stream, first, { expectedRevision: 'no_stream' });
    const two = await client.appendToStream(stream, second, { expectedRevision: 1n });
    expect(await client.appendToStream(stream, first, { expectedRevision: 'no_stream' })).toEqual(one);
    expect(await client.appendToStream(stream, second, { expectedRevision: 1n })).toEqual(two);
    const elsewhere = await refusalOf(client.appendToStream(stream, second, { expectedRevision: 0n }));
    expect(elsewhere).toBeInstanceOf(WrongExpectedVersionError);
  });

  test('a partial hit is a wrong version', async () => {
    const stream = newStream();
    const batch = events(2);
    await client.appendToStream(stream, batch);
    const error = await refusalOf(client.appendToStream(stream, [...batch, event(2)]));
    expect(error).toBeInstanceOf(WrongExpectedVersionError);
  });

  test('under `any` the first id decides, by the place it was first stored at', async () => {
    const [stream, other] = [newStream(), newStream()];
    const [first, second] = [event(0), event(1)];
    await client.appendToStream(other, first);
    await client.appendToStream(stream, [second, first]);
    expect((await client.appendToStream(stream, [first, second])).nextExpectedRevision).toBe(3n);
    expect((await client.appendToStream(stream, [event(2), second])).nextExpectedRevision).toBe(5n);
    expect((await client.appendToStream(stream, second)).nextExpectedRevision).toBe(0n);
  });
});

test('metadata make a stream exist for `stream_exists`', async () => {
  const stream = newStream();
  const append = () => client.appendToStream(stream, event(0), { expectedRevision: 'stream_exists' });
  expect(await refusalOf(append())).toBeInstanceOf(WrongExpectedVersionError);
  await client.setStreamMetadata(stream, { maxCount: 3 });
  expect((await append()).nextExpectedRevision).toBe(0n);
});

// Of a server that has everything in memory, and of one that was just started.
describe.each([
  ['in memory', () => Promise.resolve()],
  ['in the database', restart],
])('stream metadata, %s', (_, forget) => {
  test('$maxCount leaves the last events', async () => {
    const stream = await filled(10);
    await client.setStreamMetadata(stream, { maxCount: 3 });
    await forget();
    expect(await forwards(stream)).toEqual([7, 8, 9]);
    expect(await backwards(stream)).toEqual([9, 8, 7]);
    await client.appendToStream(stream, event(10));
    expect(await forwards(stream)).toEqual([8, 9, 10]);
    const some = await collect(client.readStream(stream, { fromRevision: 2n, maxCount: 2 }));
    expect(revisionsOf(some)).toEqual([8, 9]);
  });

  test('$tb hides what comes before it', async () => {
    const stream = await filled(5);
    await client.setStreamMetadata(stream, { truncateBefore: 3 });
    await forget();
    expect(await forwards(stream)).toEqual([3, 4]);
    expect(await backwards(stream)).toEqual([4, 3]);
  });

  test('$maxAge hides what is older', async () => {
    const stream = await filled(2);
    await client.setStreamMetadata(stream, { maxAge: 3_600 });
    await forget();
    expect(await forwards(stream)).toEqual([0, 1]);
    await client.setStreamMetadata(stream, { maxAge: 0 });
    // Zero seconds are over as soon as the clock has moved on.
    const [last] = await collect(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }));
    while (Date.now() <= (last?.event?.created.getTime() ?? 0));
    await forget();
    expect(await forwards(stream)).toEqual([]);
    expect(await backwards(stream)).toEqual([]);
  });

  test('counts for subscriptions to the stream that catch up', async () => {
    const stream = await filled(6);
    await client.setStreamMetadata(stream, { maxCount: 2 });
    await forget();
    const subscription = client.subscribeToStream(stream);
    expect(revisionsOf(await take(subscription, 2))).toEqual([4, 5]);
    await client.appendToStream(stream, events(3));
    expect(revisionsOf(await take(subscription, 3))).toEqual([6, 7, 8]);
    await subscription.unsubscribe();
  });

  test('of a metastream only the last word is to be read', async () => {
    const stream = await filled(1);
    for (const maxCount of [1, 2, 3]) await client.setStreamMetadata(stream, { maxCount });
    await forget();
    expect(await forwards(`$$${stream}`)).toEqual([2]);
    expect(await client.getStreamMetadata(stream)).toMatchObject({ metadata: { maxCount: 3 } });
  });
});

describe.each([
  ['in memory', () => Promise.resolve()],
  ['in the database', restart],
])('a soft delete, %s', (_, forget) => {
  test('writes `$tb` = 2^63 - 1 to `$$stream`, and the stream is not found', async () => {
    const stream = await filled(3);
    await client.deleteStream(stream);
    await forget();
    const [written] = await collect(client.readStream(`$$${stream}`));
    expect(written?.event).toMatchObject({ type: '$metadata', data: { $tb: 2 ** 63 } });
    await expect(forwards(stream)).rejects.toThrow('not found');
  });

  test.each(['any', 'no_stream', 2n] as const)(
    'the next append goes on numbering and rewrites `$tb`: expecting %s',
    async (expectedRevision) => {
      const stream = await filled(3);
      await client.deleteStream(stream, { expectedRevision: 2n });
      await forget();
      const again = await client.appendToStream(stream, events(2), { expectedRevision });
      expect(again.nextExpectedRevision).toBe(4n);
      expect(await forwards(stream)).toEqual([3, 4]);
      expect(await client.getStreamMetadata(stream)).toMatchObject({ metadata: { truncateBefore: 3 } });
      await forget();
      expect(await backwards(stream)).toEqual([4, 3]);
    },
  );

  test('does not exist for those who expect it to', async () => {
    const stream = await filled(3);
    await client.deleteStream(stream);
    await forget();
    const expecting = (expectedRevision: AppendExpectedRevision) =>
      refusalOf(client.appendToStream(stream, event(3), { expectedRevision }));
    expect(await expecting('stream_exists')).toBeInstanceOf(StreamDeletedError);
    expect(await expecting(1n)).toBeInstanceOf(WrongExpectedVersionError);
  });

  test('keeps other metadata when it ends', async () => {
    const stream = await filled(3);
    await client.setStreamMetadata(stream, { truncateBefore: 2 ** 63, maxCount: 5 });
    await forget();
    await client.appendToStream(stream, event(3));
    expect(await client.getStreamMetadata(stream)).toMatchObject({ metadata: { truncateBefore: 3, maxCount: 5 } });
  });

  test('ends with metadata too, without what was deleted', async () => {
    const stream = await filled(3);
    await client.deleteStream(stream);
    await forget();
    await client.setStreamMetadata(stream, { maxCount: 5 });
    expect(await client.getStreamMetadata(stream)).toMatchObject({ metadata: { truncateBefore: 3, maxCount: 5 } });
    expect(await forwards(stream)).toEqual([]);
  });

  test('ends with an append of no events, too', async () => {
    const stream = await filled(3);
    await client.deleteStream(stream);
    await forget();
    await client.appendToStream(stream, []);
    expect(await client.getStreamMetadata(stream)).toMatchObject({ metadata: { truncateBefore: 3 } });
    expect(await forwards(stream)).toEqual([]);
  });

  test('is for streams that have events or metadata', async () => {
    const stream = newStream();
    expect(await refusalOf(client.deleteStream(stream))).toBeInstanceOf(WrongExpectedVersionError);
    await client.setStreamMetadata(stream, { maxCount: 3 });
    await forget();
    expect(await client.deleteStream(stream)).toHaveProperty('position');
  });

  test('shows a subscription only what comes after it', async () => {
    const stream = await filled(3);
    await client.deleteStream(stream);
    await forget();
    const subscription = client.subscribeToStream(stream);
    const caughtUp = once(subscription, 'caughtUp');
    const received = take(subscription, 1);
    await caughtUp;
    await client.appendToStream(stream, event(3));
    expect(revisionsOf(await received)).toEqual([3]);
    await subscription.unsubscribe();
  });
});

test('a tombstone is for ever, and its event is the last of the stream in $all', async () => {
  const stream = await filled(1);
  await client.tombstoneStream(stream);
  await restart();
  const [last] = await collect(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }));
  expect(last?.event).toMatchObject({ streamId: stream, type: '$streamDeleted', revision: 2n ** 63n - 1n });
});

test('`$all` ignores truncation until a scavenge', async () => {
  const { position: fromPosition = START } = await client.appendToStream(newStream(), event(0));
  const truncated = await filled(3);
  await client.setStreamMetadata(truncated, { truncateBefore: 2 });
  const deleted = await filled(2);
  await client.deleteStream(deleted);
  const all = (await collect(client.readAll({ fromPosition }))).map((one) => one.event?.streamId);
  expect(all.filter((stream) => stream === truncated)).toHaveLength(3);
  expect(all.filter((stream) => stream === deleted)).toHaveLength(2);
});

describe('resolveLinkTos', () => {
  async function linked() {
    const [target, links] = [await filled(3), newStream('links')];
    await client.appendToStream(links, [link(1, target), link(7, target), link(0, 'missing'), event(0)]);
    return { target, links };
  }

  test('gives the event and its link; a link to nothing alone', async () => {
    const { target, links } = await linked();
    for (const forget of [() => Promise.resolve(), restart]) {
      await forget();
      const resolved = await collect(client.readStream(links, { resolveLinkTos: true }));
      expect(resolved[0]).toMatchObject({
        event: { streamId: target, revision: 1n, data: { number: 1 } },
        link: { streamId: links, revision: 0n, type: '$>' },
      });
      expect(resolved[0]?.commitPosition).toBe(resolved[0]?.link?.position?.commit);
      for (const broken of resolved.slice(1, 3)) {
        expect(broken.event).toBeUndefined();
        expect(broken.link?.type).toBe('$>');
      }
      expect(resolved[3]?.event?.type).toBe('Counted');
      expect(resolved[3]?.link).toBeUndefined();
    }
  });

  test('a link to what was truncated, deleted or ended stands alone', async () => {
    const endings: ((stream: string) => Promise<unknown>)[] = [
      (stream) => client.setStreamMetadata(stream, { truncateBefore: 2 }),
      (stream) => client.deleteStream(stream),
      (stream) => client.tombstoneStream(stream),
    ];
    for (const end of endings) {
      const { target, links } = await linked();
      await end(target);
      const [first] = await collect(client.readStream(links, { resolveLinkTos: true, maxCount: 1 }));
      expect(first?.event).toBeUndefined();
      expect(first?.link?.streamId).toBe(links);
    }
  });

  test('false gives the link as it stands', async () => {
    const { target, links } = await linked();
    const [first] = await collect(client.readStream(links));
    expect(first?.event).toMatchObject({ streamId: links, type: '$>' });
    expect(Buffer.from(first?.event?.data as Uint8Array).toString()).toBe(`1@${target}`);
    expect(first?.link).toBeUndefined();
  });

  test('holds for $all, backwards and subscriptions', async () => {
    const { target, links } = await linked();
    const back = await collect(
      client.readStream(links, { resolveLinkTos: true, direction: BACKWARDS, fromRevision: 0n }),
    );
    expect(back[0]).toMatchObject({ event: { streamId: target }, link: { streamId: links } });
    const everything = await collect(
      client.readAll({ resolveLinkTos: true, direction: BACKWARDS, fromPosition: END, maxCount: 4 }),
    );
    expect(everything[3]).toMatchObject({ event: { streamId: target }, link: { streamId: links } });
    const toStream = client.subscribeToStream(links, { resolveLinkTos: true });
    expect((await take(toStream, 1))[0]).toMatchObject({ event: { streamId: target }, link: { streamId: links } });
    await client.appendToStream(links, link(2, target));
    expect((await take(toStream, 4))[3]).toMatchObject({ event: { streamId: target, revision: 2n } });
    const filter = streamNameFilter({ prefixes: [links] });
    const toAll = client.subscribeToAll({ resolveLinkTos: true, filter });
    expect((await take(toAll, 1))[0]).toMatchObject({ event: { streamId: target }, link: { streamId: links } });
    await Promise.all([toStream.unsubscribe(), toAll.unsubscribe()]);
  });
});

describe('a subscription', () => {
  test('is confirmed first and told caughtUp once', async () => {
    const stream = newStream();
    await client.appendToStream(stream, events(3));
    const subscription = client.subscribeToStream(stream);
    const heard: string[] = [];
    subscription.on('confirmation', () => heard.push('confirmation'));
    subscription.on('caughtUp', () => heard.push('caughtUp'));
    const all = new Promise<void>((resolve) => {
      subscription.on('data', (resolved) => {
        heard.push(String(resolved.event?.revision));
        if (resolved.event?.revision === 4n) resolve();
      });
    });
    await once(subscription, 'caughtUp');
    await client.appendToStream(stream, events(2));
    await all;
    expect(heard.indexOf('confirmation')).toBe(0);
    expect(heard.filter((word) => word === 'caughtUp')).toHaveLength(1);
    expect(heard.filter((word) => /\d/.test(word))).toEqual(['0', '1', '2', '3', '4']);
    expect(subscription).toHaveProperty('id', expect.stringMatching(/^[0-9a-f-]{36}$/));
    await subscription.unsubscribe();
  });

  test.each([
    [{ maxSearchWindow: 4, checkpointInterval: 3 }, 12],
    [{ checkpointInterval: 1 }, 32],
  ])('has a checkpoint every multiplier × (max, or 32) events considered: %o', async (window, interval) => {
    const { position: fromPosition = START } = await client.appendToStream(newStream(), event(0));
    await client.appendToStream(newStream(), events(100));
    const considered = (await collect(client.readAll({ fromPosition }))).map((one) => one.commitPosition);
    const reached: bigint[] = [];
    const twice = Promise.withResolvers<void>();
    const filter = streamNameFilter({
      prefixes: ['nothing'],
      ...window,
      checkpointReached: (_subscription, position) => {
        if (reached.push(position.commit) === 2) twice.resolve();
      },
    });
    const subscription = client.subscribeToAll({ fromPosition, filter });
    subscription.resume();
    await twice.promise;
    expect(reached.slice(0, 2)).toEqual([considered[interval], considered[2 * interval]]);
    await subscription.unsubscribe();
  });

  /** Leaves a live subscriber so far behind that what it is to get next has left the store's memory. */
  async function outrun(slow: OpenStore) {
    const stream = newStream();
    const subscription = slow.client.subscribeToStream(stream, {}, { highWaterMark: 1 });
    const received: number[] = [];
    const all = new Promise<void>((resolve) => {
      subscription.on('data', (resolved) => {
        if (received.push(Number(resolved.event?.revision)) === 400) resolve();
      });
    });
    const fellBehind = once(subscription, 'fellBehind');
    fellBehind.catch(() => undefined); // where it is dropped instead
    const dropped = new Promise<unknown>((resolve) => subscription.on('error', resolve));
    await once(subscription, 'caughtUp');
    subscription.pause();
    for (let round = 0; round < 20; round += 1) {
      const bulky = events(20).map((one) => ({ ...one, data: { filler: 'x'.repeat(50_000) } }));
      await slow.client.appendToStream(stream, bulky);
    }
    const caughtUpAgain = once(subscription, 'caughtUp');
    caughtUpAgain.catch(() => undefined);
    subscription.resume();
    return { subscription, received, all, fellBehind, dropped, caughtUpAgain };
  }

  test('that is slow falls back to catch-up and is sent fellBehind', async () => {
    const slow = await openStore({ cacheBytes: 1_000_000 });
    const { subscription, received, all, fellBehind, caughtUpAgain } = await outrun(slow);
    await Promise.all([all, fellBehind, caughtUpAgain]);
    expect(received).toEqual(Array.from({ length: 400 }, (_, index) => index));
    await subscription.unsubscribe();
    await slow.close();
  });

  test('that is slow is dropped with ABORTED where the switch for the older server is set', async () => {
    const slow = await openStore({ cacheBytes: 1_000_000, slowSubscribers: 'drop' });
    expect(await (await outrun(slow)).dropped).toBeInstanceOf(TimeoutError); // how the client names ABORTED
    await slow.close();
  });
});

test('a fresh store holds system events; creating a persistent subscription writes one', async () => {
  const fresh = await openStore();
  const streams = async () => (await collect(fresh.client.readAll())).map((one) => one.event?.streamId);
  expect(await streams()).toEqual(['$user-admin']);
  const settings = persistentSubscriptionToStreamSettingsFromDefaults();
  await fresh.client.createPersistentSubscriptionToStream(newStream(), 'group', settings);
  expect(await streams()).toEqual(['$user-admin', '$persistentSubscriptionConfig']);
  await fresh.restart();
  expect(await streams().catch(streams)).toHaveLength(2);
  await fresh.close();
});

test('positions rise with gaps, each by a step of its own; a reply carries the last one of its append', async () => {
  const { position: fromPosition = START } = await client.appendToStream(newStream(), event(0));
  const alike = Array.from({ length: 20 }, () => event(0));
  const { position } = await client.appendToStream(newStream(), alike);
  const positions = (await collect(client.readAll({ fromPosition }))).map((one) => one.event?.position.commit ?? 0n);
  const steps = positions.slice(1).map((one, index) => one - (positions[index] ?? 0n));
  for (const step of steps) expect(step).toBeGreaterThanOrEqual(120n);
  expect(new Set(steps).size).toBeGreaterThan(5);
  expect(position?.commit).toBe(positions.at(-1));
});

test('positions are assigned under one lock, in commit order', async () => {
  const { position: fromPosition = START } = await client.appendToStream(newStream(), event(0));
  const subscription = client.subscribeToAll({ fromPosition });
  const applied = take<AllStreamResolvedEvent>(subscription, 200);
  const streams = Array.from({ length: 20 }, () => newStream());
  const appended = await Promise.all(
    streams.flatMap((stream) => Array.from({ length: 10 }, () => client.appendToStream(stream, event(0)))),
  );
  const positions = (await applied).map((one) => one.event?.position.commit);
  expect(positions).toEqual(inOrder(appended.map((one) => one.position?.commit ?? 0n)));
  await subscription.unsubscribe();
});

/** Leaves the server with a cold memory, and the client with a connection that works. */
async function restart(): Promise<void> {
  await store.restart();
  await collect(client.readAll({ maxCount: 1 })).catch(() => undefined);
}
