import type { BlobStore } from '@easel/kernel/files/blob-store';
import { pause } from '@easel/kernel/server/backoff';
import type { Pool } from '@easel/kernel/database/database';
import { forgetUnasked } from '@easel/kernel/files/derived-rows-postgres';
import type { FollowedLog } from '@easel/kernel/following/following';
import type { Logger } from 'pino';
import { listReferences } from './blob-references.ts';

export interface SweepOptions {
  blobs: Pick<BlobStore, 'list' | 'remove' | 'sweepLeftovers'>;
  pool: Pool;
  log: FollowedLog;
  logger: Logger;
  /** A file younger than this may yet be recorded. */
  graceMs: number;
}

/** Names looked up at once. */
const BATCH = 500;

/**
 * Deletes files that no fact speaks of and that were made of none: left by a crash between storing and recording,
 * purged, or made on demand and not asked for in a long time. Answers how many.
 */
export async function sweepBlobs(options: SweepOptions, signal: AbortSignal): Promise<number> {
  const { blobs, graceMs } = options;
  const before = new Date(Date.now() - graceMs);
  // Whatever was recorded of files that old is in the log by now; the list must know all of it first.
  await listReferences(options, signal);
  await forgetDerived(options.pool, before);
  let swept = await blobs.sweepLeftovers(before);
  let batch: string[] = [];
  for await (const { blob, modifiedAt } of blobs.list()) {
    if (signal.aborted) return swept;
    if (modifiedAt < before) batch.push(blob);
    if (batch.length < BATCH) continue;
    swept += await removeUnreferenced(batch, before, options);
    batch = [];
  }
  return swept + (await removeUnreferenced(batch, before, options));
}

/** Sweeps at once and then every `everyMs`, for as long as the signal lasts. */
export async function sweepFromTimeToTime(options: SweepOptions, everyMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const swept = await sweepBlobs(options, signal);
      if (swept > 0) options.logger.info({ swept }, 'files that no fact speaks of were deleted');
    } catch (error) {
      if (!signal.aborted) options.logger.warn({ err: error }, 'a sweep was cut short');
    }
    await pause(everyMs, signal);
  }
}

/** What was made of an original goes with it, and what nobody asks for goes in time. */
async function forgetDerived(pool: Pool, before: Date): Promise<void> {
  await forgetUnasked(pool);
  // One asked for since may be of an original that was recorded since.
  await pool.query(
    `DELETE FROM vault.derived_files
     WHERE asked_at < $1
       AND NOT EXISTS (SELECT FROM imaging.blob_references WHERE blob_references.blob = derived_files.source)`,
    [before],
  );
}

async function removeUnreferenced(
  batch: readonly string[],
  before: Date,
  { blobs, pool }: SweepOptions,
): Promise<number> {
  if (batch.length === 0) return 0;
  // A file made on demand stays for as long as its row: made since, it was put since, and is not removed either.
  const { rows } = await pool.query<{ blob: string }>(
    `SELECT blob FROM unnest($1::text[]) AS found (blob)
     WHERE NOT EXISTS (SELECT FROM imaging.blob_references WHERE blob_references.blob = found.blob)
       AND NOT EXISTS (SELECT FROM vault.derived_files WHERE derived_files.blob = found.blob)`,
    [batch],
  );
  let removed = 0;
  for (const { blob } of rows) if (await blobs.remove(blob, before)) removed += 1;
  return removed;
}
