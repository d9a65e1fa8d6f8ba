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
import type { EventLog } from '@easel/kernel/log/event-log';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import type { ProcessBook } from '@easel/kernel/following/process-book';
import { runProcess, type RunningProcess } from '@easel/kernel/following/process-runner';
import type { Command } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import type { Commands } from './commands.ts';

/** What follows the log in a process, and what with. */
export interface Following<Tx> {
  log: EventLog;
  book: ProcessBook<Tx>;
  logger: Logger;
  signal: AbortSignal;
  /** Perform what is due. */
  commands: Pick<Commands, 'execute'>;
}

/** A process manager, and what it follows. */
export interface Follower {
  running: RunningProcess;
  categories: readonly string[];
}

type Begin = <Tx>(following: Following<Tx>) => Follower;

const runs =
  <F extends Fact, Payload, C extends Command<{ again: Date } | undefined> | Command<void>>(
    definition: ProcessDefinition<F, Payload, C>,
  ): Begin =>
  <Tx>({ commands, ...following }: Following<Tx>) => ({
    categories: definition.categories,
    running: runProcess<F, Payload, Tx>({
      ...definition,
      act: (due) => commands.execute<{ again: Date } | undefined | void>(definition.command(due)),
      ...following,
    }),
  });

const processes: ReadonlyMap<string, Begin> = new Map([
  [openAccounts.name, runs(openAccounts)],
  [settleHolds.name, runs(settleHolds)],
  [abandonHolds.name, runs(abandonHolds)],
  [attachVariants.name, runs(attachVariants)],
  [purgeTrash.name, runs(purgeTrash)],
  [rewardReferrals.name, runs(rewardReferrals)],
  [accrueEarnings.name, runs(accrueEarnings)],
  [matureEarnings.name, runs(matureEarnings)],
  [settleEarnings.name, runs(settleEarnings)],
  [turnSales.name, runs(turnSales)],
  [turnEarnings.name, runs(turnEarnings)],
]);

/** Begins every process manager of the product; by name. */
export const follow = <Tx>(following: Following<Tx>): ReadonlyMap<string, Follower> =>
  new Map([...processes].map(([name, begin]) => [name, begin(following)]));
