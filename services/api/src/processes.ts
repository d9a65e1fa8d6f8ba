import type { Fact } from '@easel/contracts/kernel/event';
import { EventLog } from '@easel/kernel/log/event-log';
import { Metrics } from '@easel/kernel/server/metrics';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import type { ProcessBook } from '@easel/kernel/following/process-book';
import { runProcess, type RunningProcess } from '@easel/kernel/following/process-runner';
import { BOOK, LOGGER } from '@easel/kernel/server/tokens';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus, type Command } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import { openAccounts } from './account/open-account.process.ts';
import { settleHolds } from './account/settle-holds.process.ts';
import { followAudits } from './audit/follow-audits.process.ts';
import { accrueEarnings } from './earnings/accrue.process.ts';
import { matureEarnings } from './earnings/mature.process.ts';
import { settleEarnings } from './earnings/settle.process.ts';
import { turnEarnings } from './earnings/turn-earnings.process.ts';
import { turnSales } from './earnings/turn-sales.process.ts';
import { abandonHolds } from './generation/abandon.process.ts';
import { attachVariants } from './generation/attach-variant.process.ts';
import { purgeTrash } from './generation/purge-trash.process.ts';
import { rewardReferrals } from './members/referral.process.ts';
import { escalateMessages } from './messages/escalate.process.ts';
import { postReplies } from './messages/post-replies.process.ts';
import { postInvitations } from './operators/post-invitations.process.ts';
import { settleOperatorSessions } from './operators/settle-sessions.process.ts';

/** Runs every process manager of the command side: what each decides is sent as a command, at least once. */
@Injectable()
export class Processes implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private running: RunningProcess[] = [];

  constructor(
    private readonly log: EventLog,
    @Inject(BOOK) private readonly book: ProcessBook<unknown>,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly commands: CommandBus,
    private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    this.running = [
      this.start(openAccounts),
      this.start(settleHolds),
      this.start(abandonHolds),
      this.start(attachVariants),
      this.start(purgeTrash),
      this.start(rewardReferrals),
      this.start(accrueEarnings),
      this.start(matureEarnings),
      this.start(settleEarnings),
      this.start(turnSales),
      this.start(turnEarnings),
      this.start(escalateMessages),
      this.start(postReplies),
      this.start(postInvitations),
      this.start(settleOperatorSessions),
      this.start(followAudits),
    ];
    this.metrics.gauge('easel_processes_parked', 'Streams that processes wait to be able to read', () => this.parked());
  }

  /** Each is work that waits for code which can read it: somebody should look. */
  private parked(): number {
    return this.running.reduce((sum, { parked }) => sum + parked, 0);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await Promise.all(this.running.map(({ done }) => done));
  }

  private start<F extends Fact, Payload, C extends Command<{ again: Date } | undefined> | Command<void>>(
    definition: ProcessDefinition<F, Payload, C>,
  ): RunningProcess {
    const running = runProcess<F, Payload>({
      ...definition,
      act: (due) => this.commands.execute(definition.command(due)),
      log: this.log,
      book: this.book,
      logger: this.logger,
      signal: this.stop.signal,
    });
    this.metrics.watchLag(definition.name, () => running.lag());
    return running;
  }
}
