import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DerivedRows, DerivedRequest } from './derived-rows.ts';

/** The rows in the hands of a test, and what whoever makes files does to them. */
export interface MadeRows {
  readonly rows: DerivedRows;
  made(key: string, blob: string, bytes: number): Promise<unknown>;
  /** Fails, and is not tried again for so long. */
  failed(key: string, heldMs: number): Promise<unknown>;
  remove(): Promise<void>;
}

const RECIPE = 1;
const DAY_MS = 86_400_000;

const request = (): DerivedRequest => ({
  source: randomUUID(),
  subjectId: randomUUID(),
  partId: randomUUID(),
  format: 'webp',
  widthPx: 2048,
  heightPx: 1024,
});

/** What all stores of requests for files must do alike. */
export function describeDerivedRows(where: string, begin: () => Promise<MadeRows>): void {
  describe(`wishes for files ${where}`, () => {
    let store: MadeRows;
    let rows: DerivedRows;
    beforeAll(async () => {
      store = await begin();
      ({ rows } = store);
    });
    afterAll(() => store.remove());

    const ask = async (): Promise<string> => {
      const key = randomUUID();
      expect(await rows.ask(key, request(), RECIPE)).toBe('wanted');
      return key;
    };
    const find = async (key: string) => (await rows.find([key]))[0];
    const untouched = { failure: null, blob: null, bytes: null, stale: false };

    it('wait once they are asked for, however often', async () => {
      const key = await ask();
      expect(await rows.ask(key, request(), RECIPE)).toBe('wanted');
      expect(await find(key)).toEqual({ key, state: 'wanted', ...untouched });
    });

    it('are found in the order in which they are named', async () => {
      const [one, other] = [await ask(), await ask()];
      const found = await rows.find([other, randomUUID(), one]);
      expect(found.map((row) => row?.key)).toEqual([other, undefined, one]);
    });

    it('are files once they are made, and stay so when they are asked for again', async () => {
      const key = await ask();
      await store.made(key, 'blob-1', 1_234);
      expect(await rows.ask(key, request(), RECIPE)).toBe('made');
      expect(await find(key)).toEqual({ key, state: 'made', ...untouched, blob: 'blob-1', bytes: 1_234 });
      expect(await rows.touch(key, 'blob-1')).toBe(true);
    });

    it('whose file is gone wait anew; another file is another matter', async () => {
      const key = await ask();
      await store.made(key, 'blob-1', 1);
      await rows.unmake(key, 'blob-2');
      expect([(await find(key))?.state, await rows.touch(key, 'blob-2')]).toEqual(['made', false]);
      await rows.unmake(key, 'blob-1');
      expect(await find(key)).toEqual({ key, state: 'wanted', ...untouched });
      expect(await rows.touch(key, 'blob-1')).toBe(false);
      expect(await rows.touch(randomUUID(), 'blob-1')).toBe(false);
    });

    it('that failed are asked for in vain for a while, and then again', async () => {
      const [fresh, old] = [await ask(), await ask()];
      await store.failed(fresh, DAY_MS);
      await store.failed(old, -DAY_MS);
      expect(await rows.ask(fresh, request(), RECIPE)).toBe('failed');
      expect(await find(fresh)).toEqual({ key: fresh, state: 'failed', ...untouched, failure: 'failed' });
      expect(await rows.ask(old, request(), RECIPE)).toBe('wanted');
      expect(await find(old)).toEqual({ key: old, state: 'wanted', ...untouched });
    });
  });
}
