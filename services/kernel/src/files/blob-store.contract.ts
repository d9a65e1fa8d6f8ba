import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BlobMissing, BlobRangeOutside, type BlobStore, type ByteRange } from './blob-store.ts';

/** A store of blobs, empty, in the hands of a test. */
export interface BlobShelf {
  readonly store: BlobStore;
  /** Makes a blob be as if it had been put last at that time. */
  age(blob: string, to: Date): Promise<unknown>;
  /** How many files lie there, of whatever kind. */
  files(): Promise<number>;
  remove(): Promise<void>;
}

const bytes = Buffer.from('an image, say');
const blob = createHash('sha256').update(bytes).digest('hex');
const longAgo = new Date('2020-01-01T00:00:00Z');

/** What every store of blobs must do alike. */
export function describeBlobStore(name: string, begin: () => Promise<BlobShelf>): void {
  describe(`the store of blobs ${name}`, () => {
    let shelf: BlobShelf;
    let store: BlobStore;
    beforeEach(async () => {
      shelf = await begin();
      ({ store } = shelf);
    });
    afterEach(() => shelf.remove());

    const read = async (range?: ByteRange): Promise<string> => {
      const { stream, bytes: size } = await store.open(blob, range);
      expect(size).toBe(bytes.length);
      return (await buffer(stream)).toString();
    };
    const listed = async (): Promise<string[]> => (await Array.fromAsync(store.list())).map((found) => found.blob);

    it('names by content, and gives back every byte', async () => {
      expect(await store.put(bytes)).toEqual({ blob, bytes: bytes.length });
      expect(await read()).toBe(bytes.toString());
      expect(await store.has(blob)).toBe(true);
      expect(await shelf.files()).toBe(1);
    });

    it('keeps the same content once, and notes that it was put', async () => {
      await store.put(bytes);
      await shelf.age(blob, longAgo);
      await store.put(bytes);
      for await (const { modifiedAt } of store.list()) expect(modifiedAt.getTime()).toBeGreaterThan(longAgo.getTime());
      expect(await shelf.files()).toBe(1);
    });

    it('makes one whole file of many puts at once', async () => {
      const large = randomBytes(1_000_000);
      const results = await Promise.all(Array.from({ length: 8 }, () => store.put(large)));
      expect(new Set(results.map((result) => result.blob)).size).toBe(1);
      expect(await shelf.files()).toBe(1);
      const { stream } = await store.open(results[0]?.blob ?? '');
      expect((await buffer(stream)).equals(large)).toBe(true);
    });

    it('keeps what it was given, whatever becomes of the buffer', async () => {
      const mine = Buffer.from(bytes);
      await store.put(mine);
      mine.fill(0);
      expect(await read()).toBe(bytes.toString());
    });

    it('gives ranges, both ends included, and cuts them at the end', async () => {
      await store.put(bytes);
      expect(await read({ start: 3 })).toBe('image, say');
      expect(await read({ start: 3, end: 7 })).toBe('image');
      expect(await read({ start: 10, end: 1_000_000 })).toBe('say');
      for (const range of [{ start: 13 }, { start: 5, end: 4 }, { start: -1 }]) {
        await expect(store.open(blob, range)).rejects.toThrow(BlobRangeOutside);
      }
    });

    it('serves an empty blob', async () => {
      const { blob: empty } = await store.put(Buffer.alloc(0));
      const { stream, bytes: size } = await store.open(empty);
      expect([size, (await buffer(stream)).length]).toEqual([0, 0]);
    });

    it.each([
      'f'.repeat(64),
      '',
      '..',
      '../../../../etc/passwd',
      `../${'a'.repeat(61)}`,
      `${'a'.repeat(63)}/`,
      `${'a'.repeat(64)}\0.png`,
      'A'.repeat(64),
      `${'a'.repeat(64)}\n`,
    ])('knows no %j', async (unknown) => {
      await expect(store.open(unknown)).rejects.toThrow(BlobMissing);
      expect([await store.has(unknown), await store.remove(unknown)]).toEqual([false, true]);
    });

    it('lists every blob by name', async () => {
      const contents = Array.from({ length: 300 }, (_, n) => Buffer.from(`blob ${n}`));
      const names = await Promise.all(contents.map(async (content) => (await store.put(content)).blob));
      expect(await listed()).toEqual(names.sort());
    });

    it('removes, and removing again is the same', async () => {
      await store.put(bytes);
      expect(await store.remove(blob)).toBe(true);
      expect(await store.remove(blob)).toBe(true);
      await expect(store.open(blob)).rejects.toThrow(BlobMissing);
      expect(await shelf.files()).toBe(0);
    });

    it('keeps what was put again since it was found unused', async () => {
      await store.put(bytes);
      await shelf.age(blob, longAgo);
      const grace = new Date('2020-01-02T00:00:00Z');
      await store.put(bytes);
      expect(await store.remove(blob, grace)).toBe(false);
      expect(await read()).toBe(bytes.toString());
      await shelf.age(blob, longAgo);
      expect(await store.remove(blob, grace)).toBe(true);
    });

    it('never takes a blob from who puts it at the same time', async () => {
      for (let round = 0; round < 20; round++) {
        await store.put(bytes);
        await shelf.age(blob, longAgo);
        const since = new Date();
        await Promise.all([store.remove(blob, since), store.put(bytes)]);
        expect(await read()).toBe(bytes.toString());
      }
    });

    it('has nothing left over where nothing crashed', async () => {
      await store.put(bytes);
      expect(await store.sweepLeftovers(new Date(Date.now() + 1_000))).toBe(0);
      expect(await read()).toBe(bytes.toString());
    });
  });
}
