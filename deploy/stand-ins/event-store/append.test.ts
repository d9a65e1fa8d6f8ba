import { randomUUID } from 'node:crypto';
import {
  AccessDeniedError,
  ANY,
  type AppendExpectedRevision,
  binaryEvent,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  STREAM_EXISTS,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect, event, events, newStream, type OpenStore, openStore, refusalOf } from './testing/open-store.ts';

let store: OpenStore;
beforeAll(async () => {
  store = await openStore({ awkward: false }); // what it answers otherwise is in awkward.test.ts
});
afterAll(() => store.close());

// Credentials are dropped without TLS, but with them the client appends plainly.
const PLAIN = { credentials: { username: 'admin', password: 'changeit' } };

describe.each([
  ['batch append', {}],
  ['plain append', PLAIN],
])('%s', (_, options) => {
  test('answers the last revision and the position, which readers see too', async () => {
    const stream = newStream();
    const first = await store.client.appendToStream(stream, events(3), options);
    expect(first).toMatchObject({ success: true, nextExpectedRevision: 2n });
    const second = await store.client.appendToStream(stream, event(3), options);
    expect(second.nextExpectedRevision).toBe(3n);
    expect(second.position?.commit).toBeGreaterThan(first.position?.commit ?? 0n);
    expect(second.position?.prepare).toBe(second.position?.commit);

    const read = await collect(store.client.readStream(stream));
    expect(read.map(({ event: recorded }) => recorded?.revision)).toEqual([0n, 1n, 2n, 3n]);
    expect(read[2]?.event?.position).toEqual(first.position);
    expect(read[3]?.event?.position).toEqual(second.position);
  });

  test('keeps what it was given', async () => {
    const stream = newStream();
    const json = jsonEvent({
      type: 'Ünïcode',
      data: { text: 'Straße ✓', deep: [1, { a: null }] },
      metadata: { $correlationId: 'c' },
    });
    const binary = binaryEvent({ type: 'Bytes', data: Uint8Array.of(0, 255, 10), metadata: Uint8Array.of(1, 0, 2) });
    const bare = jsonEvent({ type: 'Bare', data: [] });
    const before = Date.now();
    await store.client.appendToStream(stream, [json, binary, bare], options);

    const [first, second, third] = (await collect(store.client.readStream(stream))).map((one) => one.event);
    expect(first).toMatchObject({ id: json.id, streamId: stream, isJson: true, type: json.type, data: json.data });
    expect(first?.metadata).toEqual(json.metadata);
    expect(first?.created.getTime()).toBeGreaterThanOrEqual(before);
    expect(first?.created.getTime()).toBeLessThanOrEqual(Date.now());
    expect(second).toMatchObject({ id: binary.id, isJson: false, type: 'Bytes' });
    expect(second?.data).toEqual(Uint8Array.of(0, 255, 10));
    expect(second?.metadata).toEqual(Uint8Array.of(1, 0, 2));
    expect(third).toMatchObject({ id: bare.id, data: [], metadata: undefined });
  });

  test('takes every expected revision that is right', async () => {
    const stream = newStream();
    const append = async (number: number, expectedRevision: AppendExpectedRevision) =>
      (await store.client.appendToStream(stream, event(number), { expectedRevision, ...options })).nextExpectedRevision;
    expect(await append(0, NO_STREAM)).toBe(0n);
    expect(await append(1, 0n)).toBe(1n);
    expect(await append(2, STREAM_EXISTS)).toBe(2n);
    expect(await append(3, ANY)).toBe(3n);
  });

  test.each<[string, AppendExpectedRevision, bigint | typeof NO_STREAM]>([
    ['no_stream on a stream with events', NO_STREAM, 1n],
    ['an earlier revision', 0n, 1n],
    ['a later revision', 7n, 1n],
    ['stream_exists on a missing stream', STREAM_EXISTS, NO_STREAM],
    ['a revision of a missing stream', 0n, NO_STREAM],
  ])('says what is wrong with %s', async (_, expectedRevision, actual) => {
    const stream = newStream();
    if (actual !== NO_STREAM) await store.client.appendToStream(stream, events(2), options);
    const error = await refusalOf(store.client.appendToStream(stream, event(9), { expectedRevision, ...options }));
    expect(error).toBeInstanceOf(WrongExpectedVersionError);
    expect(error).toMatchObject({ streamName: stream, expectedVersion: expectedRevision, actualVersion: actual });
  });

  test('says so without throwing where the client asks for that', async () => {
    const client = store.connect('&throwOnAppendFailure=false');
    const stream = newStream();
    await client.appendToStream(stream, events(2), options);
    const result = await client.appendToStream(stream, event(2), { expectedRevision: NO_STREAM, ...options });
    expect(result).toMatchObject({ success: false, nextExpectedRevision: 1n });
  });

  test('takes just as much data as fits, whatever the metadata', async () => {
    const limit = 1024 * 1024;
    const bytes = (size: number, metadataSize = 0) =>
      binaryEvent({ type: 'Big', data: new Uint8Array(size), metadata: new Uint8Array(metadataSize) });
    const stream = newStream();
    await store.client.appendToStream(stream, [bytes(limit / 2), bytes(limit / 2, limit)], options);
    const error = await refusalOf(store.client.appendToStream(stream, [bytes(limit), bytes(1)], options));
    expect(error).toBeInstanceOf(MaxAppendSizeExceededError);
    expect(error).toMatchObject({ maxAppendSize: limit });
    expect(await collect(store.client.readStream(stream))).toHaveLength(2);
  });

  test('refuses metadata that no client could read back', async () => {
    const unreadable = binaryEvent({
      type: 'Big',
      data: new Uint8Array(1),
      metadata: new Uint8Array(16 * 1024 * 1024),
    });
    const error = await refusalOf(store.client.appendToStream(newStream(), unreadable, options));
    expect(error).toBeInstanceOf(UnknownError);
  });

  test('of no events changes nothing', async () => {
    const stream = newStream();
    await store.client.appendToStream(stream, events(2), options);
    const result = await store.client.appendToStream(stream, [], { expectedRevision: 1n, ...options });
    expect(result).toMatchObject({ success: true, nextExpectedRevision: 1n });
    const error = await refusalOf(store.client.appendToStream(stream, [], { expectedRevision: 0n, ...options }));
    expect(error).toBeInstanceOf(WrongExpectedVersionError);
  });

  test('stores everything of a large append in order', async () => {
    const stream = newStream();
    await store.client.appendToStream(stream, events(5_000), options);
    const numbers = (await collect(store.client.readStream<{ type: string; data: { number: number } }>(stream))).map(
      (one) => one.event?.data.number,
    );
    expect(numbers).toEqual(Array.from({ length: 5_000 }, (_, index) => index));
  });

  test('takes names that are not ASCII, and says them back in errors', async () => {
    const stream = newStream('größe-✓');
    await store.client.appendToStream(stream, event(0), options);
    const error = await refusalOf(
      store.client.appendToStream(stream, event(1), { expectedRevision: NO_STREAM, ...options }),
    );
    expect(error).toMatchObject({ streamName: stream });
    expect(await collect(store.client.readStream(stream))).toHaveLength(1);
  });

  test('refuses an event without a proper id, and lives on', async () => {
    const stream = newStream();
    const bad = { ...event(0), id: 'not-a-uuid' };
    expect(await refusalOf(store.client.appendToStream(stream, bad, options))).toBeInstanceOf(UnknownError);
    expect(await refusalOf(store.client.appendToStream('x'.repeat(3_000), event(0), options))).toBeInstanceOf(
      UnknownError,
    );
    expect(await refusalOf(store.client.appendToStream('a\0b', event(0), options))).toBeInstanceOf(UnknownError);
    expect(await store.client.appendToStream(stream, event(0), options)).toMatchObject({ success: true });
  });

  describe.each([
    ['from memory', () => Promise.resolve()],
    ['from the database', () => store.restart()],
  ])('repeated with the same ids, known %s', (_, forget) => {
    test.each<[string, AppendExpectedRevision, AppendExpectedRevision]>([
      ['any', ANY, ANY],
      ['stream_exists', ANY, STREAM_EXISTS],
      ['no_stream', NO_STREAM, NO_STREAM],
    ])('answers the first outcome again: %s', async (_, first, again) => {
      const stream = newStream();
      const batch = events(2);
      const original = await store.client.appendToStream(stream, batch, { expectedRevision: first, ...options });
      await store.client.appendToStream(stream, events(3), options);
      await forget();
      const repeat = await reconnecting(() =>
        store.client.appendToStream(stream, batch, { expectedRevision: again, ...options }),
      );
      expect(repeat).toEqual(original);
      expect(await collect(store.client.readStream(stream))).toHaveLength(5);
    });

    test('answers the first outcome again: an exact revision', async () => {
      const stream = newStream();
      await store.client.appendToStream(stream, events(2), options);
      const batch = events(2);
      const original = await store.client.appendToStream(stream, batch, { expectedRevision: 1n, ...options });
      await forget();
      const repeat = await reconnecting(() =>
        store.client.appendToStream(stream, batch, { expectedRevision: 1n, ...options }),
      );
      expect(repeat).toEqual(original);
    });

    test('refuses what was stored only in part', async () => {
      const stream = newStream();
      const batch = events(2);
      await store.client.appendToStream(stream, batch, { expectedRevision: NO_STREAM, ...options });
      await forget();
      for (const expectedRevision of [ANY, STREAM_EXISTS, NO_STREAM] as const) {
        const more = [...batch, event(2)];
        const error = await refusalOf(
          reconnecting(() => store.client.appendToStream(stream, more, { expectedRevision, ...options })),
        );
        expect(error).toBeInstanceOf(WrongExpectedVersionError);
      }
    });

    test('stores an id of another stream', async () => {
      const shared = event(0);
      const [one, other] = [newStream(), newStream()];
      await store.client.appendToStream(one, shared, options);
      await store.client.appendToStream(other, event(1), options);
      await forget();
      await reconnecting(() => store.client.appendToStream(other, shared, options));
      expect(await collect(store.client.readStream(other))).toHaveLength(2);
    });
  });

  test('repeated while the first is on its way is stored once', async () => {
    const stream = newStream();
    const batch = events(2);
    const results = await Promise.all(
      Array.from({ length: 20 }, () =>
        store.client.appendToStream(stream, batch, { expectedRevision: NO_STREAM, ...options }),
      ),
    );
    expect(new Set(results.map((result) => result.position?.commit)).size).toBe(1);
    expect(await collect(store.client.readStream(stream))).toHaveLength(2);
  });

  test('at the same revision by many at once succeeds for one', async () => {
    const stream = newStream();
    await store.client.appendToStream(stream, event(0), options);
    const attempts = await Promise.allSettled(
      events(30).map((one) => store.client.appendToStream(stream, one, { expectedRevision: 0n, ...options })),
    );
    expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1);
    expect(await collect(store.client.readStream(stream))).toHaveLength(2);
  });

  test('keeps the order of appends that do not wait for each other', async () => {
    const stream = newStream();
    await Promise.all(
      events(50).map((one, index) =>
        store.client.appendToStream(stream, one, {
          expectedRevision: index === 0 ? NO_STREAM : BigInt(index - 1),
          ...options,
        }),
      ),
    );
    expect(await collect(store.client.readStream(stream))).toHaveLength(50);
  });
});

test('an append of many chunks gets one answer', async () => {
  const stream = newStream();
  const batch = events(500);
  const result = await store.client.appendToStream(stream, batch, { batchAppendSize: 1_000 });
  expect(result.nextExpectedRevision).toBe(499n);
});

test('an append of many chunks that grows too large gets one answer', async () => {
  const stream = newStream();
  const batch = Array.from({ length: 40 }, () => binaryEvent({ type: 'Big', data: new Uint8Array(100_000) }));
  const error = await refusalOf(store.client.appendToStream(stream, batch, { batchAppendSize: 250_000 }));
  expect(error).toBeInstanceOf(MaxAppendSizeExceededError);
  expect(await store.client.appendToStream(stream, event(0))).toMatchObject({ nextExpectedRevision: 0n });
});

test('an id is compared whatever the case of its letters', async () => {
  const stream = newStream();
  const id = randomUUID().toUpperCase();
  const first = await store.client.appendToStream(stream, { ...event(0), id });
  const again = await store.client.appendToStream(stream, { ...event(0), id: id.toLowerCase() });
  expect(again).toEqual(first);
});

/** After a restart the first call may find the old connection broken. */
async function reconnecting<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof WrongExpectedVersionError || error instanceof AccessDeniedError) throw error;
    return call();
  }
}
