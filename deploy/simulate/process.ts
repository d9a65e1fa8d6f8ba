import type { EventLog } from '@easel/kernel/log/event-log';
import type { ProcessBook } from '@easel/kernel/following/process-book';
import type { Logger } from 'pino';
import { follow } from './following.ts';
import type { Life } from './life.ts';
import type { Product } from './product.ts';
import type { Scheduler } from './scheduler.ts';
import type { Running } from './stage.ts';

/** A process of which everything waits for its turn. */
export class Process implements Running {
  private readonly stop = new AbortController();

  constructor(
    readonly life: Life,
    private readonly product: Product,
    private readonly scheduler: Scheduler,
    /** Ends its connections: what it had not committed never was, and its locks are free. */
    private readonly disconnect: () => void,
  ) {}

  follow<Tx>(following: { log: EventLog; book: ProcessBook<Tx>; logger: Logger }): void {
    const { commands } = this.product;
    this.scheduler.enqueue(this.life, () => follow({ ...following, signal: this.stop.signal, commands }));
  }

  /** The answer comes when it is the asker's turn. */
  async ask<T>(work: (product: Product) => Promise<T>): Promise<T> {
    const answer = Promise.withResolvers<T>();
    answer.promise.catch(() => undefined);
    this.scheduler.enqueue(this.life, () => answer.resolve(Promise.resolve(this.product).then(work)));
    try {
      return await Promise.race([answer.promise, this.life.lost]);
    } finally {
      await this.scheduler.turn(this.scheduler.world);
    }
  }

  kill(): void {
    this.life.kill();
    this.disconnect();
    this.stop.abort();
  }
}
