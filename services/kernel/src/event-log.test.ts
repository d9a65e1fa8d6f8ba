import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { ERASED, type Fact, type Recorded } from '@easel/contracts/kernel/event';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WrongRevision } from './event-log.errors.ts';
import { EventLog, type LogItem } from './event-log.ts';
import type { NewFact } from './new-fact.ts';
import { openTestLog, testCatalogue, testMetadata } from './testing/open-log.ts';

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
    expect(await opened.log.head()).toBe(facts(rest)[0]?.position);
  });

  test('a store that went away ends it with an error', async () => {
    const other = await openTestLog(testCatalogue);
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
  const nowhere = new EventLog('esdb://127.0.0.1:1?tls=false&maxDiscoverAttempts=1', testCatalogue, opened.sealer);
  await expect(nowhere.append(newStream(), 'none', [counted(1)])).rejects.toMatchObject({ name: 'OutcomeUnknown' });
  await nowhere.close();
});

test('a store that takes the call and says nothing more: a read is given up, and so is the look at the end', async () => {
  const sockets = new Set<Socket>();
  const mute = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as AddressInfo;
  const log = new EventLog(`esdb://127.0.0.1:${port}?tls=false`, testCatalogue, opened.sealer, 50);
  await expect(Array.fromAsync(log.read(newStream()))).rejects.toMatchObject({ name: 'LogUnavailable' });
  await expect(log.head()).rejects.toMatchObject({ name: 'LogUnavailable' });
  for (const socket of sockets) socket.destroy();
  mute.close();
  await log.close();
});

test('a reader who takes long is not taken for a store that is silent', async () => {
  const stream = newStream();
  const hasty = new EventLog(opened.store.connectionString, testCatalogue, opened.sealer, 50);
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
