import type { AllowanceSweeps } from '@easel/api/account/allowance-sweeps';
import type { MemberRoll } from '@easel/api/members/member-roll.lookup';
import type { ReferralMailboxes } from '@easel/api/members/referral-mailboxes';
import type { PrintGateway } from '@easel/api/orders/print.gateway';
import type { Customers } from '@easel/api/payments/customers';
import type { StripeGateway } from '@easel/api/payments/stripe.gateway';
import type { Bus } from '@easel/kernel/bus/bus';
import type { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import type { Locks } from '@easel/kernel/following/locks';
import type { Sealer } from '@easel/kernel/identity/sealing';
import type { EventLog } from '@easel/kernel/log/event-log';
import type { Logger } from 'pino';

/** What one process uses of everything that outlives it. */
export interface Ground {
  log: EventLog;
  runner: DeciderRunner;
  sealer: Sealer;
  bus: Bus;
  customers: Customers;
  mailboxes: ReferralMailboxes;
  sweeps: AllowanceSweeps;
  roll: Pick<MemberRoll, 'after'>;
  /** Strikes somebody off the roll, who is erased. */
  strike: (memberId: string) => Promise<void>;
  locks: Locks;
  gateway: StripeGateway;
  prints: PrintGateway;
  logger: Logger;
}
