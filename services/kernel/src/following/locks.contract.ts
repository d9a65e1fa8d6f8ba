import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locks } from './locks.ts';

/** A store of locks in the hands of a test. */
export interface LockStore {
  /** Those of two processes. */
  readonly here: Locks;
  readonly there: Locks;
  /** Waits for something else, as who works under a lock does. */
  work(): Promise<unknown>;
  /** Ends the connection by which `here` holds its locks. */
  cut(): Promise<unknown>;
  remove(): Promise<void>;
}

const never = new AbortController().signal;

/** What all kinds of locks must do alike. */
export function describeLocks(name: string, begin: () => Promise<LockStore>): void {
  describe(`locks ${name}`, () => {
    let store: LockStore;
    let here: Locks;
    let there: Locks;

    beforeAll(async () => {
      store = await begin();
      ({ here, there } = store);
    });
    afterAll(() => store.remove());

    it('let one hold at a time, in this process and among others, and the next when it is released', async () => {
      let holders = 0;
      let most = 0;
      await Promise.all(
        [here, here, there, there].map(async (locks) => {
          const held = await locks.hold('turn', never);
          most = Math.max(most, ++holders);
          await store.work();
          holders--;
          await held?.release();
        }),
      );
      expect([most, holders]).toEqual([1, 0]);
    });

    it('of different names are held at the same time', async () => {
      const held = await Promise.all(['a', 'b', 'c'].map((lock) => here.hold(lock, never)));
      expect(held.map((lock) => lock?.lost.aborted)).toEqual([false, false, false]);
      for (const lock of held) await lock?.release();
      const again = await there.hold('a', never);
      expect(again?.lost.aborted).toBe(false);
      await again?.release();
    });

    it('are waited for until the signal', async () => {
      const held = await here.hold('busy', never);
      const stop = new AbortController();
      const waiting = there.hold('busy', stop.signal);
      stop.abort();
      expect(await waiting).toBeUndefined();
      expect(await there.hold('free', AbortSignal.abort())).toBeUndefined();
      await held?.release();
    });

    it('tell their holder when the connection is lost, and another gets them', async () => {
      const held = await here.hold('shaky', never);
      const lost = new Promise((resolve) => held?.lost.addEventListener('abort', resolve));
      const next = there.hold('shaky', never);
      await store.cut();
      await lost;
      const taken = await next;
      expect(taken?.lost.aborted).toBe(false);
      await held?.release(); // it is not his any more
      const waiting = new AbortController();
      const third = here.hold('shaky', waiting.signal);
      waiting.abort();
      expect(await third).toBeUndefined();
      await taken?.release();
      const anew = await here.hold('shaky', never);
      expect(anew?.lost.aborted).toBe(false);
      await anew?.release();
    });
  });
}
