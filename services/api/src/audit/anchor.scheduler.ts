import { chainedCategories } from '@easel/contracts/streams';
import { Anchors } from '@easel/kernel/proof/anchors';
import type { Pool } from '@easel/kernel/database/database';
import { EventLog } from '@easel/kernel/log/event-log';
import { noteMacCutOver } from '@easel/kernel/proof/mac-cut-over';
import { Sealer } from '@easel/kernel/identity/sealing';
import { BACKGROUND_POOL, LOGGER } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';

const EVERY_MS = 3_600_000;

/**
 * Keeps the hourly anchor of the money streams. An hour in which no money moved has none: it would say nothing that the
 * one before did not. It is looked for more often than that, since a process may live less than an hour.
 */
@Injectable()
export class AnchorScheduler {
  private readonly anchors: Anchors;

  constructor(
    private readonly log: EventLog,
    sealer: Sealer,
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.anchors = new Anchors({ log, pool, sealer, logger, categories: chainedCategories });
  }

  async anchorWhenDue(signal: AbortSignal): Promise<void> {
    await noteMacCutOver({ log: this.log, pool: this.pool });
    await this.anchors.makeWhenDue(EVERY_MS, signal);
  }
}
