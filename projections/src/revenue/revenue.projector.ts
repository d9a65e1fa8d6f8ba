import type { AccountFact } from '@easel/contracts/account/events';
import { utcDay } from '@easel/contracts/account/policy';
import { accountStream } from '@easel/contracts/account/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import { append } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';
import { markKeys } from '../kernel/incomplete.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import { type DisputeStep, incomplete, type MoveRow, moves, tables } from './revenue.tables.ts';

type Move = Pick<MoveRow, 'kind' | 'payment' | 'cents'> & Partial<MoveRow>;

class RevenueRows implements RowBatch {
  private readonly moves: MoveRow[] = [];

  move({ id, position, recordedAt }: Recorded, move: Move): void {
    this.moves.push({
      id,
      position,
      day: utcDay(recordedAt),
      whole: 0,
      dispute: null,
      step: null,
      test: false,
      ...move,
    });
  }

  payment(
    fact: Recorded,
    kind: 'plans' | 'top_ups',
    { paymentId, cents, livemode }: { paymentId: string; cents: number; livemode?: boolean | undefined },
  ): void {
    this.move(fact, { kind, payment: paymentId, cents, test: livemode === false });
  }

  refund(
    fact: Recorded,
    { paymentId, outcome, cents }: { paymentId: string; outcome: 'made' | 'failed'; cents: number },
  ): void {
    this.move(fact, { kind: 'returned', payment: paymentId, cents: outcome === 'made' ? cents : -cents });
  }

  dispute(
    fact: Recorded,
    {
      paymentId,
      disputeId,
      outcome,
      cents,
    }: Record<'paymentId' | 'disputeId', string> & {
      outcome: DisputeStep;
      cents: number;
    },
  ): void {
    const back = { kind: 'returned', payment: paymentId, dispute: disputeId, step: outcome } as const;
    const sign = outcome === 'released' ? -1 : 1;
    // Of a purchase by card the account moves nothing: all that the card paid goes.
    this.move(fact, cents === 0 ? { ...back, cents: null, whole: sign } : { ...back, cents: sign * cents });
  }

  async write(sql: ClientBase): Promise<void> {
    await append(sql, moves, this.moves);
  }
}

/** Payments, refunds and disputes. A test payment and its refunds are no revenue (rulings.md, "Stripe test mode"). */
export const revenue = projectorOf<AccountFact, RevenueRows>()({
  name: 'revenue',
  version: 3,
  categories: [accountStream.category],
  tables,
  rows: () => new RevenueRows(),
  on: {
    PlanPaid: (fact, rows) => rows.payment(fact, 'plans', fact.data),
    WalletToppedUp: (fact, rows) => rows.payment(fact, 'top_ups', fact.data),
    // What is paid from the account came in before.
    ImagePurchased: (fact, rows) => {
      if (fact.data.method !== 'card') return;
      const { purchaseId, paymentId, cents } = fact.data;
      rows.move(fact, { kind: 'purchases', payment: paymentId ?? purchaseId, cents });
    },
    PrintsPurchased: (fact, rows) =>
      rows.move(fact, { kind: 'purchases', payment: fact.data.paymentId, cents: fact.data.cents }),
    PlanRefunded: (fact, rows) => rows.refund(fact, fact.data),
    WalletRefunded: (fact, rows) => rows.refund(fact, fact.data),
    PlanDisputed: (fact, rows) => rows.dispute(fact, fact.data),
    WalletDisputed: (fact, rows) => rows.dispute(fact, fact.data),
  },
  ignores: [
    'CreditsGranted',
    'CreditsExpired',
    'CreditsHeld',
    'CreditsCaptured',
    'CreditsReleased',
    'CreditsRevoked',
    'DebtRepaid',
    'SubscriptionChanged',
    'DownloadGranted',
    'PurchaseCoverChanged',
    'EarningsSettled',
    'EarningsRevoked',
    'BadDebtBooked',
    'EarningsReturned',
    'PayoutRequested',
    'PayoutSettled',
  ],
  markIncomplete: (sql, partitions, isIncomplete) => markKeys(sql, incomplete, partitions, isIncomplete),
});
