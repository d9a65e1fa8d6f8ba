import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { backoffMs, pause } from '../server/backoff.ts';
import { BlobMissing, BlobStoreFull } from './blob-store.ts';
import type { Bus } from '../bus/bus.ts';
import { randomUUID } from '../server/chance.ts';
import { DERIVED_RECIPE, DERIVED_SETTLED, DERIVED_WANTED, failedForMs, type DerivedFile } from './derived-files.ts';
import type { DerivedFormat, DerivedWish } from './derived-rows.ts';
import { faultPoint } from '../server/fault-point.ts';

export interface DerivedMakerOptions {
  pool: Pool;
  bus: Bus;
  logger: Logger;
  /** Makes the file and stores it; rejects when the signal aborts. BlobMissing: its source is gone, for ever. */
  make: (wish: DerivedWish, signal: AbortSignal) => Promise<DerivedFile>;
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

class Drained extends Error {
  override readonly name = 'Drained';
}

class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

interface Claimed {
  key: string;
  claim: string;
  tries: number;
  wish: DerivedWish;
}

/** Makes what is asked of DerivedFiles, in any number of processes: one of them claims a wish, and holds it while it works. */
export class DerivedMaker {
  private readonly running = new Map<AbortController, Promise<void>>();
  private readonly ending = new AbortController();
  private stopHearing: (() => Promise<void>) | undefined;
  private looking: Promise<void> | undefined;
  private filling: Promise<void> | undefined;
  private again = false;

  constructor(private readonly options: DerivedMakerOptions) {}

  async start(): Promise<void> {
    this.stopHearing = await this.options.bus.subscribe(DERIVED_WANTED, () => this.fill());
    this.looking = this.lookNowAndThen();
  }

  /** Takes nothing new, and hands back what it holds. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.stopHearing?.();
    await this.looking;
    await this.filling;
    for (const cut of this.running.keys()) cut.abort(new Drained('the maker is shutting down'));
    await Promise.all(this.running.values());
  }

  private async lookNowAndThen(): Promise<void> {
    const { signal } = this.ending;
    const { lookEveryMs = LOOK_EVERY_MS } = this.options;
    while (!signal.aborted) {
      await this.guarded('files given up were not marked', () => this.giveUpAbandoned());
      this.fill();
      await pause(backoffMs(0, lookEveryMs, lookEveryMs), signal);
    }
  }

  /** One claims at a time; what is heard meanwhile has it claim once more. */
  private fill(): void {
    this.again = true;
    this.filling ??= this.guarded('no file could be claimed', () => this.claimAll()).finally(() => {
      this.filling = undefined;
    });
  }

  private async claimAll(): Promise<void> {
    while (this.again && !this.ending.signal.aborted) {
      this.again = false;
      while (this.running.size < this.options.slots && !this.ending.signal.aborted) {
        const claimed = await this.claim();
        if (!claimed) break;
        const cut = new AbortController();
        const work = this.guarded('a file was left', () => this.make(claimed, cut)).finally(() => {
          this.running.delete(cut);
          this.fill();
        });
        this.running.set(cut, work);
      }
    }
  }

  private async claim(): Promise<Claimed | undefined> {
    const { rows } = await this.options.pool.query<{
      key: string;
      claim: string;
      tries: number;
      source: string;
      generation_id: string;
      variant_id: string;
      format: DerivedFormat;
      width_px: number;
      height_px: number;
    }>({
      name: 'derived-claim',
      text: `UPDATE vault.derived_files
             SET state = 'making', tries = tries + 1, claim = $1, held_until = now() + $2 * interval '1 ms'
             WHERE key = (SELECT key FROM vault.derived_files
                          WHERE state IN ('wanted', 'making') AND held_until < now() AND tries < $3 AND recipe = $4
                          ORDER BY wanted_at LIMIT 1 FOR UPDATE SKIP LOCKED)
             RETURNING key, claim, tries, source, generation_id, variant_id, format, width_px, height_px`,
      values: [randomUUID(), this.leaseMs, MAX_TRIES, DERIVED_RECIPE],
    });
    const row = rows[0];
    if (!row) return undefined;
    const { key, claim, tries, source, generation_id: generationId, variant_id: variantId, format } = row;
    const wish = { source, generationId, variantId, format, widthPx: row.width_px, heightPx: row.height_px };
    return { key, claim, tries, wish };
  }

  private async make(claimed: Claimed, cut: AbortController): Promise<void> {
    faultPoint('derived.after-claim');
    const { timeoutMs = TIMEOUT_MS, logger } = this.options;
    const beat = setInterval(() => void this.extend(claimed, cut), this.leaseMs / 3);
    const deadline = setTimeout(() => cut.abort(new TimedOut(`not made within ${timeoutMs} ms`)), timeoutMs);
    try {
      const { blob, bytes } = await this.options.make(claimed.wish, cut.signal);
      faultPoint('derived.after-blob');
      await this.say(claimed, `state = 'made', blob = $3, bytes = $4`, [blob, bytes]);
    } catch (error) {
      if (cut.signal.reason instanceof LeaseLost) return;
      const drained = cut.signal.reason instanceof Drained;
      if (!drained) {
        logger.warn({ err: error, key: claimed.key, tries: claimed.tries, ...claimed.wish }, 'a file was not made');
      }
      await this.handBack(claimed, drained, error);
    } finally {
      clearInterval(beat);
      clearTimeout(deadline);
    }
  }

  /** That one must wait for the database to come back costs nothing; that another has taken over ends the work. */
  private async extend({ key, claim }: Claimed, cut: AbortController): Promise<void> {
    await this.guarded('a file’s lease was not extended', async () => {
      const { rowCount } = await this.options.pool.query(
        `UPDATE vault.derived_files SET held_until = now() + $3 * interval '1 ms' WHERE key = $1 AND claim = $2`,
        [key, claim, this.leaseMs],
      );
      if (rowCount === 0) cut.abort(new LeaseLost('another makes it'));
    });
  }

  private async handBack(claimed: Claimed, drained: boolean, error: unknown): Promise<void> {
    if (drained) {
      await this.say(claimed, `state = 'wanted', tries = tries - 1, held_until = '-infinity'`, []);
      return;
    }
    const final = error instanceof BlobStoreFull || error instanceof BlobMissing || claimed.tries >= MAX_TRIES;
    if (final) {
      const failure = error instanceof BlobStoreFull ? 'no_room' : 'failed';
      const set = `state = 'failed', failure = $3, held_until = now() + $4 * interval '1 ms'`;
      await this.say(claimed, set, [failure, failedForMs(failure)]);
    } else {
      const set = `state = 'wanted', held_until = now() + $3 * interval '1 ms'`;
      await this.say(claimed, set, [backoffMs(claimed.tries, this.lookEveryMs / 4, this.lookEveryMs)]);
    }
  }

  /** The claim's last word; it is not heard where the claim is no longer ours. */
  private async say({ key, claim }: Claimed, set: string, values: readonly unknown[]): Promise<void> {
    const { rowCount } = await this.options.pool.query(
      `UPDATE vault.derived_files SET claim = NULL, ${set} WHERE key = $1 AND claim = $2`,
      [key, claim, ...values],
    );
    if (rowCount === 1) await this.options.bus.publish(DERIVED_SETTLED, { key });
  }

  /** Wishes whose last maker died. */
  private async giveUpAbandoned(): Promise<void> {
    const { rows } = await this.options.pool.query<{ key: string }>(
      `UPDATE vault.derived_files
       SET state = 'failed', failure = 'failed', claim = NULL, held_until = now() + $2 * interval '1 ms'
       WHERE state = 'making' AND held_until < now() AND tries >= $1 RETURNING key`,
      [MAX_TRIES, failedForMs('failed')],
    );
    for (const { key } of rows) await this.options.bus.publish(DERIVED_SETTLED, { key });
  }

  private get leaseMs(): number {
    return this.options.leaseMs ?? LEASE_MS;
  }

  private get lookEveryMs(): number {
    return this.options.lookEveryMs ?? LOOK_EVERY_MS;
  }

  private async guarded(complaint: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.options.logger.warn({ err: error }, complaint);
    }
  }
}
