import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { backoffMs } from '../server/backoff.ts';
import { BlobMissing, BlobStoreFull } from './blob-store.ts';
import type { Bus } from '../bus/bus.ts';
import { DERIVED_RECIPE, DERIVED_SETTLED, DERIVED_WANTED, failedForMs, type DerivedFile } from './derived-files.ts';
import type { DerivedFormat, DerivedRequest } from './derived-rows.ts';
import { faultPoint } from '../server/fault-point.ts';
import { WorkQueue } from '../following/work-queue.ts';
import { PostgresWork, type ClaimedRow, type WorkTable } from '../following/work-queue-postgres.ts';

export interface DerivedMakerOptions {
  pool: Pool;
  bus: Bus;
  logger: Logger;
  /** Makes the file and stores it; rejects when the signal aborts. BlobMissing: its source is gone, for ever. */
  make: (request: DerivedRequest, signal: AbortSignal) => Promise<DerivedFile>;
  /** The formats that it makes; others wait for another maker. */
  formats: readonly DerivedFormat[];
  /** Files at the same time. */
  slots: number;
  /** How long a file is this maker's without a word; it says so while it works. */
  leaseMs?: number;
  /** How often it looks, hint or none. */
  lookEveryMs?: number;
  /** One file may take no longer. */
  timeoutMs?: number;
}

const MAX_TRIES = 3;
const LEASE_MS = 15_000;
const LOOK_EVERY_MS = 3_000;
const TIMEOUT_MS = 120_000;

interface Wanted extends ClaimedRow, Omit<DerivedRequest, 'layout' | 'making'> {
  layout: object | null;
  making: object | null;
}

const wantedOf = (formats: readonly DerivedFormat[]): WorkTable<DerivedFile> => ({
  table: 'vault.derived_files',
  key: 'key',
  dueAt: 'held_until',
  open: `state IN ('wanted', 'making') AND recipe = ${DERIVED_RECIPE}
         AND format IN (${formats.map((format) => `'${format}'`).join(', ')})`,
  order: 'wanted_at',
  columns: `source, subject_id AS "subjectId", part_id AS "partId", format, width_px AS "widthPx",
            height_px AS "heightPx", layout, making`,
  claimed: `state = 'making'`,
  waiting: `state = 'wanted'`,
  over: (end) => {
    if (end.kind === 'done') {
      return { set: `state = 'made', blob = $3, bytes = $4`, values: [end.result.blob, end.result.bytes] };
    }
    const failure = end.error instanceof BlobStoreFull ? 'no_room' : 'failed';
    return {
      set: `state = 'failed', failure = $3, held_until = now() + $4 * interval '1 ms'`,
      values: [failure, failedForMs(failure)],
    };
  },
});

/**
 * Makes what is asked of DerivedFiles, in any number of processes: one of them claims a request, and holds it while it
 * works.
 */
export class DerivedMaker {
  private readonly ending = new AbortController();
  private readonly work: WorkQueue<Wanted, DerivedFile>;
  private stopHearing: (() => Promise<void>) | undefined;

  constructor(private readonly options: DerivedMakerOptions) {
    const { pool, bus, logger, formats, slots, timeoutMs = TIMEOUT_MS } = options;
    const { leaseMs = LEASE_MS, lookEveryMs = LOOK_EVERY_MS } = options;
    this.work = new WorkQueue<Wanted, DerivedFile>({
      rows: new PostgresWork<Wanted, DerivedFile>(pool, wantedOf(formats), leaseMs),
      perform: (request, signal) => this.make(request, signal),
      onFailure: (request, error) => {
        logger.warn({ err: error, ...request }, 'a file was not made');
        const isHopeless = error instanceof BlobStoreFull || error instanceof BlobMissing;
        return isHopeless ? undefined : backoffMs(request.tries, lookEveryMs / 4, lookEveryMs);
      },
      onSettled: async ({ key }) => bus.publish(DERIVED_SETTLED, { key }),
      mostTries: MAX_TRIES,
      slots,
      lookEveryMs,
      timeoutMs,
      handsBack: true,
      logger,
    });
  }

  async start(): Promise<void> {
    this.stopHearing = await this.options.bus.subscribe(DERIVED_WANTED, () => this.work.wake());
    this.work.start(this.ending.signal);
  }

  /** Takes nothing new, and hands back what it holds. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.stopHearing?.();
    await this.work.stopped();
  }

  /** Made twice it is the same file: its bytes name it, and the row takes it of the claim that holds. */
  private async make(claimed: Wanted, signal: AbortSignal): Promise<DerivedFile> {
    faultPoint('derived.after-claim');
    const { source, subjectId, partId, format, widthPx, heightPx, layout, making } = claimed;
    const besides = { ...(layout && { layout }), ...(making && { making }) };
    const request = { source, subjectId, partId, format, widthPx, heightPx, ...besides };
    const file = await this.options.make(request, signal);
    faultPoint('derived.after-blob');
    return file;
  }
}
