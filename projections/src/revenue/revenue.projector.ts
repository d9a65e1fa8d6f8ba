import type { AccountFact } from '@easel/contracts/account/events';
import { utcDay } from '@easel/contracts/account/policy';
import { accountStream } from '@easel/contracts/account/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
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
      cardCents,
    }: Record<'paymentId' | 'disputeId', string> & {
      outcome: DisputeStep;
      cents: number;
      cardCents?: number | undefined;
    },
  ): void {
    const back = { kind: 'returned', payment: paymentId, dispute: disputeId, step: outcome } as const;
    const sign = outcome === 'released' ? -1 : 1;
    const lost = cardCents ?? cents;
    // Older events of a purchase by card have no sum: all that the card paid goes.
    this.move(fact, lost === 0 ? { ...back, cents: null, whole: sign } : { ...back, cents: sign * lost });
  }

  async write(sql: ClientBase): Promise<void> {
    await append(sql, moves, this.moves);
  }
}

/**
 * Payments, refunds, disputes, and what printing costs. A test payment and its refunds are no revenue (rulings.md,
 * "Stripe test mode").
 */
export const revenue = projectorOf<AccountFact | OrderFact, RevenueRows>()({
  name: 'revenue',
  version: 4,
  categories: [accountStream.category, orderStream.category],
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
      rows.move(fact, { kind: 'prints', payment: fact.data.paymentId, cents: fact.data.cents }),
    PlanRefunded: (fact, rows) => rows.refund(fact, fact.data),
    WalletRefunded: (fact, rows) => rows.refund(fact, fact.data),
    PlanDisputed: (fact, rows) => rows.dispute(fact, fact.data),
    WalletDisputed: (fact, rows) => rows.dispute(fact, fact.data),
    // What it pays for says nothing of that.
    OrderPaid: (fact, rows) => {
      if (fact.data.livemode !== false) return;
      rows.move(fact, { kind: 'order-test', payment: fact.data.paymentId, cents: 0, test: true });
    },
    OrderPrintCharged: (fact, rows) => {
      const { orderId, attempt, cents } = fact.data;
      rows.move(fact, { kind: 'print-cost', payment: `${orderId} ${attempt}`, cents });
    },
  },
  ignores: [
    'ChallengeShareGranted',
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
    'PayoutConfirmed',
    'PayoutSettled',
    'OrderPlaced',
    'OrderAddressChanged',
    'OrderNoted',
    'OrderPaymentOpened',
    'OrderPaymentFailed',
    'OrderStatusChanged',
    'OrderSentToPrint',
    'OrderPrintFailed',
    'OrderReprinted',
    'OrderParcelShipped',
    'OrderDelayed',
    'OrderArrivalReported',
    // The account says so as well.
    'OrderRefundRequested',
    'OrderRefunded',
  ],
  markIncomplete: (sql, partitions, isIncomplete) => markKeys(sql, incomplete, partitions, isIncomplete),
});
