import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DiskBlobStore } from './blob-store-disk.ts';
import { describeBlobStore } from './blob-store.contract.ts';
import { BlobMissing, BlobStoreFull, type ByteRange } from './blob-store.ts';

let dir: string;
let store: DiskBlobStore;
const bytes = Buffer.from('an image, say');
const blob = createHash('sha256').update(bytes).digest('hex');
const longAgo = new Date('2020-01-01T00:00:00Z');

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'easel-blobs-'));
  store = new DiskBlobStore(dir);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(dir, { recursive: true });
});

const pathOf = (name: string): string => join(dir, name.slice(0, 2), name.slice(2, 4), name);
async function listed(): Promise<string[]> {
  const names: string[] = [];
  for await (const found of store.list()) names.push(found.blob);
  return names;
}
const files = async (): Promise<string[]> =>
  (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
const read = async (range?: ByteRange): Promise<string> => {
  const { stream, bytes: size } = await store.open(blob, range);
  expect(size).toBe(bytes.length);
  return (await buffer(stream)).toString();
};

/** The same in a process of its own, which dies at that point. */
function dieAt(point: string, action: 'put' | 'remove'): void {
  const program = `
    import { DiskBlobStore } from ${JSON.stringify(new URL('./blob-store-disk.ts', import.meta.url).href)};
    const store = new DiskBlobStore(${JSON.stringify(dir)});
    await store.${action}(${action === 'put' ? `Buffer.from(${JSON.stringify(bytes.toString())})` : JSON.stringify(blob)});
  `;
  const env = { ...process.env, EASEL_FAULT_POINT: point };
  const { signal, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { env });
  expect({ signal, stderr: stderr.toString() }).toEqual({ signal: 'SIGKILL', stderr: '' });
}

describeBlobStore('on a disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'easel-blobs-'));
  return {
    store: new DiskBlobStore(folder),
    age: (name, to) => utimes(join(folder, name.slice(0, 2), name.slice(2, 4), name), to, to),
    files: async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).length;
    },
    remove: () => rm(folder, { recursive: true }),
  };
});

describe('putting', () => {
  it('mends a file that is not whole', async () => {
    await store.put(bytes);
    await writeFile(pathOf(blob), 'an ima');
    await store.put(bytes);
    expect(await read()).toBe(bytes.toString());
  });

  it.each(['ENOSPC', 'EDQUOT'])('says that it is full on %s and leaves nothing', async (code) => {
    const some = await open(join(dir, 'any'), 'w');
    const handle = Object.getPrototypeOf(some) as FileHandle;
    await some.close();
    await rm(join(dir, 'any'));
    vi.spyOn(handle, 'writeFile').mockImplementation(async function (this: FileHandle) {
      await this.write(bytes.subarray(0, 5));
      throw Object.assign(new Error('no space left on device'), { code });
    });
    await expect(store.put(bytes)).rejects.toThrow(BlobStoreFull);
    expect(await files()).toEqual([]);
    expect(await store.has(blob)).toBe(false);
    vi.restoreAllMocks();
    await store.put(bytes);
    expect(await read()).toBe(bytes.toString());
  });
});

describe('reading', () => {
  it('follows no link and opens no folder', async () => {
    const [link, folder] = ['a'.repeat(64), 'b'.repeat(64)];
    await mkdir(join(dir, 'aa', 'aa'), { recursive: true });
    await symlink('/etc/passwd', pathOf(link));
    await mkdir(pathOf(folder), { recursive: true });
    for (const name of [link, folder]) {
      await expect(store.open(name)).rejects.toThrow(BlobMissing);
      expect(await store.has(name)).toBe(false);
    }
    expect(await listed()).toEqual([]);
  });
});

describe('sweeping', () => {
  it('lists nothing that is no blob', async () => {
    await store.put(bytes);
    await writeFile(join(dir, 'README'), 'not a blob');
    expect(await listed()).toEqual([blob]);
  });

  it('never takes a blob from who puts it at the same time', async () => {
    for (let round = 0; round < 50; round++) {
      await store.put(bytes);
      await utimes(pathOf(blob), longAgo, longAgo);
      const since = new Date();
      await Promise.all([store.remove(blob, since), store.put(bytes)]);
      expect(await read()).toBe(bytes.toString());
    }
  });

  it('has no list of a store that nobody has written to', async () => {
    store = new DiskBlobStore(join(dir, 'not', 'yet'));
    expect([await listed(), await store.sweepLeftovers(new Date())]).toEqual([[], 0]);
    await store.put(bytes);
    expect(await listed()).toEqual([blob]);
  });
});

describe('a crash', () => {
  it('before the rename leaves no blob, only a leftover that a sweep takes in time', async () => {
    dieAt('blob.before-rename', 'put');
    expect([await listed(), (await files()).length]).toEqual([[], 1]);
    expect(await store.sweepLeftovers(longAgo)).toBe(0);
    expect(await store.sweepLeftovers(new Date(Date.now() + 1_000))).toBe(1);
    expect(await files()).toEqual([]);
  });

  it('after the rename leaves a whole blob', async () => {
    dieAt('blob.after-rename', 'put');
    expect(await files()).toEqual([blob]);
    expect(await readFile(pathOf(blob))).toEqual(bytes);
  });

  it('within a removal loses nothing: reading or listing brings it back', async () => {
    for (const look of [read, listed]) {
      await store.put(bytes);
      dieAt('blob.set-aside', 'remove');
      expect(await store.has(blob)).toBe(false);
      await look();
      expect(await read()).toBe(bytes.toString());
      expect(await listed()).toEqual([blob]);
    }
  });
});
