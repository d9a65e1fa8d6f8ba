import type { AccountFact } from '@easel/contracts/account/events';
import { utcDay } from '@easel/contracts/account/policy';
import { accountStream } from '@easel/contracts/account/stream';
import { renderSteps, type GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import { memberChanges, type MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import type { OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import type { TelemetryFact } from '@easel/contracts/telemetry/events';
import { activityStream, visitsStream } from '@easel/contracts/telemetry/stream';
import type { ClientBase } from 'pg';
import { markKeys } from '../kernel/incomplete.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import { SummedTable } from '../kernel/summed-rows.ts';
import { type DayRow, days, incomplete, tables } from './overview.tables.ts';

const NOTHING = {
  visits: 0,
  registered: 0,
  requested: 0,
  completed: 0,
  failed: 0,
  cancelled: 0,
  purchases: 0,
  orders: 0,
  orders_paid: 0,
  shipped: 0,
  granted: 0,
  held: 0,
  captured: 0,
  released: 0,
};

const daySums = new SummedTable(days);

class OverviewRows implements RowBatch {
  private readonly days = daySums.batch();

  count({ recordedAt }: Recorded, counted: Partial<Omit<DayRow, 'day'>>): void {
    this.days.add({ day: utcDay(recordedAt), ...NOTHING, ...counted });
  }

  /** Nothing of visitors' pictures, which are no work that anybody pays. */
  countPaid(
    fact: Recorded<Extract<GenerationFact, { data: { trial?: true | undefined } }>>,
    counted: Partial<DayRow>,
  ): void {
    if (!fact.data.trial) this.count(fact, counted);
  }

  /** Nothing of a payment that was only tested. */
  orderPaid(fact: Recorded<Extract<OrderFact, { type: 'OrderPaid' }>>): void {
    if (fact.data.livemode !== false) this.count(fact, { orders: 1, orders_paid: fact.data.cents });
  }

  write(sql: ClientBase): Promise<void> {
    return this.days.write(sql);
  }
}

/** What happened on each UTC day, by when it was recorded: a fact belongs to the day on which it came into the log. */
export const overview = projectorOf<
  GenerationFact | AccountFact | MemberFact | OrderFact | TelemetryFact,
  OverviewRows
>()({
  name: 'overview',
  version: 3,
  categories: [
    generationStream.category,
    accountStream.category,
    memberStream.category,
    orderStream.category,
    activityStream.category,
    visitsStream.category,
  ],
  tables,
  rows: () => new OverviewRows(),
  on: {
    VisitBegun: (fact, rows) => rows.count(fact, { visits: 1 }),
    MemberRegistered: (fact, rows) => rows.count(fact, { registered: 1 }),
    GenerationRequested: (fact, rows) => rows.countPaid(fact, { requested: 1 }),
    GenerationCompleted: (fact, rows) => rows.countPaid(fact, { completed: 1 }),
    GenerationFailed: (fact, rows) => rows.countPaid(fact, { failed: 1 }),
    GenerationCancelled: (fact, rows) => rows.countPaid(fact, { cancelled: 1 }),
    ImagePurchased: (fact, rows) => rows.count(fact, { purchases: 1 }),
    OrderPaid: (fact, rows) => rows.orderPaid(fact),
    OrderStatusChanged: (fact, rows) => {
      if (fact.data.to === 'shipped') rows.count(fact, { shipped: 1 });
    },
    CreditsGranted: (fact, rows) => rows.count(fact, { granted: fact.data.tenths }),
    CreditsHeld: (fact, rows) => rows.count(fact, { held: fact.data.tenths }),
    CreditsCaptured: (fact, rows) => rows.count(fact, { captured: fact.data.tenths }),
    CreditsReleased: (fact, rows) => rows.count(fact, { released: fact.data.tenths }),
  },
  ignores: [
    'EntryTagged',
    'EntryUntagged',
    'ChallengeShareGranted',
    ...renderSteps,
    'VariantCreated',
    'VariantAttached',
    'Saved',
    'MadePublic',
    'MadePrivate',
    'Deleted',
    'Restored',
    'GenerationAdopted',
    'Purged',
    'RemixDetached',
    'CreditsExpired',
    'CreditsRevoked',
    'DebtRepaid',
    'PlanPaid',
    'PlanRefunded',
    'PlanDisputed',
    'SubscriptionChanged',
    'WalletToppedUp',
    'WalletRefunded',
    'WalletDisputed',
    'DownloadGranted',
    'PrintsPurchased',
    'PurchaseCoverChanged',
    'EarningsSettled',
    'EarningsRevoked',
    'BadDebtBooked',
    'EarningsReturned',
    'PayoutRequested',
    'PayoutConfirmed',
    'PayoutSettled',
    'ActivityTracked',
    ...memberChanges,
    'MemberErased',
    'OrderPlaced',
    'OrderAddressChanged',
    'OrderNoted',
    'OrderPaymentOpened',
    'OrderPaymentFailed',
    'OrderSentToPrint',
    'OrderPrintFailed',
    'OrderReprinted',
    'OrderPrintCharged',
    'OrderParcelShipped',
    'OrderDelayed',
    'OrderArrivalReported',
    'OrderRefundRequested',
    'OrderRefunded',
  ],
  markIncomplete: (sql, partitions, isIncomplete) => markKeys(sql, incomplete, partitions, isIncomplete),
});
