import {
  BACKWARDS,
  binaryEvent,
  END,
  type Position,
  type ReadRevision,
  type ReadStreamOptions,
  START,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb, { type ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect, event, events, newStream, type OpenStore, openStore, refusalOf } from './testing/open-store.ts';
import { inOrder } from './testing/in-order.ts';
import { rawClients } from './testing/raw-client.ts';

// Everything is asked twice: of a server that has the events in memory, and of one that was just started.
describe.each([
  ['in memory', false],
  ['in the database', true],
])('with the events %s', (_, cold) => {
  let store: OpenStore;
  /** Of all twenty events, in the order they were appended in. */
  let positions: Position[];
  const stream = newStream();
  beforeAll(async () => {
    store = await openStore();
    positions = [];
    for (const one of events(10)) {
      for (const [name, appended] of [[stream, one] as const, ['between', event(0)] as const]) {
        const { position } = await store.client.appendToStream(name, appended);
        if (position) positions.push(position);
      }
    }
    if (cold) await store.restart();
  });
  afterAll(() => store.close());

  describe('a stream', () => {
    const revisions = async (options: ReadStreamOptions) =>
      (await collect(store.client.readStream(stream, options))).map((one) => Number(one.event?.revision));

    test.each<[string, ReadStreamOptions, number[]]>([
      ['from the start', { fromRevision: START }, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
      ['from a revision, itself included', { fromRevision: 7n }, [7, 8, 9]],
      ['a few', { fromRevision: 3n, maxCount: 2 }, [3, 4]],
      ['none', { maxCount: 0 }, []],
      ['from the end', { fromRevision: END }, []],
      ['from beyond the end', { fromRevision: 100n }, []],
      ['backwards from the end', { direction: BACKWARDS, fromRevision: END }, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]],
      ['the last', { direction: BACKWARDS, fromRevision: END, maxCount: 1 }, [9]],
      ['backwards from a revision, itself included', { direction: BACKWARDS, fromRevision: 2n }, [2, 1, 0]],
      ['backwards from beyond the end', { direction: BACKWARDS, fromRevision: 100n, maxCount: 2 }, [9, 8]],
      ['backwards from the start', { direction: BACKWARDS, fromRevision: START }, [0]],
      ['from the largest revision there is', { direction: BACKWARDS, fromRevision: 2n ** 64n - 1n, maxCount: 1 }, [9]],
    ])('is read %s', async (_name, options, expected) => expect(await revisions(options)).toEqual(expected));

    test.each<ReadRevision>([START, END, 3n])('that does not exist is not found from %s', async (fromRevision) => {
      const error = await refusalOf(collect(store.client.readStream('missing-größe', { fromRevision })));
      expect(error).toBeInstanceOf(StreamNotFoundError);
      expect(error).toMatchObject({ streamName: 'missing-größe' });
    });
  });

  describe('$all', () => {
    const read = (options: Parameters<OpenStore['client']['readAll']>[0]) => collect(store.client.readAll(options));
    /** Which of the twenty were read; the store's own stand before them. */
    const indexes = async (options: Parameters<OpenStore['client']['readAll']>[0]) =>
      (await read(options))
        .filter((one) => !one.event?.streamId.startsWith('$'))
        .map((one) => positions.findIndex(({ commit }) => commit === one.event?.position.commit));

    test('is read from the start, in the order of its positions and of what was appended', async () => {
      const all = (await read({})).map((one) => one.event?.position.commit ?? 0n);
      expect(all).toEqual(inOrder(all));
      expect(await indexes({})).toEqual(Array.from({ length: 20 }, (_item, index) => index));
    });

    test('is read from a position, itself included', async () => {
      expect(await indexes({ fromPosition: positions[16]!, maxCount: 2 })).toEqual([16, 17]);
    });

    test('is read backwards from the end', async () => {
      expect(await indexes({ direction: BACKWARDS, fromPosition: END, maxCount: 3 })).toEqual([19, 18, 17]);
    });

    test('is read backwards from a position, itself excluded', async () => {
      expect(await indexes({ direction: BACKWARDS, fromPosition: positions[2]! })).toEqual([1, 0]);
    });

    test('has nothing behind its end or before its start', async () => {
      expect(await read({ fromPosition: END })).toEqual([]);
      expect(await read({ direction: BACKWARDS, fromPosition: START })).toEqual([]);
    });
  });
});

describe('a long log', () => {
  let store: OpenStore;
  beforeAll(async () => {
    // Memory for a few hundred events: the rest of each read comes from the database.
    store = await openStore({ cacheBytes: 200_000 });
    for (let from = 0; from < 5_000; from += 500) await store.client.appendToStream('long', events(500, from));
  });
  afterAll(() => store.close());

  const upwards = Array.from({ length: 5_000 }, (_, index) => index);

  test('is read whole in either direction, across pages and into memory', async () => {
    const forwards = await collect(store.client.readStream('long'));
    expect(forwards.map((one) => Number(one.event?.revision))).toEqual(upwards);
    const backwards = await collect(store.client.readStream('long', { direction: BACKWARDS, fromRevision: END }));
    expect(backwards.map((one) => Number(one.event?.revision))).toEqual(upwards.toReversed());
    const all = await collect(store.client.readAll());
    const positions = all.map((one) => one.event?.position.commit ?? 0n);
    expect(positions).toEqual(inOrder(positions));
    expect(all.slice(1).map((one) => Number(one.event?.revision))).toEqual(upwards); // behind the store's own event
    const allBackwards = await collect(store.client.readAll({ direction: BACKWARDS, fromPosition: END }));
    expect(allBackwards.map((one) => one.event?.position.commit)).toEqual(positions.toReversed());
  });

  test('is left in the middle without harm', async () => {
    const reading = store.client.readStream('long');
    let seen = 0;
    for await (const _ of reading) {
      seen += 1;
      if (seen === 700) await reading.cancel();
    }
    expect(seen).toBeGreaterThanOrEqual(700);
    expect(await collect(store.client.readStream('long', { maxCount: 3 }))).toHaveLength(3);
  });

  test('that goes on after its page was kept is read whole', async () => {
    await store.client.appendToStream('growing', events(3));
    await store.restart();
    const length = async () => (await collect(store.client.readStream('growing'))).length;
    expect(await length().catch(length)).toBe(3); // the old connection may be found broken
    for (let grown = 4; grown <= 6; grown += 1) {
      await store.client.appendToStream('growing', event(grown));
      expect([await length(), await length()]).toEqual([grown, grown]);
    }
  });

  test('with events of a megabyte is read whole', async () => {
    for (let number = 0; number < 6; number += 1) {
      await store.client.appendToStream(
        'heavy',
        binaryEvent({ type: 'Heavy', data: new Uint8Array(1024 * 1024).fill(number) }),
      );
    }
    await store.restart();
    const firstBytes = (await collect(store.client.readStream('heavy'))).map(
      (one) => one.event?.data instanceof Uint8Array && one.event.data[0],
    );
    expect(firstBytes).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

describe('what the official client does not ask', () => {
  let store: OpenStore;
  let raw: ReturnType<typeof rawClients>;
  let appended: string[];
  beforeAll(async () => {
    store = await openStore();
    raw = rawClients(store);
    appended = [];
    for (const [index, one] of events(6).entries()) {
      const { position } = await store.client.appendToStream(`filtered-${index % 2}`, one);
      appended.push(String(position?.commit));
    }
  });
  afterAll(async () => {
    raw.close();
    await store.close();
  });

  const { Options } = streamsPb.ReadReq;
  const all = () => new Options().setAll(new Options.AllOptions().setStart(new sharedPb.Empty())).setCount('100');
  const ask = (options: ReadReq.Options) =>
    collect<ReadResp>(raw.streams.read(new streamsPb.ReadReq().setOptions(options)));
  const byStream = (prefix: string) =>
    new Options.FilterOptions()
      .setStreamIdentifier(new Options.FilterOptions.Expression().setPrefixList([prefix]))
      .setCheckpointintervalmultiplier(1);

  test('is a filtered read of $all, within a window where one is set', async () => {
    const filtered = await ask(all().setFilter(byStream('filtered-1')));
    expect(filtered.map((response) => response.getEvent()?.getCommitPosition())).toEqual(
      [1, 3, 5].map((index) => appended[index]),
    );
    expect(await ask(all().setFilter(byStream('filtered-1').setMax(3)))).toHaveLength(1);
    expect(await ask(all().setCount('2').setFilter(byStream('filtered-1')))).toHaveLength(2);
  });

  test.each<[string, () => ReadReq.Options, status]>([
    ['no stream and not $all', () => new Options().setCount('1'), status.INVALID_ARGUMENT],
    ['no count', () => new Options().setAll(new Options.AllOptions()), status.INVALID_ARGUMENT],
    [
      'a filtered stream',
      () =>
        new Options()
          .setStream(
            new Options.StreamOptions().setStreamIdentifier(
              new sharedPb.StreamIdentifier().setStreamName(Buffer.from('filtered-1')),
            ),
          )
          .setCount('1')
          .setFilter(byStream('filtered')),
      status.INVALID_ARGUMENT,
    ],
    [
      'a subscription backwards',
      () => all().setSubscription(new Options.SubscriptionOptions()).setReadDirection(1),
      status.INVALID_ARGUMENT,
    ],
  ])('is refused: %s', async (_, options, code) => {
    expect(await refusalOf(ask(options()))).toMatchObject({ code });
  });
});
