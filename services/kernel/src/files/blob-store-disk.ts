import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, opendir, rename, rm, utimes, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { randomUUID } from '../server/chance.ts';
import { BlobMissing, BlobStore, BlobStoreFull, isBlobName, rangeWithin, type ByteRange } from './blob-store.ts';
import { faultPoint } from '../server/fault-point.ts';

const INCOMING = '.incoming';
const REMOVING = '.removing';

/**
 * Blobs in a folder that is this store's alone: `ab/cd/abcd…`. The modification time of a file is the last time it was
 * put.
 */
export class DiskBlobStore extends BlobStore {
  private readonly dir: string;

  constructor(dir: string) {
    super();
    this.dir = resolve(dir);
  }

  override async put(bytes: Buffer): Promise<{ blob: string; bytes: number }> {
    const blob = createHash('sha256').update(bytes).digest('hex');
    if (!(await this.touch(blob, bytes.length))) await this.write(blob, bytes);
    return { blob, bytes: bytes.length };
  }

  override async open(blob: string, range: ByteRange = { start: 0 }): Promise<{ stream: Readable; bytes: number }> {
    const file = await this.openFile(blob);
    try {
      const { size, isRegular } = await sizeOf(file);
      if (!isRegular) throw new BlobMissing(`${blob} is no file`);
      const { start, end } = rangeWithin(size, range);
      return { stream: file.createReadStream({ start, ...(size > 0 && { end }) }), bytes: size };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  override async has(blob: string): Promise<boolean> {
    return (await this.fileOf(blob)) !== undefined;
  }

  /** Never holds the names of more than one folder at a time. */
  override async *list(): AsyncGenerator<{ blob: string; modifiedAt: Date }, void, void> {
    for (const blob of await namesIn(join(this.dir, REMOVING), isBlobName)) await this.restore(blob);
    for (const outer of await namesIn(this.dir, isFolder)) {
      for (const inner of await namesIn(join(this.dir, outer), isFolder)) {
        for (const blob of await namesIn(join(this.dir, outer, inner), isBlobName)) {
          const file = await this.fileOf(blob);
          if (file) yield { blob, modifiedAt: file.mtime };
        }
      }
    }
  }

  override async remove(blob: string, unlessPutSince?: Date): Promise<boolean> {
    if (!isBlobName(blob)) return true;
    // Set aside first: whoever puts it from here on writes it anew, and who came before has left its time on it.
    const aside = join(this.dir, REMOVING, blob);
    await mkdir(dirname(aside), { recursive: true });
    if (!(await unlessMissing(rename(this.pathOf(blob), aside).then(() => true)))) return true;
    faultPoint('blob.set-aside');
    const file = await unlessMissing(lstat(aside));
    if (!file) return false; // a reader has just brought it back
    if (unlessPutSince && file.mtime >= unlessPutSince) {
      await this.restore(blob);
      return false;
    }
    await rm(aside, { force: true });
    return true;
  }

  override async sweepLeftovers(before: Date): Promise<number> {
    let swept = 0;
    for (const name of await namesIn(join(this.dir, INCOMING))) {
      const path = join(this.dir, INCOMING, name);
      const file = await unlessMissing(lstat(path));
      if (!file || file.mtime >= before) continue;
      await rm(path, { force: true });
      swept++;
    }
    return swept;
  }

  private pathOf(blob: string): string {
    return join(this.dir, blob.slice(0, 2), blob.slice(2, 4), blob);
  }

  private async fileOf(blob: string) {
    if (!isBlobName(blob)) return undefined;
    const file = await unlessMissing(lstat(this.pathOf(blob)));
    return file?.isFile() ? file : undefined;
  }

  private async openFile(blob: string): Promise<FileHandle> {
    if (!isBlobName(blob)) throw new BlobMissing(`${JSON.stringify(blob.slice(0, 80))} is no blob's name`);
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    for (const attempt of ['first', 'restored']) {
      try {
        return await open(this.pathOf(blob), flags);
      } catch (error) {
        if (codeOf(error) === 'ELOOP') throw new BlobMissing(`${blob} is a link`);
        if (codeOf(error) !== 'ENOENT') throw error;
        if (attempt === 'restored' || !(await this.restore(blob))) break;
      }
    }
    throw new BlobMissing(`There is no blob ${blob}`);
  }

  /** Marks a blob as wanted now; false where it is not there, or not whole. */
  private async touch(blob: string, bytes: number): Promise<boolean> {
    const file = await this.fileOf(blob);
    if (file?.size !== bytes) return false;
    const now = new Date();
    if (!(await unlessMissing(utimes(this.pathOf(blob), now, now).then(() => true)))) return false;
    // Whoever renamed it into place may have died before that was on the disk.
    await syncFolder(dirname(this.pathOf(blob)));
    return true;
  }

  private async write(blob: string, bytes: Buffer): Promise<void> {
    const path = this.pathOf(blob);
    const temporary = join(this.dir, INCOMING, randomUUID());
    try {
      await mkdir(dirname(temporary), { recursive: true });
      await this.makeFolders(dirname(path));
      const file = await open(temporary, 'wx', 0o640);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      faultPoint('blob.before-rename');
      await rename(temporary, path);
      faultPoint('blob.after-rename');
      await syncFolder(dirname(path));
    } catch (error) {
      await rm(temporary, { force: true });
      if (['ENOSPC', 'EDQUOT'].includes(codeOf(error))) throw new BlobStoreFull('No room', { cause: error });
      throw error;
    }
  }

  /** A new folder is lost with the power unless the one it stands in is on the disk as well. */
  private async makeFolders(folder: string): Promise<void> {
    const created = await mkdir(folder, { recursive: true });
    if (created === undefined) return;
    for (let child = folder; child.length >= created.length; child = dirname(child)) await syncFolder(dirname(child));
  }

  /** Brings back what a removal, ended or crashed, had set aside, with a fresh time; false where nothing was. */
  private async restore(blob: string): Promise<boolean> {
    const aside = join(this.dir, REMOVING, blob);
    const now = new Date();
    const restored = utimes(aside, now, now)
      .then(() => rename(aside, this.pathOf(blob)))
      .then(() => true);
    return (await unlessMissing(restored)) ?? false;
  }
}

async function sizeOf(file: FileHandle): Promise<{ size: number; isRegular: boolean }> {
  const found = await file.stat();
  return { size: found.size, isRegular: found.isFile() };
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const isFolder = (name: string): boolean => /^[0-9a-f]{2}$/.test(name);

/** Sorted; none where the folder is not there. */
async function namesIn(path: string, isWanted = (_name: string): boolean => true): Promise<readonly string[]> {
  const folder = await unlessMissing(opendir(path));
  if (!folder) return [];
  const names: string[] = [];
  for await (const { name } of folder) if (isWanted(name)) names.push(name);
  return names.sort();
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}
