import { pause } from '@easel/kernel/backoff';
import { Outbox } from '@easel/kernel/outbox';
import { LOGGER } from '@easel/kernel/tokens';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';

const EVERY_MS = 10_000;

/** Facts whose call found the log away reach it as soon as it is back, also when nobody calls again. */
@Injectable()
export class OutboxKeeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private running = Promise.resolve();

  constructor(
    private readonly outbox: Outbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.run(this.stop.signal);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.running;
  }

  private async run(signal: AbortSignal): Promise<void> {
    for (;;) {
      await pause(EVERY_MS, signal);
      if (signal.aborted) return;
      try {
        await this.outbox.deliverAll();
      } catch (error) {
        this.logger.warn({ err: error }, 'facts wait for the log');
      }
    }
  }
}
