import { pause } from '@easel/kernel/server/backoff';
import { IdempotencyKeys } from '@easel/kernel/deciding/idempotency';
import { Outbox } from '@easel/kernel/log/outbox';
import { Sessions } from '@easel/kernel/identity/sessions';
import { LOGGER } from '@easel/kernel/server/tokens';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { AllowanceSweep } from './account/allowance-sweep.ts';
import { AnchorScheduler } from './audit/anchor.scheduler.ts';
import { DataExportWorker } from './data-export/data-export.worker.ts';

const OUTBOX_EVERY_MS = 10_000;
const SWEEP_EVERY_MS = 3_600_000;
/** How often it is seen whether the hour's anchor is due. */
const ANCHOR_EVERY_MS = 60_000;

/** What nobody's call brings about. Every chore is harmless at any time and in any number of processes. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private chores: Promise<void>[] = [];

  constructor(
    private readonly outbox: Outbox,
    private readonly sessions: Sessions,
    private readonly idempotencyKeys: IdempotencyKeys,
    private readonly anchors: AnchorScheduler,
    private readonly allowances: AllowanceSweep,
    private readonly exports: DataExportWorker,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.chores = [
      // Facts whose call found the log away reach it as soon as it is back, also when nobody calls again.
      this.every(OUTBOX_EVERY_MS, 'facts wait for the log', () => this.outbox.deliverAll()),
      this.every(SWEEP_EVERY_MS, 'expired sessions were not swept', () => this.sessions.sweep()),
      this.every(SWEEP_EVERY_MS, 'old idempotency keys were not swept', () => this.idempotencyKeys.sweep()),
      this.every(SWEEP_EVERY_MS, 'old exports were not swept', () => this.exports.sweep()),
      // At once, too: until an anchor says from where on facts have macs, one without is nobody's fault.
      this.every(ANCHOR_EVERY_MS, 'the money was not anchored', () => this.anchors.anchorWhenDue(this.stop.signal), {
        atOnce: true,
      }),
      // At once, too: a process that stood still over the month's end makes up for it.
      this.every(SWEEP_EVERY_MS, 'the month was not opened', () => this.allowances.sweep(this.stop.signal), {
        atOnce: true,
      }),
    ];
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await Promise.all(this.chores);
  }

  private async every(
    ms: number,
    complaint: string,
    chore: () => Promise<unknown>,
    { atOnce = false } = {},
  ): Promise<void> {
    const { signal } = this.stop;
    for (let first = atOnce; ; first = false) {
      if (!first) await pause(ms, signal);
      if (signal.aborted) return;
      await chore().catch((error: unknown) => this.logger.warn({ err: error }, complaint));
    }
  }
}
