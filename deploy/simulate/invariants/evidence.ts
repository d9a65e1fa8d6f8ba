import type { AccountFact } from '@easel/contracts/account/events';
import type { SubscribedTier } from '@easel/contracts/account/policy';
import type { CompetitionFact } from '@easel/contracts/competitions/events';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import type { GenerationFact } from '@easel/contracts/generation/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { OrderFact } from '@easel/contracts/orders/events';
import type { BillingPeriod } from '@easel/contracts/subscriptions/policy';

/** A payment as the card service holds it, with everything that became of it. Cents, and milliseconds since 1970. */
export interface Payment {
  id: string;
  memberId: string;
  /** Of what it paid for; undefined where that was no order. */
  orderId: string | undefined;
  cents: number;
  paidAtMs: number;
  /**
   * `isRest`: made by the product, where a better plan took the place of this one. `requestId`: of what the product has
   * decided to give back of an order.
   */
  refunds: readonly { id: string; cents: number; failed: boolean; isRest: boolean; requestId?: string | undefined }[];
  disputes: readonly { id: string; cents: number; state: 'open' | 'won' | 'lost' }[];
  /** What it paid for; undefined where it was no plan. */
  plan: PaidPlan | undefined;
}

/** A payment that was opened for an order, whatever became of it. */
export interface OrderPayment {
  id: string;
  orderId: string;
  cents: number;
  /** Of the card service: `succeeded`, `processing`, … */
  status: string;
  /** Of each charge that a bank has paid. */
  chargedCents: readonly number[];
  /** When, in milliseconds since 1970. */
  chargedAtMs: readonly number[];
}

/** An order as the print service was given it. */
export interface Printed {
  id: string;
  orderId: string;
  attempt: number;
  createdAt: Date;
  isCancelled: boolean;
  /** By item. */
  copies: ReadonlyMap<string, number>;
}

export interface PaidPlan {
  subscriptionId: string;
  tier: SubscribedTier;
  period: BillingPeriod;
  startMs: number;
  /** Exclusive. */
  endMs: number;
}

/** What is held of a payment after all that went back, or is being taken back. */
export const heldCents = ({ cents, refunds, disputes }: Pick<Payment, 'cents' | 'refunds' | 'disputes'>): number =>
  cents -
  refunds.reduce((sum, refund) => sum + (refund.failed ? 0 : refund.cents), 0) -
  disputes.reduce((sum, dispute) => sum + (dispute.state === 'won' ? 0 : dispute.cents), 0);

/** Somebody who was erased, and what of their own words in the log still opens. */
export interface Erased {
  memberId: string;
  words: readonly string[];
}

/** All that the invariants are checked against: the log, and the card service's own books. */
export interface Evidence {
  at: Date;
  /** Of whom: everybody, or those whom a step has touched. */
  members: readonly string[];
  /** Nothing is under way: all is told, delivered and done. */
  isQuiet: boolean;
  payments: readonly Payment[];
  orderPayments: readonly OrderPayment[];
  printed: readonly Printed[];
  /** When the print service was asked for something and was not there, in milliseconds since 1970. */
  printMissedMs: number;
  /** By id. */
  orders: ReadonlyMap<string, readonly Recorded<OrderFact>[]>;
  /** Challenges, by id. */
  competitions: ReadonlyMap<string, readonly Recorded<CompetitionFact>[]>;
  /** Types of the card service's events that have been brought to the product again and again, and never taken. */
  untaken: readonly string[];
  /** Facts of hash chains that do not hang on the fact before them. */
  unlinked: readonly string[];
  account: (memberId: string) => readonly Recorded<AccountFact>[];
  earnings: (memberId: string) => readonly Recorded<EarningsFact>[];
  /** Told where it is quiet. */
  erased: readonly Erased[];
  /** By id. */
  generations: ReadonlyMap<string, readonly Recorded<GenerationFact>[]>;
}

export interface Violation {
  rule: string;
  memberId: string | undefined;
  says: string;
}

export type Invariant = (evidence: Evidence) => Violation[];

/** Throws never: a sum of nothing is 0. */
export const sumOf = <T>(of: readonly T[], amount: (one: T) => number): number =>
  of.reduce((sum, one) => sum + amount(one), 0);

/** Narrows facts to one type. */
export const typed = <F extends { type: string }, T extends F['type']>(
  facts: readonly F[],
  type: T,
): Extract<F, { type: T }>[] => facts.filter((fact): fact is Extract<F, { type: T }> => fact.type === type);
