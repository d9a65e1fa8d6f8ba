import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { processStart } from './process-table.ts';

const holder = z.object({
  pid: z.int().positive(),
  /** When that process began: a later one with the same pid does not hold the lock. */
  start: z.string(),
  address: z.string(),
  since: z.string(),
});

/** Who has the data directory, in the words for a person. */
export type Holder = z.infer<typeof holder>;

export interface DataDirLock {
  /** Gives it back, once; a lock that another process took over meanwhile stays its own. */
  release(): void;
}

export class DataDirInUse extends Error {
  readonly holder: Holder;

  constructor(dataDir: string, by: Holder) {
    super(`${dataDir} is in use by process ${by.pid} (${by.address}) since ${by.since}`);
    this.holder = by;
  }
}

/**
 * Takes the directory, made where it is missing, for this process alone. A lock whose process is gone is taken over.
 * Throws `DataDirInUse` while another one lives.
 */
export function lockDataDir(dataDir: string, address: string): DataDirLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'lock.json');
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  const start = processStart(process.pid) ?? '';
  const mine = JSON.stringify({ pid: process.pid, start, address, since: new Date().toISOString() } satisfies Holder);
  writeFileSync(aside, mine);
  try {
    while (!linked(aside, path)) {
      const found = readFile(path);
      if (found === undefined) continue; // given back between the two looks
      const by = living(found);
      if (by) throw new DataDirInUse(dataDir, by);
      takeAway(path, found, `${aside}.stale`);
    }
  } finally {
    rmSync(aside, { force: true });
  }
  return {
    release: () => {
      if (readFile(path) === mine) rmSync(path, { force: true });
    },
  };
}

/** A link appears complete or not at all, and fails where the name is taken: of two starts at once, one wins. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function living(content: string): Holder | undefined {
  const read = holder.safeParse(parse(content));
  return read.success && processStart(read.data.pid) === read.data.start ? read.data : undefined;
}

/** Another start may have replaced the stale lock since it was read: then its own is put back. */
function takeAway(path: string, stale: string, aside: string): void {
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (readFile(aside) !== stale) linked(aside, path);
  rmSync(aside, { force: true });
}

function readFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
