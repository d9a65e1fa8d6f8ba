import type { AccountFact } from '@easel/contracts/account/events';
import { utcDay } from '@easel/contracts/account/policy';
import { accountStream } from '@easel/contracts/account/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { CheckoutFact, SettingsFact } from '@easel/contracts/settings/events';
import { checkoutStream } from '@easel/contracts/settings/stream';
import { append } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';
import { markKeys } from '../kernel/incomplete.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import { type DisputeStep, incomplete, type ModeRow, modes, type MoveRow, moves, tables } from './revenue.tables.ts';

type Move = Pick<MoveRow, 'kind' | 'payment' | 'cents'> & Partial<MoveRow>;

class RevenueRows implements RowBatch {
  private readonly moves: MoveRow[] = [];
  private readonly modes: ModeRow[] = [];

  move({ id, position, recordedAt }: Recorded, move: Move): void {
    this.moves.push({ id, position, day: utcDay(recordedAt), whole: 0, dispute: null, step: null, ...move });
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
    this.move(fact, {
      kind: 'returned',
      payment: paymentId,
      dispute: disputeId,
      step: outcome,
      cents: outcome === 'released' ? -cents : cents,
    });
  }

  mode({ position }: Recorded, test: boolean): void {
    this.modes.push({ position, test });
  }

  async write(sql: ClientBase): Promise<void> {
    await Promise.all([append(sql, moves, this.moves), append(sql, modes, this.modes)]);
  }
}

/** What came in and went back. Whether that was a test is found by when checkout was in test mode. */
export const revenue = projectorOf<AccountFact | CheckoutFact | SettingsFact, RevenueRows>()({
  name: 'revenue',
  version: 1,
  categories: [accountStream.category, checkoutStream.category],
  tables,
  rows: () => new RevenueRows(),
  on: {
    TestModeToggled: (fact, rows) => rows.mode(fact, fact.data.testMode),
    PlanPaid: (fact, rows) => rows.move(fact, { kind: 'plans', payment: fact.data.paymentId, cents: fact.data.cents }),
    WalletToppedUp: (fact, rows) =>
      rows.move(fact, { kind: 'top_ups', payment: fact.data.paymentId, cents: fact.data.cents }),
    // What is paid from the account came in before.
    ImagePurchased: (fact, rows) => {
      if (fact.data.method !== 'card') return;
      rows.move(fact, { kind: 'purchases', payment: fact.data.purchaseId, cents: fact.data.cents });
    },
    PlanRefunded: (fact, rows) => rows.refund(fact, fact.data),
    WalletRefunded: (fact, rows) => rows.refund(fact, fact.data),
    PlanDisputed: (fact, rows) => rows.dispute(fact, fact.data),
    WalletDisputed: (fact, rows) => rows.dispute(fact, fact.data),
    PurchaseCoverChanged: (fact, rows) => {
      const { purchaseId, covered } = fact.data;
      rows.move(fact, { kind: 'returned', payment: purchaseId, cents: null, whole: covered ? -1 : 1 });
    },
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
    'EarningsSettled',
    'EarningsRevoked',
    'BadDebtBooked',
    'EarningsReturned',
    'PayoutRequested',
    'PayoutSettled',
    'PriceListRevised',
  ],
  markIncomplete: (sql, partitions, isIncomplete) => markKeys(sql, incomplete, partitions, isIncomplete),
});
