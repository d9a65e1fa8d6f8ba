import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { ERASED, type Fact, type Recorded } from '@easel/contracts/kernel/event';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  AccessDeniedError,
  DeadlineExceededError,
  ErrorType,
  EventStoreDBClient,
  NotLeaderError,
  TimeoutError,
  UnavailableError,
} from '@eventstore/db-client';
import { BatchAppends } from './batch-appends.ts';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { WrongRevision } from './event-log.errors.ts';
import { EventLog } from './event-log.ts';
import type { LogItem } from './log-store.ts';
import type { NewFact } from './new-fact.ts';
import { NetworkSwitch } from '../testing/network-switch.ts';
import { openKillableTestLog, openTestLog, testCatalogue, testMetadata } from '../testing/open-log.ts';

let opened: Awaited<ReturnType<typeof openTestLog>>;
beforeAll(async () => {
  opened = await openTestLog();
});
afterAll(() => opened.close());

const entry = (fact: Fact): NewFact => ({ id: randomUUID(), fact, metadata: testMetadata });
const counted = (by: number): NewFact => entry({ type: 'Counted', data: { by } });
const all = async (stream: string): Promise<Recorded[]> => Array.fromAsync(opened.log.read(stream));
const newStream = (): string => `sum-${randomUUID()}`;

describe('appending', () => {
  test('numbers facts from 0 and answers the last one', async () => {
    const stream = newStream();
    expect(await opened.log.append(stream, 'none', [counted(1), counted(2)])).toMatchObject({ revision: 1 });
    expect(await opened.log.append(stream, 1, [counted(3)])).toMatchObject({ revision: 2 });
    expect((await all(stream)).map(({ data, revision }) => ({ data, revision }))).toEqual([
      { data: { by: 1 }, revision: 0 },
      { data: { by: 2 }, revision: 1 },
      { data: { by: 3 }, revision: 2 },
    ]);
  });

  test('at another revision is refused and says where the stream is', async () => {
    const stream = newStream();
    await opened.log.append(stream, 'none', [counted(1)]);
    const refused = opened.log.append(stream, 'none', [counted(2)]);
    await expect(refused).rejects.toBeInstanceOf(WrongRevision);
    await expect(refused).rejects.toMatchObject({ actual: 0 });
    await expect(opened.log.append(newStream(), 4, [counted(2)])).rejects.toMatchObject({ actual: 'none' });
  });

  test('the same facts at the same revision again is the same append', async () => {
    const stream = newStream();
    const facts = [counted(1), counted(2)];
    const first = await opened.log.append(stream, 'none', facts);
    expect(await opened.log.append(stream, 'none', facts)).toEqual(first);
    expect(await all(stream)).toHaveLength(2);
  });

  test('a fact its own schema refuses is not stored', async () => {
    const stream = newStream();
    await expect(opened.log.append(stream, 'none', [entry({ type: 'Counted', data: { by: 'x' } })])).rejects.toThrow(
      'expected number',
    );
    await expect(opened.log.append(stream, 'none', [entry({ type: 'Unheard', data: {} })])).rejects.toThrow('Unheard');
    expect(await all(stream)).toEqual([]);
  });
});

describe('an append whose answer does not tell', () => {
  type Append = BatchAppends['append'];
  const spied = () => vi.spyOn(BatchAppends.prototype, 'append');
  /** As the store would: stored, by a second call, and then answered by something else. */
  const storedYet = (error: Error) =>
    async function (this: BatchAppends, ...call: Parameters<Append>): ReturnType<Append> {
      await this.append(...call);
      throw error;
    };
  const lastOf = async (stream: string) => {
    const last = (await all(stream)).at(-1);
    return { revision: last?.revision, position: last?.position };
  };
  afterEach(() => vi.restoreAllMocks());

  test.each([
    ['a batch that timed out', new DeadlineExceededError()],
    ['a call that timed out', new TimeoutError()],
    ['a connection that was lost', new UnavailableError()],
    ['what the client cannot name', new Error('who knows')],
  ])('%s, though it is stored, is done, at the place that the log tells', async (_, error) => {
    const stream = newStream();
    await opened.log.append(stream, 'none', [counted(1)]);
    const append = spied().mockImplementationOnce(storedYet(error));
    const appended = await opened.log.append(stream, 0, [counted(2), counted(3)]);
    expect(append).toHaveBeenCalledTimes(2);
    expect(appended).toEqual(await lastOf(stream));
    expect((await all(stream)).map(({ data }) => data)).toEqual([{ by: 1 }, { by: 2 }, { by: 3 }]);
  });

  test('and was never stored is appended again', async () => {
    const stream = newStream();
    const append = spied().mockRejectedValueOnce(new UnavailableError()).mockRejectedValueOnce(new TimeoutError());
    expect(await opened.log.append(stream, 'none', [counted(1)])).toEqual(await lastOf(stream));
    expect(append).toHaveBeenCalledTimes(3);
    expect(await all(stream)).toHaveLength(1);
  });

  test('and is stored only after it was looked for stands once, however often it is tried', async () => {
    const stream = newStream();
    const late = Promise.withResolvers<[BatchAppends, Parameters<Append>]>();
    spied()
      .mockImplementationOnce(function (this: BatchAppends, ...call) {
        late.resolve([this, call]);
        return Promise.reject(new DeadlineExceededError());
      })
      .mockImplementationOnce(async function (this: BatchAppends, ...call): ReturnType<Append> {
        const [batches, first] = await late.promise;
        await batches.append(...first);
        return this.append(...call);
      });
    expect(await opened.log.append(stream, 'none', [counted(1), counted(2)])).toEqual(await lastOf(stream));
    expect(await all(stream)).toHaveLength(2);
  });

  test('and found its place taken was surely not done', async () => {
    const stream = newStream();
    const append = spied().mockImplementationOnce(async function (this: BatchAppends): ReturnType<Append> {
      await this.append({ stream, expected: 'any', facts: [counted(9)] }, 1_000);
      throw new DeadlineExceededError();
    });
    await expect(opened.log.append(stream, 'none', [counted(1)])).rejects.toMatchObject({
      name: 'WrongRevision',
      expected: 'none',
      actual: 0,
    });
    expect(append).toHaveBeenCalledTimes(2);
    expect((await all(stream)).map(({ data }) => data)).toEqual([{ by: 9 }]);
  });

  test('and shares only its first fact with what stands there was not done either', async () => {
    const stream = newStream();
    const facts = [counted(1), counted(2)];
    await opened.log.append(stream, 'none', facts.slice(0, 1));
    spied().mockRejectedValueOnce(new TimeoutError());
    await expect(opened.log.append(stream, 'none', facts)).rejects.toBeInstanceOf(WrongRevision);
    expect(await all(stream)).toHaveLength(1);
  });

  test('twice in flight, by two processes: both are told that it was done, once', async () => {
    const stream = newStream();
    const facts = [counted(1), counted(2)];
    const other = new EventLog(opened.store.connectionString, testCatalogue, opened.sealer);
    const answers = await Promise.all([opened.log, other].map((log) => log.append(stream, 'none', facts)));
    const last = await lastOf(stream);
    expect(answers).toEqual([last, last]);
    expect(await all(stream)).toHaveLength(2);
    await other.close();
  });

  test('of a measurement is neither looked for nor tried again: it may be lost, and never counts twice', async () => {
    const stream = newStream();
    const append = spied().mockImplementationOnce(storedYet(new TimeoutError()));
    const reading = vi.spyOn(EventStoreDBClient.prototype, 'readStream');
    await expect(opened.log.appendAnywhere(stream, [counted(1)])).rejects.toMatchObject({ name: 'OutcomeUnknown' });
    expect([append.mock.calls.length, reading.mock.calls.length]).toEqual([2, 0]);
    expect(await all(stream)).toHaveLength(1);
  });
});

describe('what refuses', () => {
  const refusing = (error: Error) => vi.spyOn(BatchAppends.prototype, 'append').mockRejectedValue(error);
  const reading = () => vi.spyOn(EventStoreDBClient.prototype, 'readStream');
  afterEach(() => vi.restoreAllMocks());

  test.each([
    ['an account without the right', new AccessDeniedError(), 'AccessDenied'],
    ['a call without the right', Object.assign(new Error('7 PERMISSION_DENIED'), { code: 7 }), 'AccessDenied'],
    ['a wrong password', Object.assign(new AccessDeniedError(), { code: 16 }), 'BadCredentials'],
  ])('%s is no unknown outcome: neither looked for nor tried again', async (_, error, name) => {
    const [append, read] = [refusing(error), reading()];
    await expect(opened.log.append(newStream(), 'none', [counted(1)])).rejects.toMatchObject({ name });
    expect([append.mock.calls.length, read.mock.calls.length]).toEqual([1, 0]);
  });

  test('a deleted stream says so to whoever appends or reads', async () => {
    const stream = newStream();
    await opened.log.append(stream, 'none', [counted(1)]);
    const client = EventStoreDBClient.connectionString(opened.store.connectionString);
    await client.tombstoneStream(stream);
    await client.dispose();
    const append = vi.spyOn(BatchAppends.prototype, 'append');
    const refusal = { name: 'StreamDeleted', message: `the stream ${stream} was deleted in the event store` };
    await expect(opened.log.append(stream, 0, [counted(2)])).rejects.toMatchObject(refusal);
    expect(append).toHaveBeenCalledTimes(1);
    await expect(all(stream)).rejects.toMatchObject(refusal);
  });

  test.each([
    [7, 'AccessDenied', 'the event store does not let this account read the whole log ($all)'],
    [16, 'BadCredentials', 'the event store does not accept the account or its password'],
  ])('whoever reads is told by status %i', async (code, name, message) => {
    const refused = () => failing(Object.assign(new AccessDeniedError(), { code }));
    vi.spyOn(EventStoreDBClient.prototype, 'readAll').mockImplementation(refused);
    const call = Object.assign(new Error('refused'), { code, details: 'refused' });
    vi.spyOn(StreamsClient.prototype, 'makeServerStreamRequest').mockImplementation(
      () => failing(call) as unknown as ReturnType<StreamsClient['makeServerStreamRequest']>,
    );
    await expect(opened.log.head()).rejects.toMatchObject({ name, message });
    const following = opened.log.subscribe({ categories: 'all', after: 'start', signal: new AbortController().signal });
    await expect(following.next()).rejects.toMatchObject({ name, message });
  });
});

/** A read of the client that ends with this error. */
const failing = (error: Error) =>
  Object.assign(
    new Readable({
      objectMode: true,
      read() {
        this.destroy(error);
      },
    }),
    { cancel: () => Promise.resolve(), unsubscribe: () => Promise.resolve() },
  ) as unknown as ReturnType<EventStoreDBClient['readAll']>;

describe('who leads', () => {
  afterEach(() => vi.restoreAllMocks());
  const notLeader = Object.assign(Object.create(NotLeaderError.prototype) as NotLeaderError, {
    type: ErrorType.NOT_LEADER,
  });

  test('is asked by reads and heads', async () => {
    const stream = newStream();
    const read = vi.spyOn(EventStoreDBClient.prototype, 'readStream');
    const head = vi.spyOn(EventStoreDBClient.prototype, 'readAll');
    await opened.log.append(stream, 'none', [counted(1)]);
    await all(stream);
    await opened.log.head();
    for (const options of [read.mock.lastCall?.[1], head.mock.lastCall?.[0]]) {
      expect(options).toMatchObject({ requiresLeader: true });
    }
  });

  test('has changed: the read begins again, at the one the client has turned to', async () => {
    const stream = newStream();
    await opened.log.append(stream, 'none', [counted(1)]);
    const elsewhere = () => failing(notLeader) as unknown as ReturnType<EventStoreDBClient['readStream']>;
    const read = vi.spyOn(EventStoreDBClient.prototype, 'readStream').mockImplementationOnce(elsewhere);
    expect(await all(stream)).toHaveLength(1);
    read.mockImplementation(elsewhere);
    await expect(all(stream)).rejects.toMatchObject({ name: 'LogUnavailable' });
  });

  test('has changed: the append is looked for and repeated there', async () => {
    const stream = newStream();
    const append = vi.spyOn(BatchAppends.prototype, 'append').mockRejectedValueOnce(notLeader);
    expect(await opened.log.append(stream, 'none', [counted(1)])).toMatchObject({ revision: 0 });
    expect(append).toHaveBeenCalledTimes(2);
    expect(await all(stream)).toHaveLength(1);
  });

  test('shows an older head for a moment: it is waited on, and believed in the end', async () => {
    const { position } = await opened.log.append(newStream(), 'none', [counted(1)]);
    const readAll = vi.spyOn(EventStoreDBClient.prototype, 'readAll');
    const empty = () => Object.assign(Readable.from([]), { cancel: () => Promise.resolve() });
    readAll.mockImplementationOnce(empty);
    expect(await opened.log.head({ atLeast: position })).toBeGreaterThanOrEqual(position);
    expect(readAll).toHaveBeenCalledTimes(2);
    const hasty = new EventLog(opened.store.connectionString, testCatalogue, opened.sealer, { headMs: 50 });
    const beyond = 2n ** 60n;
    const believed = await hasty.head({ atLeast: beyond });
    expect([believed >= position, believed < beyond]).toEqual([true, true]);
    await hasty.close();
  });
});

test('several hosts of which none answers at first: the log serves as soon as one does', async () => {
  const target = Number(new URL(opened.store.connectionString).port);
  const door = await NetworkSwitch.before(target);
  const nowhere = await NetworkSwitch.before(target);
  await Promise.all([door.shut(), nowhere.shut()]);
  const hosts = `127.0.0.1:${nowhere.port},127.0.0.1:${door.port}`;
  const log = new EventLog(`esdb://${hosts}?tls=false&maxDiscoverAttempts=1`, testCatalogue, opened.sealer, {
    settledWithinMs: 500,
  });
  const stream = newStream();
  await expect(log.append(stream, 'none', [counted(1)])).rejects.toMatchObject({ name: 'OutcomeUnknown' });
  await door.open();
  expect(await log.append(stream, 'none', [counted(1)])).toMatchObject({ revision: 0 });
  await log.close();
  await door.shut();
});

describe('personal data', () => {
  const note = (personId: string, text: string): NewFact =>
    entry({ type: 'NoteTaken', data: { personId, text, language: 'fr' } });

  test('is sealed in the store, open to readers, and gone once the person is erased', async () => {
    const stream = newStream();
    const personId = randomUUID();
    await opened.log.append(stream, 'none', [note(personId, 'très secret')]);
    const [stored] = await Array.fromAsync(opened.log.readStored(stream));
    expect(JSON.stringify(stored?.data)).not.toContain('secret');
    expect((await all(stream))[0]?.data).toEqual({ personId, text: 'très secret', language: 'fr' });
    await opened.sealer.erase(personId);
    expect((await all(stream))[0]?.data).toEqual({ personId, text: ERASED, language: 'fr' });
  });

  test('moved to another place opens nowhere', async () => {
    const personId = randomUUID();
    const [sealed] = await opened.log.encode('sum-a', [note(personId, 'here')]);
    if (!sealed) throw new Error('nothing was encoded');
    const stream = newStream();
    await opened.log.appendEncoded(stream, 'none', [{ ...sealed, id: randomUUID() }]);
    expect((await all(stream))[0]?.unreadable).toMatchObject({ why: 'invalid' });
  });
});

describe('versions', () => {
  test('an older shape is brought to the newest', async () => {
    const stream = newStream();
    const personId = randomUUID();
    const id = randomUUID();
    const text = await opened.sealer.seal(personId, { stream, eventId: id, field: 'text' }, 'old');
    const stored = { id, fact: { type: 'NoteTaken', data: { personId, text } }, metadata: testMetadata };
    await opened.log.appendEncoded(stream, 'none', [stored]);
    expect((await all(stream))[0]?.data).toEqual({ personId, text: 'old', language: 'en' });
  });

  test('what this code cannot know is handed on as it is, and says why', async () => {
    const stream = newStream();
    await opened.log.appendEncoded(stream, 'none', [
      { ...counted(1), metadata: { ...testMetadata, schemaVersion: 9 } },
      { id: randomUUID(), fact: { type: 'FromTheFuture', data: {} }, metadata: testMetadata },
      { id: randomUUID(), fact: { type: 'Counted', data: { by: 'none' } }, metadata: testMetadata },
    ]);
    expect((await all(stream)).map(({ unreadable }) => unreadable?.why)).toEqual([
      'newer-version',
      'unknown-type',
      'invalid',
    ]);
  });
});

describe('following', () => {
  const follow = async (
    from: { categories: string[]; after: bigint | 'start' | 'end' },
    until: (items: readonly LogItem[]) => boolean,
  ): Promise<LogItem[]> => {
    const stop = new AbortController();
    const items: LogItem[] = [];
    for await (const item of opened.log.subscribe({ ...from, signal: stop.signal })) {
      items.push(item);
      if (until(items)) stop.abort();
    }
    return items;
  };
  const facts = (items: readonly LogItem[]) => items.flatMap((item) => (item.kind === 'fact' ? [item.fact] : []));

  test('gives the chosen categories in order, says when it has caught up, then gives what comes', async () => {
    const category = `c${randomUUID().replaceAll('-', '').slice(0, 8)}`;
    const a = `${category}-a`;
    await opened.log.append(a, 'none', [counted(1)]);
    await opened.log.append(newStream(), 'none', [counted(99)]);
    await opened.log.append(`${category}-b`, 'none', [counted(2)]);
    let appended: Promise<unknown> | undefined;
    const items = await follow({ categories: [category], after: 'start' }, (sofar) => {
      if (sofar.some(({ kind }) => kind === 'caught-up')) appended ??= opened.log.append(a, 0, [counted(3)]);
      return facts(sofar).length === 3;
    });
    await appended;
    expect(facts(items).map(({ data }) => data)).toEqual([{ by: 1 }, { by: 2 }, { by: 3 }]);
    expect(items.findIndex(({ kind }) => kind === 'caught-up')).toBe(items.length - 2);

    const [, second] = facts(items);
    const rest = await follow(
      { categories: [category], after: second?.position ?? 0n },
      (sofar) => facts(sofar).length === 1,
    );
    expect(facts(rest).map(({ data }) => data)).toEqual([{ by: 3 }]);
    expect(await opened.log.head()).toBeGreaterThanOrEqual(facts(rest)[0]?.position ?? 2n ** 62n);
  });

  test('a store that went away ends it with an error', async () => {
    const other = await openKillableTestLog();
    const items = other.log.subscribe({ categories: ['sum'], after: 'start', signal: new AbortController().signal });
    expect((await items.next()).value).toEqual({ kind: 'caught-up' });
    other.store.kill();
    await expect(items.next()).rejects.toThrow('cannot be read now');
    await other.log.close();
    await other.pool.end();
    await other.database.drop();
  });
});

test('an address where nobody answers: the outcome of an append is not known', async () => {
  const nowhere = new EventLog('esdb://127.0.0.1:1?tls=false&maxDiscoverAttempts=1', testCatalogue, opened.sealer, {
    settledWithinMs: 300,
  });
  await expect(nowhere.append(newStream(), 'none', [counted(1)])).rejects.toMatchObject({ name: 'OutcomeUnknown' });
  await nowhere.close();
});

test('a store that takes the call and says nothing more: a read is given up, and so is the look at the end', async () => {
  const sockets = new Set<Socket>();
  const mute = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as AddressInfo;
  const log = new EventLog(`esdb://127.0.0.1:${port}?tls=false`, testCatalogue, opened.sealer, { readSilenceMs: 50 });
  await expect(Array.fromAsync(log.read(newStream()))).rejects.toMatchObject({ name: 'LogUnavailable' });
  await expect(log.head()).rejects.toMatchObject({ name: 'LogUnavailable' });
  for (const socket of sockets) socket.destroy();
  mute.close();
  await log.close();
});

test('a reader who takes long is not taken for a store that is silent', async () => {
  const stream = newStream();
  const hasty = new EventLog(opened.store.connectionString, testCatalogue, opened.sealer, { readSilenceMs: 50 });
  await hasty.append(stream, 'none', [counted(1), counted(2)]);
  const read: unknown[] = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for await (const { data } of hasty.read(stream)) {
    read.push(data);
    vi.advanceTimersByTime(1_000);
  }
  vi.useRealTimers();
  expect(read).toEqual([{ by: 1 }, { by: 2 }]);
  await hasty.close();
});
