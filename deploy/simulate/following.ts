import { openAccounts } from '@easel/api/account/open-account.process';
import { settleHolds } from '@easel/api/account/settle-holds.process';
import { closeCompetitions } from '@easel/api/competitions/close-challenge.process';
import { grantChallenges } from '@easel/api/competitions/grant-challenge.process';
import { openCompetitions } from '@easel/api/competitions/open-challenge.process';
import { settleEntries } from '@easel/api/competitions/settle-entry.process';
import { withdrawGone } from '@easel/api/competitions/withdraw-gone.process';
import { accrueEarnings } from '@easel/api/earnings/accrue-sale.process';
import { matureEarnings } from '@easel/api/earnings/mature.process';
import { settleEarnings } from '@easel/api/earnings/settle.process';
import { turnEarnings } from '@easel/api/earnings/turn-earnings.process';
import { turnSales } from '@easel/api/earnings/turn-sales.process';
import { eraseMembers } from '@easel/api/erasure/erase-members.process';
import { forgetMembers } from '@easel/api/erasure/forget-members.process';
import { abandonHolds } from '@easel/api/generation/abandon.process';
import { attachVariants } from '@easel/api/generation/deliver-variant.process';
import { purgeTrash } from '@easel/api/generation/purge-trash.process';
import { issueInvoices } from '@easel/api/invoices/issue-invoices.process';
import { rewardReferrals } from '@easel/api/members/settle-referral.process';
import { arriveOrders } from '@easel/api/orders/assume-arrival.process';
import { expireOrders } from '@easel/api/orders/cancel-order.process';
import { delayOrders } from '@easel/api/orders/delay-order.process';
import { grantOrders } from '@easel/api/orders/grant-order.process';
import { followPrints } from '@easel/api/orders/look-at-print.process';
import { refundOrders } from '@easel/api/orders/make-order-refund.process';
import { printOrders } from '@easel/api/orders/send-to-print.process';
import type { Fact } from '@easel/contracts/kernel/event';
import type { Again } from '@easel/kernel/deciding/decide';
import type { EventLog } from '@easel/kernel/log/event-log';
import type { ProcessBook } from '@easel/kernel/following/process-book';
import type { ProcessManager } from '@easel/kernel/following/process-managers';
import { runProcess, type RunningProcess } from '@easel/kernel/following/process-runner';
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

/** A process manager, and which part of the log it follows. */
export interface Follower {
  running: RunningProcess;
  categories: readonly string[];
  types: readonly string[];
}

const processes: readonly ProcessManager[] = [
  openAccounts,
  settleHolds,
  abandonHolds,
  attachVariants,
  purgeTrash,
  rewardReferrals,
  accrueEarnings,
  matureEarnings,
  settleEarnings,
  turnSales,
  turnEarnings,
  issueInvoices,
  grantOrders,
  expireOrders,
  refundOrders,
  arriveOrders,
  printOrders,
  followPrints,
  delayOrders,
  openCompetitions,
  closeCompetitions,
  settleEntries,
  withdrawGone,
  grantChallenges,
  eraseMembers,
  forgetMembers,
];

/** Begins every process manager of the product; by name. */
export const follow = <Tx>(following: Following<Tx>): ReadonlyMap<string, Follower> =>
  new Map(processes.map((manager) => [manager.name, begun(manager, following)]));

const begun = <Tx>(manager: ProcessManager, { commands, ...following }: Following<Tx>): Follower => ({
  categories: manager.categories,
  types: Object.keys(manager.on),
  running: runProcess<Fact, unknown, Tx>({
    ...manager,
    act: (due) => commands.execute<Again | void>(manager.command(due)),
    ...following,
  }),
});
