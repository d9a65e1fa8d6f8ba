import type { Pool } from '@easel/kernel/database/database';
import { EventLog } from '@easel/kernel/log/event-log';
import { BACKGROUND_POOL, LOGGER } from '@easel/kernel/server/tokens';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Log } from './kernel/log.ts';
import { Pauses } from './kernel/pauses.ts';
import { ProjectorRunner } from './kernel/projector-runner.ts';
import { readModels } from './read-models.ts';

/** Runs every projector while the application does. */
@Injectable()
export class ProjectionRunners implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private running: Promise<void>[] = [];

  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    @Inject(LOGGER) private readonly logger: Log,
    @Inject(Pauses) private readonly pauses: Pauses,
  ) {}

  onApplicationBootstrap(): void {
    const { log, pool, logger, pauses } = this;
    this.running = readModels.map((model) =>
      new ProjectorRunner({ model, log, pool, logger, pauses }).run(this.stop.signal),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await Promise.all(this.running);
  }
}
