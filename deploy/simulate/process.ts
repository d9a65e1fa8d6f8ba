import { openAccounts } from '@easel/api/account/open-account.process';
import { settleHolds } from '@easel/api/account/settle-holds.process';
import { accrueEarnings } from '@easel/api/earnings/accrue.process';
import { matureEarnings } from '@easel/api/earnings/mature.process';
import { settleEarnings } from '@easel/api/earnings/settle.process';
import { turnEarnings } from '@easel/api/earnings/turn-earnings.process';
import { turnSales } from '@easel/api/earnings/turn-sales.process';
import { abandonHolds } from '@easel/api/generation/abandon.process';
import { attachVariants } from '@easel/api/generation/attach-variant.process';
import { purgeTrash } from '@easel/api/generation/purge-trash.process';
import { rewardReferrals } from '@easel/api/members/referral.process';
import type { Fact } from '@easel/contracts/kernel/event';
import type { EventLog } from '@easel/kernel/event-log';
import type { ProcessDefinition } from '@easel/kernel/process';
import type { ProcessBook } from '@easel/kernel/process-book';
import { runProcess } from '@easel/kernel/process-runner';
import type { Command } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import type { Commands } from './commands.ts';
import { Life } from './life.ts';
import type { Product } from './product.ts';
import type { Scheduler } from './scheduler.ts';

/** What follows the log in a process. */
export interface Following {
  log: EventLog;
  book: ProcessBook<unknown>;
  logger: Logger;
}

/** One run of one process of the product, with everything in it that follows the log. */
export class Process {
  private readonly stop = new AbortController();

  constructor(
    readonly life: Life,
    private readonly product: Product,
    private readonly scheduler: Scheduler,
    /** Ends its connections: what it had not committed never was, and its locks are free. */
    private readonly disconnect: () => void,
  ) {}

  follow(following: Following): void {
    this.scheduler.enqueue(this.life, () => {
      for (const begin of [
        this.runs(openAccounts),
        this.runs(settleHolds),
        this.runs(abandonHolds),
        this.runs(attachVariants),
        this.runs(purgeTrash),
        this.runs(rewardReferrals),
        this.runs(accrueEarnings),
        this.runs(matureEarnings),
        this.runs(settleEarnings),
        this.runs(turnSales),
        this.runs(turnEarnings),
      ]) {
        begin(following);
      }
    });
  }

  /** Asks it for something, from outside: the answer comes when it is the asker's turn. Throws ConnectionLost. */
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

  /** As by kill -9: nothing of it goes on, and what it kept in memory is gone. */
  kill(): void {
    this.life.kill();
    this.disconnect();
    this.stop.abort();
  }

  private runs<F extends Fact, Payload, C extends Command<{ again: Date } | undefined> | Command<void>>(
    definition: ProcessDefinition<F, Payload, C>,
  ): (following: Following) => void {
    const { commands }: { commands: Commands } = this.product;
    return (following) => {
      runProcess<F, Payload>({
        ...definition,
        act: (due) => commands.execute<{ again: Date } | undefined | void>(definition.command(due)),
        signal: this.stop.signal,
        ...following,
      });
    };
  }
}
