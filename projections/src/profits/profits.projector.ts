import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import { earningsStream } from '@easel/contracts/earnings/stream';
import { ERASED, type Fact, type Recorded } from '@easel/contracts/kernel/event';
import { memberChanges, type MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import { arrayLiteral } from '@easel/kernel/database/arrays';
import { append } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';
import { FoldedTable } from '../kernel/folded-rows.ts';
import { markKeys } from '../kernel/incomplete.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import { uuidsOf } from '../kernel/uuids.ts';
import {
  incomplete,
  openPlace,
  payouts,
  sales,
  settlements,
  shareEntries,
  shares,
  tables,
  type PayoutRow,
  type SettlementRow,
  type ShareEntryRow,
  type ShareRow,
} from './profits.tables.ts';

type Of<F extends Fact, Type extends F['type']> = Recorded<Extract<F, { type: Type }>>;
type Turned = Of<EarningsFact, 'EarningsReversed'> | Of<EarningsFact, 'EarningsReinstated'>;

const foldedSales = new FoldedTable(sales);
const foldedPayouts = new FoldedTable(payouts);

class ProfitRows implements RowBatch {
  private readonly sales = foldedSales.batch();
  private readonly payouts = foldedPayouts.batch();
  private readonly settled: SettlementRow[] = [];
  private readonly shares: ShareRow[] = [];
  private readonly entries: ShareEntryRow[] = [];
  private readonly erased: string[] = [];

  sell({ data, revision }: Of<EarningsFact, 'EarningsAccrued'>): void {
    this.sales.begin(data.purchaseId, {
      purchase_id: data.purchaseId,
      member_id: data.memberId,
      revision,
      generation_id: data.generationId,
      tier: data.tier,
      curator: data.curator,
      tenths: data.tenths,
      cents: data.cents,
      accrued_at: data.accruedAt,
      turn: 0,
    });
  }

  settleSales({ data: { memberId, day, sales: count } }: Of<EarningsFact, 'EarningsMatured'>): void {
    this.settled.push({ member_id: memberId, day, sales: count });
  }

  turn({ data: { purchaseId, turn } }: Turned): void {
    this.sales.change(purchaseId, (row) => {
      if (!row) throw new Error(`sale ${purchaseId} has not accrued`);
      return { ...row, turn };
    });
  }

  share({ data }: Of<AccountFact, 'ChallengeShareGranted'>): void {
    const ids = { member_id: data.memberId, competition_id: data.competitionId };
    this.shares.push({ ...ids, day: data.day, cents: data.cents });
    for (const { entryId, generationId, cents } of data.entries) {
      this.entries.push({ ...ids, entry_id: entryId, generation_id: generationId, cents });
    }
  }

  request({ data, position, revision, recordedAt }: Of<AccountFact, 'PayoutRequested'>): void {
    this.payouts.begin(data.payoutId, {
      id: data.payoutId,
      member_id: data.memberId,
      position,
      revision,
      place: openPlace(position),
      status: 'requested',
      tenths: data.tenths,
      cents: data.cents,
      payout_cents: data.payoutCents,
      requested_at: recordedAt.toISOString(),
      settled_at: null,
      reason: null,
      operator_id: null,
      confirmed_by: null,
      confirmed_at: null,
      bank: bankOf(data.iban),
    });
  }

  confirmPayout({ data }: Of<AccountFact, 'PayoutConfirmed'>): void {
    this.changePayout(data.payoutId, { confirmed_by: data.operatorId, confirmed_at: data.confirmedAt });
  }

  settlePayout({ data, position, recordedAt, metadata: { actor } }: Of<AccountFact, 'PayoutSettled'>): void {
    this.changePayout(data.payoutId, {
      place: position,
      status: data.outcome,
      settled_at: recordedAt.toISOString(),
      reason: data.reason,
      operator_id: actor.kind === 'operator' ? actor.id : null,
    });
  }

  erase(memberId: string): void {
    this.erased.push(memberId);
  }

  private changePayout(payoutId: string, change: Partial<PayoutRow>): void {
    this.payouts.change(payoutId, (row) => {
      if (!row) throw new Error(`payout ${payoutId} was never requested`);
      return { ...row, ...change };
    });
  }

  async write(sql: ClientBase): Promise<void> {
    await Promise.all([
      this.sales.flush(sql),
      this.payouts.flush(sql),
      append(sql, settlements, this.settled),
      append(sql, shares, this.shares),
      append(sql, shareEntries, this.entries),
    ]);
    if (this.erased.length > 0) {
      await sql.query('update payout set bank = null where member_id = any($1::uuid[])', [arrayLiteral(this.erased)]);
    }
  }
}

/** Returns country and last four characters of an IBAN: enough for its owner to recognise it. */
const bankOf = (iban: string): string | null =>
  iban === '' || iban === ERASED ? null : iban.slice(0, 2) + iban.slice(-4);

/** Earnings of members by sale and challenge, and their payouts. */
export const profits = projectorOf<EarningsFact | AccountFact | MemberFact, ProfitRows>()({
  name: 'profits',
  version: 1,
  categories: [earningsStream.category, accountStream.category, memberStream.category],
  tables,
  rows: () => new ProfitRows(),
  on: {
    EarningsAccrued: (event, rows) => rows.sell(event),
    EarningsMatured: (event, rows) => rows.settleSales(event),
    EarningsReversed: (event, rows) => rows.turn(event),
    EarningsReinstated: (event, rows) => rows.turn(event),
    ChallengeShareGranted: (event, rows) => rows.share(event),
    PayoutRequested: (event, rows) => rows.request(event),
    PayoutConfirmed: (event, rows) => rows.confirmPayout(event),
    PayoutSettled: (event, rows) => rows.settlePayout(event),
    MemberErased: ({ data }, rows) => rows.erase(data.memberId),
  },
  ignores: [
    'CreditsGranted',
    'CreditsExpired',
    'CreditsHeld',
    'CreditsCaptured',
    'CreditsReleased',
    'CreditsRevoked',
    'DebtRepaid',
    'PlanPaid',
    'PlanRefunded',
    'PlanDisputed',
    'SubscriptionChanged',
    'WalletToppedUp',
    'WalletRefunded',
    'WalletDisputed',
    'ImagePurchased',
    'DownloadGranted',
    'PrintsPurchased',
    'PurchaseCoverChanged',
    'EarningsSettled',
    'EarningsRevoked',
    'BadDebtBooked',
    'EarningsReturned',
    'MemberRegistered',
    ...memberChanges,
  ],
  // An event that cannot be applied delays only its member's figures.
  partition: ({ data }) => data.memberId,
  markIncomplete: (sql, members, isIncomplete) => markKeys(sql, incomplete, uuidsOf(members), isIncomplete),
});
