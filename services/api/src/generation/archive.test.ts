import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '@easel/kernel/files/blob-store';
import { DiskBlobStore } from '@easel/kernel/files/blob-store-disk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readZip } from '../testing/read-zip.ts';
import { archiveOf, type ArchivedFile } from './archive.ts';

const madeAt = new Date('2026-11-20T10:00:00.000Z');
let folder: string;
let blobs: BlobStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'easel-archive-'));
  blobs = new DiskBlobStore(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function stored(name: string, content: Buffer): Promise<ArchivedFile> {
  const { blob, bytes } = await blobs.put(content);
  return { name, bytes, madeAt, open: () => blobs.open(blob) };
}

test('holds the files as they are, under their names, and is as long as it says', async () => {
  const contents = [randomBytes(200_000), Buffer.from('small'), randomBytes(70_000)];
  const names = ['easel-лиса-1.png', 'easel-2.png', 'easel-3.jpg'];
  const files = await Promise.all(contents.map((content, n) => stored(names[n] ?? '', content)));
  const { stream, bytes } = archiveOf(files);
  const zip = await buffer(stream);
  expect(zip.length).toBe(bytes);
  expect(readZip(zip)).toEqual(contents.map((content, n) => ({ name: names[n], content })));
});

test('has one file open at a time, and reads no faster than it is read', async () => {
  const chunk = Buffer.alloc(64 * 1024);
  const chunks = 160;
  let [open, mostOpen, read] = [0, 0, 0];
  const endless = {
    open: () => {
      mostOpen = Math.max(mostOpen, ++open);
      function* content(): Generator<Buffer> {
        for (let n = 0; n < chunks; n++) {
          read += chunk.length;
          yield chunk;
        }
        open -= 1;
      }
      return Promise.resolve({ stream: Readable.from(content()), bytes: chunk.length * chunks });
    },
  };
  const files = Array.from({ length: 20 }, (_, n) => ({
    name: `${n}`,
    bytes: chunk.length * chunks,
    madeAt,
    ...endless,
  }));
  const { stream, bytes } = archiveOf(files);
  let received = 0;
  let furthestAhead = 0;
  for await (const part of stream) {
    received += (part as Buffer).length;
    furthestAhead = Math.max(furthestAhead, read - received);
  }
  expect(received).toBe(bytes);
  expect(mostOpen).toBe(1);
  expect(furthestAhead).toBeLessThan(3 * 1024 * 1024);
});

test('breaks off where a file is missing or not as long as it was', async () => {
  const [whole, other] = await Promise.all([stored('1', randomBytes(100)), stored('2', randomBytes(100))]);
  const missing = archiveOf([whole, { ...other, open: () => blobs.open('f'.repeat(64)) }]);
  await expect(buffer(missing.stream)).rejects.toThrow('There is no blob');
  const shorter = archiveOf([{ ...whole, bytes: 101 }]);
  await expect(buffer(shorter.stream)).rejects.toThrow('unexpected number of bytes');
});

test('lets go of the open file when its reader leaves', async () => {
  const file = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(64 * 1024);
    })(),
  );
  const endless = { name: '1', bytes: 2 ** 40, madeAt, open: () => Promise.resolve({ stream: file }) };
  const { stream } = archiveOf([endless]);
  for await (const _part of stream) break;
  if (!file.destroyed) await once(file, 'close');
  expect(file.destroyed).toBe(true);
});
