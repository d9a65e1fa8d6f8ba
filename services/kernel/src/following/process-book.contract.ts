import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NewTimer, ProcessBook } from './process-book.ts';

/** A store of books in the hands of a test. */
export interface Bookshelf<Tx> {
  /** The books of two processes on one store. */
  readonly here: ProcessBook<Tx>;
  readonly there: ProcessBook<Tx>;
  remove(): Promise<void>;
}

const at = (seconds: number): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds));
const timer = (key: string, seconds: number, payload: unknown = key): NewTimer => ({
  key,
  dueAt: at(seconds),
  attemptAt: at(seconds),
  payload,
});

/** What every book of processes must do alike. */
export function describeBook<Tx>(name: string, begin: () => Promise<Bookshelf<Tx>>): void {
  describe(`the book of processes ${name}`, () => {
    let shelf: Bookshelf<Tx>;
    let here: ProcessBook<Tx>;
    let there: ProcessBook<Tx>;
    /** Each test writes under names of its own. */
    let own: string;
    let tests = 0;

    beforeAll(async () => {
      shelf = await begin();
      ({ here, there } = shelf);
    });
    afterAll(() => shelf.remove());
    beforeEach(() => {
      own = `process ${++tests}`;
    });

    const schedule = (...timers: NewTimer[]): Promise<void> =>
      here.inTransaction((tx) => here.timers.schedule(own, timers, tx));
    const scheduled = async (book = there): Promise<string[]> =>
      (await book.timers.next(own, 100, [])).map(({ key, payload }) => `${key}=${JSON.stringify(payload)}`);
    const first = async () => {
      const [timer] = await there.timers.next(own, 1, []);
      if (!timer) throw new Error('nothing is scheduled');
      return timer;
    };

    describe('a transaction', () => {
      it('shows nobody what it has not committed, and itself everything', async () => {
        await here.checkpoints.begin(own, -1n);
        await here.inTransaction(async (tx) => {
          expect(await here.checkpoints.advance(own, -1n, 7n, tx)).toBe(true);
          await here.timers.schedule(own, [timer('a', 1)], tx);
          expect([await there.checkpoints.find(own), await scheduled()]).toEqual([-1n, []]);
          expect(await here.checkpoints.advance(own, 7n, 8n, tx)).toBe(true);
        });
        expect([await there.checkpoints.find(own), await scheduled()]).toEqual([8n, ['a="a"']]);
      });

      it('takes everything back when it fails, and says why', async () => {
        await here.checkpoints.begin(own, -1n);
        await schedule(timer('kept', 1));
        const failed = here.inTransaction(async (tx) => {
          await here.checkpoints.advance(own, -1n, 7n, tx);
          await here.timers.cancel(own, ['kept'], tx);
          await here.timers.schedule(own, [timer('new', 2)], tx);
          await here.parked.add(own, { stream: 'sum-1', revision: 1, detail: 'why' }, tx);
          throw new Error('on purpose');
        });
        await expect(failed).rejects.toThrow('on purpose');
        expect(await there.checkpoints.find(own)).toBe(-1n);
        expect(await scheduled()).toEqual(['kept="kept"']);
        expect(await there.parked.of(own)).toEqual([]);
      });

      it('makes who writes the same row wait for its end, and then see it', async () => {
        await here.checkpoints.begin(own, 1n);
        const written = Promise.withResolvers<void>();
        const end = Promise.withResolvers<void>();
        const one = here.inTransaction(async (tx) => {
          await here.checkpoints.advance(own, 1n, 2n, tx);
          written.resolve();
          await end.promise;
        });
        await written.promise;
        const other = there.checkpoints.advance(own, 1n, 3n);
        const later = there.checkpoints.advance(`${own} else`, 1n, 3n);
        expect(await later).toBe(false); // another row keeps nobody waiting
        end.resolve();
        await one;
        expect(await other).toBe(false);
        expect(await here.checkpoints.find(own)).toBe(2n);
      });

      it('that a failed one has made wait goes on', async () => {
        await here.checkpoints.begin(own, 1n);
        const written = Promise.withResolvers<void>();
        const end = Promise.withResolvers<void>();
        const one = here.inTransaction(async (tx) => {
          await here.checkpoints.advance(own, 1n, 2n, tx);
          written.resolve();
          await end.promise;
        });
        await written.promise;
        const other = there.checkpoints.advance(own, 1n, 3n);
        end.reject(new Error('on purpose'));
        await expect(one).rejects.toThrow('on purpose');
        expect(await other).toBe(true);
      });

      it('gives what its work gives', async () => {
        expect(await here.inTransaction(() => Promise.resolve(42))).toBe(42);
      });
    });

    describe('a checkpoint', () => {
      it('begins once, whoever begins it', async () => {
        expect(await here.checkpoints.find(own)).toBeUndefined();
        await Promise.all([here.checkpoints.begin(own, -1n), there.checkpoints.begin(own, -1n)]);
        await there.checkpoints.begin(own, 5n);
        expect(await here.checkpoints.find(own)).toBe(-1n);
      });

      it('moves only from where it is', async () => {
        await here.checkpoints.begin(own, -1n);
        const far = 9_007_199_254_740_993n;
        expect(await here.checkpoints.advance(own, -1n, far)).toBe(true);
        expect(await there.checkpoints.advance(own, -1n, 1n)).toBe(false);
        expect(await there.checkpoints.find(own)).toBe(far);
      });

      it('moves for one of two who move it at once', async () => {
        await here.checkpoints.begin(own, -1n);
        const moved = await Promise.all([here, there].map((book) => book.checkpoints.advance(own, -1n, 1n)));
        expect(moved.filter((has) => has)).toHaveLength(1);
      });
    });

    describe('parked streams', () => {
      const park = (stream: string, revision: number): Promise<void> =>
        here.inTransaction((tx) => here.parked.add(own, { stream, revision, detail: 'cannot be read' }, tx));

      it('stand once, where they were parked first, in that order', async () => {
        await park('sum-2', 4);
        await park('sum-1', 0);
        await park('sum-2', 9);
        expect(await there.parked.of(own)).toEqual([
          { stream: 'sum-2', revision: 4 },
          { stream: 'sum-1', revision: 0 },
        ]);
        expect(await there.parked.of(`${own} else`)).toEqual([]);
      });

      it('move, and go where nothing of them waits any more', async () => {
        await park('sum-1', 4);
        await here.inTransaction((tx) => here.parked.move(own, { stream: 'sum-1', revision: 6 }, tx));
        await here.inTransaction((tx) => here.parked.remove(own, { stream: 'sum-1', revision: 5 }, tx));
        expect(await there.parked.of(own)).toEqual([{ stream: 'sum-1', revision: 6 }]);
        await here.inTransaction((tx) => here.parked.remove(own, { stream: 'sum-1', revision: 6 }, tx));
        expect(await there.parked.of(own)).toEqual([]);
      });
    });

    describe('timers', () => {
      it('come in the order of their attempts, without those excepted, as many as are asked for', async () => {
        await schedule(timer('c', 3), timer('a', 1), timer('b', 2));
        expect(await scheduled()).toEqual(['a="a"', 'b="b"', 'c="c"']);
        expect((await there.timers.next(own, 1, ['a'])).map(({ key }) => key)).toEqual(['b']);
        expect(await there.timers.next(`${own} else`, 9, [])).toEqual([]);
      });

      it('keep their times, and their payload as JSON leaves it', async () => {
        const payload = { text: 'ü "q" \\ 漢', list: [1, null, { deep: true }], at: at(9) };
        await schedule({ key: 'k', dueAt: at(5), attemptAt: at(4), payload });
        expect(await first()).toMatchObject({
          key: 'k',
          dueAt: at(5),
          attemptAt: at(4),
          payload: JSON.parse(JSON.stringify(payload)) as object,
          tries: 0,
        });
      });

      it('are replaced under their key, as new ones', async () => {
        await schedule(timer('a', 1, 'old'));
        const old = await first();
        await there.timers.again(own, old, at(2), 3);
        await schedule(timer('a', 4, 'new'));
        const fresh = await first();
        expect(fresh).toMatchObject({ payload: 'new', attemptAt: at(4), tries: 0 });
        expect(fresh.version).not.toBe(old.version);
      });

      it('are cancelled, and what was performed of them meanwhile changes nothing', async () => {
        await schedule(timer('a', 1), timer('b', 2));
        const old = await first();
        await here.inTransaction((tx) => here.timers.cancel(own, ['a', 'unknown'], tx));
        expect(await scheduled()).toEqual(['b="b"']);
        await schedule(timer('a', 1, 'anew'));
        await there.timers.done(own, old);
        await there.timers.again(own, old, at(9), 1);
        expect(await first()).toMatchObject({ key: 'a', payload: 'anew', attemptAt: at(1), tries: 0 });
      });

      it('are done once', async () => {
        await schedule(timer('a', 1));
        const due = await first();
        await there.timers.done(own, due);
        await there.timers.done(own, due);
        expect(await scheduled()).toEqual([]);
      });

      it('come again: due later where all was well, else only tried later', async () => {
        await schedule(timer('a', 1));
        const due = await first();
        await there.timers.again(own, due, at(5), 2);
        expect(await first()).toMatchObject({ dueAt: at(1), attemptAt: at(5), tries: 2, version: due.version });
        await there.timers.again(own, due, at(7), 0);
        expect(await first()).toMatchObject({ dueAt: at(7), attemptAt: at(7), tries: 0 });
      });
    });
  });
}
