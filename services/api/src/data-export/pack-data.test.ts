import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { readZip } from '../testing/read-zip.ts';
import { packData, type PackedData, type PackedPicture } from './pack-data.ts';

const folder = mkdtempSync(join(tmpdir(), 'easel-pack-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const picture = (name: string, day: number): PackedPicture => ({
  name,
  bytes: 4,
  madeAt: new Date(Date.UTC(2026, 10, day)),
  open: () => Promise.resolve({ stream: Readable.from([Buffer.from(name.slice(0, 4))]) }),
});

const nothing = (): AsyncIterable<never> => Readable.from([]) as AsyncIterable<never>;
const nobody = { facts: nothing(), account: nothing(), orders: nothing(), profile: {} };

async function packed(mostBytes: number): Promise<Map<string, string>> {
  const path = join(folder, `${mostBytes}.zip`);
  const pictures = [picture('oldest.png', 1), picture('newest.png', 3), picture('middle.png', 2)];
  const bytes = await packData(
    path,
    { ...nobody, pictures: () => Promise.resolve(pictures) },
    { mostBytes, onPicture: () => {}, signal: new AbortController().signal },
  );
  const file = readFileSync(path);
  expect(bytes).toBe(file.length);
  return new Map(readZip(file).map(({ name, content }) => [name, String(content)]));
}

test('packs the newest pictures up to its bound, and names those that are left out', async () => {
  const files = await packed(11);
  expect([...files.keys()].filter((name) => name.startsWith('pictures/'))).toEqual([
    'pictures/newest.png',
    'pictures/middle.png',
  ]);
  expect(files.get('pictures-left-out.txt')).toContain('\noldest.png\n');
});

test('packs all pictures where they fit', async () => {
  const files = await packed(12);
  expect([...files.keys()].filter((name) => name.startsWith('pictures/'))).toHaveLength(3);
  expect(files.has('pictures-left-out.txt')).toBe(false);
});

describe('packing that is cut short', () => {
  /** Has begun, and does not end. */
  const unending = (): Readable => {
    const stream = new Readable({ read: () => undefined });
    stream.push('fox');
    return stream;
  };
  const cutShort = async (cut: AbortController, data: Partial<PackedData>): Promise<void> => {
    const none = { ...nobody, pictures: () => Promise.resolve([]) };
    const options = { mostBytes: 100, onPicture: () => {}, signal: cut.signal };
    const packing = packData(join(folder, 'cut-short.zip'), { ...none, ...data }, options);
    await expect(packing).rejects.toThrow('aborted');
  };

  test('closes the picture that it was reading', async () => {
    const cut = new AbortController();
    const stream = unending();
    const open = (): Promise<{ stream: Readable }> => {
      stream.once('resume', () => cut.abort());
      return Promise.resolve({ stream });
    };
    await cutShort(cut, { pictures: () => Promise.resolve([{ ...picture('a', 1), open }]) });
    expect(stream.destroyed).toBe(true);
  });

  test('closes a picture that is opened too late', async () => {
    const cut = new AbortController();
    const stream = unending();
    const late = Promise.withResolvers<{ stream: Readable }>();
    const open = (): Promise<{ stream: Readable }> => {
      cut.abort();
      return late.promise;
    };
    await cutShort(cut, { pictures: () => Promise.resolve([{ ...picture('a', 1), open }]) });
    late.resolve({ stream });
    await setImmediate();
    expect(stream.destroyed).toBe(true);
  });

  test('stops reading the facts', async () => {
    const cut = new AbortController();
    let isOver = false;
    async function* facts(): AsyncGenerator<never, void, void> {
      try {
        await setImmediate();
        cut.abort();
        for (;;) {
          await setImmediate();
          yield { type: 'x'.repeat(100_000), recordedAt: new Date(0), stream: '', revision: 0, data: {} } as never;
        }
      } finally {
        isOver = true;
      }
    }
    await cutShort(cut, { facts: facts() });
    await setImmediate();
    await setImmediate();
    expect(isOver).toBe(true);
  });
});
