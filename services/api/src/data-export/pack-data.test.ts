import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { readZip } from '../testing/read-zip.ts';
import { packData, type PackedPicture } from './pack-data.ts';

const folder = mkdtempSync(join(tmpdir(), 'easel-pack-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const picture = (name: string, day: number): PackedPicture => ({
  name,
  bytes: 4,
  madeAt: new Date(Date.UTC(2026, 10, day)),
  open: () => Promise.resolve({ stream: Readable.from([Buffer.from(name.slice(0, 4))]) }),
});

const nothing = (): AsyncIterable<never> => Readable.from([]) as AsyncIterable<never>;

async function packed(mostBytes: number): Promise<Map<string, string>> {
  const path = join(folder, `${mostBytes}.zip`);
  const pictures = [picture('oldest.png', 1), picture('newest.png', 3), picture('middle.png', 2)];
  const bytes = await packData(
    path,
    { facts: nothing(), account: nothing(), profile: {}, pictures: () => Promise.resolve(pictures) },
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
