import type { BlobStore } from '@easel/kernel/blob-store';
import { pause } from '@easel/kernel/backoff';
import type { Pool } from '@easel/kernel/database';
import type { FollowedLog } from '@easel/kernel/subscription-runner';
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

/** Deletes files that no fact speaks of, left by a crash between storing and recording. Answers how many. */
export async function sweepBlobs(options: SweepOptions, signal: AbortSignal): Promise<number> {
  const { blobs, graceMs } = options;
  const before = new Date(Date.now() - graceMs);
  // Whatever was recorded of files that old is in the log by now; the list must know all of it first.
  await listReferences(options, signal);
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

async function removeUnreferenced(
  batch: readonly string[],
  before: Date,
  { blobs, pool }: SweepOptions,
): Promise<number> {
  if (batch.length === 0) return 0;
  const { rows } = await pool.query<{ blob: string }>(
    `SELECT blob FROM unnest($1::text[]) AS found (blob)
     WHERE NOT EXISTS (SELECT FROM imaging.blob_references WHERE blob_references.blob = found.blob)`,
    [batch],
  );
  let removed = 0;
  for (const { blob } of rows) if (await blobs.remove(blob, before)) removed += 1;
  return removed;
}
