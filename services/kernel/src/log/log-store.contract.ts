import { randomUUID } from 'node:crypto';
import type { Recorded } from '@easel/contracts/kernel/event';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WrongRevision } from './event-log.errors.ts';
import type { Following, LogItem, LogStore } from './log-store.ts';
import type { NewFact } from './new-fact.ts';
import { testMetadata } from '../testing/open-log.ts';

/** A log in the hands of a test. */
export interface LogServer {
  /** The ways of two processes to it. */
  readonly here: LogStore;
  readonly there: LogStore;
  remove(): Promise<void>;
}

const PATIENCE_MS = 5_000;
const counted = (by: unknown): NewFact => ({
  id: randomUUID(),
  fact: { type: 'Counted', data: { by } },
  metadata: testMetadata,
});
const unopened = (stored: Recorded): Recorded => stored;

/** What every store of the log must do alike. */
export function describeLogStore(name: string, begin: () => Promise<LogServer>): void {
  describe(`the log ${name}`, () => {
    let server: LogServer;
    let here: LogStore;
    let there: LogStore;

    beforeAll(async () => {
      server = await begin();
      ({ here, there } = server);
    });
    afterAll(() => server.remove());

    const newStream = (category = 'sum'): string => `${category}-${randomUUID()}`;
    const append = (stream: string, expected: 'none' | number | 'any', facts: NewFact[], log = here) =>
      log.append(stream, expected, facts, PATIENCE_MS);
    const read = (stream: string, range: { from?: number; maxCount?: number } = {}): Promise<Recorded[]> =>
      Array.fromAsync(there.readStream(stream, { from: 0, silenceMs: PATIENCE_MS, ...range }));
    const numbers = (facts: readonly Recorded[]): unknown[] => facts.map(({ data }) => (data as { by: unknown }).by);

    describe('appending', () => {
      it('numbers facts from 0, one position behind the other, and answers the last one', async () => {
        const stream = newStream();
        const first = await append(stream, 'none', [counted(1), counted(2)]);
        const elsewhere = await append(newStream(), 'none', [counted(9)]);
        const second = await append(stream, 1, [counted(3)], there);
        expect([first.revision, second.revision]).toEqual([1, 2]);
        const stored = await read(stream);
        expect(stored.map(({ revision }) => revision)).toEqual([0, 1, 2]);
        expect(stored.map(({ position }) => position).slice(1)).toEqual([first.position, second.position]);
        expect(first.position < elsewhere.position && elsewhere.position < second.position).toBe(true);
      });

      it('keeps what it is given', async () => {
        const stream = newStream();
        const data = { by: { text: 'ü "q" \\ 漢 🎨', list: [1, 0.5, null, true], empty: {} } };
        const metadata = { ...testMetadata, $causationId: 'why', requestId: 'r', schemaVersion: 3 };
        const id = randomUUID();
        const before = Date.now();
        await append(stream, 'none', [{ id, fact: { type: 'Counted', data }, metadata }]);
        const [stored] = await read(stream);
        expect(stored).toMatchObject({ id, type: 'Counted', data, metadata, stream, revision: 0 });
        expect(Math.abs((stored?.recordedAt.getTime() ?? 0) - before)).toBeLessThan(PATIENCE_MS);
      });

      it('at another revision is refused, and says where the stream is', async () => {
        const stream = newStream();
        await append(stream, 'none', [counted(1), counted(2)]);
        await expect(append(stream, 'none', [counted(3)])).rejects.toMatchObject({ name: 'WrongRevision', actual: 1 });
        await expect(append(stream, 0, [counted(3)])).rejects.toMatchObject({ name: 'WrongRevision', actual: 1 });
        await expect(append(stream, 7, [counted(3)])).rejects.toMatchObject({ name: 'WrongRevision', actual: 1 });
        await expect(append(newStream(), 4, [counted(3)])).rejects.toMatchObject({ actual: 'none' });
        expect(numbers(await read(stream))).toEqual([1, 2]);
      });

      it('is done for one of many at the same revision', async () => {
        const stream = newStream();
        const results = await Promise.allSettled(
          [here, there, here, there].map((log, by) => append(stream, 'none', [counted(by)], log)),
        );
        const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
        expect(refused).toHaveLength(3);
        for (const error of refused) expect(error).toBeInstanceOf(WrongRevision);
        expect(await read(stream)).toHaveLength(1);
      });

      it('is the same append under the same ids at the same revision, also when others came behind', async () => {
        const stream = newStream();
        const facts = [counted(1), counted(2)];
        const first = await append(stream, 'none', facts);
        expect(await append(stream, 'none', facts, there)).toEqual(first);
        await append(stream, 1, [counted(3)]);
        expect((await append(stream, 'none', facts)).revision).toBe(first.revision);
        expect(numbers(await read(stream))).toEqual([1, 2, 3]);
      });

      it('is another append where only some of the ids stand there', async () => {
        const stream = newStream();
        const facts = [counted(1), counted(2)];
        await append(stream, 'none', facts.slice(0, 1));
        await expect(append(stream, 'none', facts)).rejects.toBeInstanceOf(WrongRevision);
        expect(numbers(await read(stream))).toEqual([1]);
      });

      it('goes behind whatever is there where it is told so', async () => {
        const stream = newStream();
        expect((await append(stream, 'any', [counted(1)])).revision).toBe(0);
        expect((await append(stream, 'any', [counted(2), counted(3)])).revision).toBe(2);
      });
    });

    describe('told how long to keep a stream', () => {
      it('gives what is not as old, whether it was told before or after, once or again', async () => {
        const stream = newStream();
        await here.keepFor(stream, 400, PATIENCE_MS);
        expect(await read(stream)).toEqual([]);
        await append(stream, 'none', [counted(1)]);
        await there.keepFor(stream, 400, PATIENCE_MS);
        await append(stream, 0, [counted(2)]);
        expect(numbers(await read(stream))).toEqual([1, 2]);
      });
    });

    describe('reading', () => {
      it('gives a range of a stream', async () => {
        const stream = newStream();
        await append(
          stream,
          'none',
          [0, 1, 2, 3, 4].map((by) => counted(by)),
        );
        expect(numbers(await read(stream, { from: 3 }))).toEqual([3, 4]);
        expect(numbers(await read(stream, { from: 1, maxCount: 2 }))).toEqual([1, 2]);
        expect(numbers(await read(stream, { from: 5 }))).toEqual([]);
      });

      it('gives nothing of a stream that is not there', async () => {
        expect(await read(newStream())).toEqual([]);
      });

      it('may be left early', async () => {
        const stream = newStream();
        await append(stream, 'none', [counted(1), counted(2)]);
        for await (const { revision } of here.readStream(stream, { from: 0, silenceMs: PATIENCE_MS })) {
          expect(revision).toBe(0);
          break;
        }
        expect(numbers(await read(stream))).toEqual([1, 2]);
      });

      it('tells the log’s head', async () => {
        const { position } = await append(newStream(), 'none', [counted(1)]);
        const head = await there.head(PATIENCE_MS);
        expect(head).toBeGreaterThanOrEqual(position);
        const later = await append(newStream(), 'none', [counted(2)]);
        expect(later.position).toBeGreaterThan(head);
      });
    });

    describe('following', () => {
      /** Everything heard until `isEnough`, which ends it. */
      const heard = async (
        what: Omit<Following, 'signal'>,
        isEnough: (items: readonly LogItem[]) => boolean,
        { open = unopened, onItem = (): void => undefined }: Partial<Ear> = {},
      ): Promise<LogItem[]> => {
        const stop = new AbortController();
        const items: LogItem[] = [];
        for await (const item of there.follow({ ...what, signal: stop.signal }, open)) {
          items.push(item);
          onItem(item);
          if (isEnough(items)) stop.abort();
        }
        return items;
      };
      interface Ear {
        open: (stored: Recorded) => Recorded | Promise<Recorded>;
        onItem: (item: LogItem) => void;
      }
      const factsIn = (items: readonly LogItem[]): Recorded[] =>
        items.flatMap((item) => (item.kind === 'fact' ? [item.fact] : []));
      const isCaughtUp = (items: readonly LogItem[]): boolean => items.at(-1)?.kind === 'caught-up';
      /** A category that nothing else stands in. */
      const newCategory = (): string => `c${randomUUID().replaceAll('-', '')}`;

      it('gives what is stored in the log’s order, says so, and then what comes', async () => {
        const category = newCategory();
        const [one, other] = [newStream(category), newStream(category)];
        await append(one, 'none', [counted(1)]);
        await append(newStream(), 'none', [counted('of another category')]);
        await append(other, 'none', [counted(2)]);
        const later = Promise.withResolvers<unknown>();
        const items = await heard({ categories: [category], after: 'start' }, (sofar) => factsIn(sofar).length === 4, {
          onItem: ({ kind }) => {
            if (kind === 'caught-up') {
              later.resolve(append(one, 0, [counted(3)]).then(() => append(other, 0, [counted(4)])));
            }
          },
        });
        await later.promise;
        expect(numbers(factsIn(items))).toEqual([1, 2, 3, 4]);
        const kinds = items.map(({ kind }) => kind).filter((kind) => kind !== 'checkpoint');
        expect(kinds).toEqual(['fact', 'fact', 'caught-up', 'fact', 'fact']);
        const positions = items.flatMap((item) => (item.kind === 'checkpoint' ? [item.position] : []));
        expect(positions).toEqual([...positions].sort((a, b) => Number(a - b)));
      });

      it('goes on behind a position', async () => {
        const category = newCategory();
        const stream = newStream(category);
        const { position } = await append(stream, 'none', [counted(1)]);
        await append(stream, 0, [counted(2)]);
        const items = await heard({ categories: [category], after: position }, isCaughtUp);
        expect(numbers(factsIn(items))).toEqual([2]);
      });

      it('from the end gives only what comes', async () => {
        const category = newCategory();
        const stream = newStream(category);
        await append(stream, 'none', [counted(1)]);
        const later = Promise.withResolvers<unknown>();
        const items = await heard({ categories: [category], after: 'end' }, (sofar) => factsIn(sofar).length === 1, {
          onItem: ({ kind }) => {
            if (kind === 'caught-up') later.resolve(append(stream, 0, [counted(2)]));
          },
        });
        await later.promise;
        expect(numbers(factsIn(items))).toEqual([2]);
      });

      it('gives all categories, and takes one only by its whole name', async () => {
        const category = newCategory();
        const { position } = await append(newStream('sum'), 'none', [counted(0)]);
        await append(newStream(category), 'none', [counted(1)]);
        await append(newStream(`${category}x`), 'none', [counted(2)]);
        const every = await heard({ categories: 'all', after: position }, isCaughtUp);
        expect(numbers(factsIn(every))).toEqual([1, 2]);
        const one = await heard({ categories: [category], after: position }, isCaughtUp);
        expect(numbers(factsIn(one))).toEqual([1]);
        const both = await heard({ categories: [category, `${category}x`], after: position }, isCaughtUp);
        expect(numbers(factsIn(both))).toEqual([1, 2]);
      });

      it('gives of chosen types those that stand in the chosen categories', async () => {
        const category = newCategory();
        const [one, other] = [`One${newCategory()}`, `Other${newCategory()}`];
        const facts = (): NewFact[] =>
          [one, `${one}s`, other].map((type, by) => ({ ...counted(by), fact: { type, data: { by } } }));
        await append(newStream(`${category}x`), 'none', facts());
        await append(newStream(category), 'none', facts());
        const heardOf = async (...types: string[]): Promise<unknown[]> =>
          numbers(factsIn(await heard({ categories: [category], types, after: 'start' }, isCaughtUp)));
        expect(await heardOf(one)).toEqual([0]);
        expect(await heardOf(one, other)).toEqual([0, 2]);
        expect(await heardOf()).toEqual([]);
      });

      it('gives facts as they are opened, now or later, in their order', async () => {
        const category = newCategory();
        await append(newStream(category), 'none', [counted(1), counted(2)]);
        const items = await heard({ categories: [category], after: 'start' }, isCaughtUp, {
          open: (stored) => {
            const opened = { ...stored, data: { by: `opened ${numbers([stored]).join()}` } };
            return stored.revision === 0 ? Promise.resolve(opened) : opened;
          },
        });
        expect(numbers(factsIn(items))).toEqual(['opened 1', 'opened 2']);
      });

      it('ends by its signal, while nothing comes and before it begins', async () => {
        const stop = new AbortController();
        const following = there.follow({ categories: [newCategory()], after: 'start', signal: stop.signal }, unopened);
        for await (const { kind } of following) if (kind === 'caught-up') queueMicrotask(() => stop.abort());
        const none = there.follow({ categories: 'all', after: 'start', signal: stop.signal }, unopened);
        expect(await Array.fromAsync(none)).toEqual([]);
      });
    });
  });
}
