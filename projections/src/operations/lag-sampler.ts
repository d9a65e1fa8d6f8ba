import type { ProjectionRecord } from '@easel/contracts/operations/http';
import { LAG_EVERY_MS } from '@easel/contracts/operations/policy';
import { pause } from '@easel/kernel/server/backoff';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Log } from '../kernel/log.ts';
import type { Lags } from './lags.queries.ts';

/** Notes how far the projections are behind, and raises the alarm where one that runs stands still. */
export class LagSampler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private still: ReadonlySet<string> = new Set();

  constructor(
    private readonly read: () => Promise<readonly ProjectionRecord[]>,
    private readonly lags: Pick<Lags, 'note'>,
    private readonly logger: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.keep(this.stop.signal);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.running;
  }

  async sample(now: number): Promise<void> {
    const records = await this.read();
    this.tell(records.filter(({ stands_still }) => stands_still));
    await this.lags.note(records, now);
  }

  /** Each alarm once, and once that it is over. */
  private tell(still: readonly ProjectionRecord[]): void {
    const before = this.still;
    this.still = new Set(still.map(({ id }) => id));
    for (const { id: projection, position, lag_events, lag_seconds } of still) {
      if (before.has(projection)) continue;
      this.logger.error({ projection, position, lag_events, lag_seconds }, 'A projection stands still');
    }
    for (const projection of before) {
      if (!this.still.has(projection)) this.logger.info({ projection }, 'A projection moves again');
    }
  }

  private async keep(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.sample(Date.now());
      } catch (error) {
        // Nobody waits for it, and the next look is near.
        this.logger.debug({ err: error }, 'The lag of the projections was not noted');
      }
      await pause(LAG_EVERY_MS, signal);
    }
  }
}
