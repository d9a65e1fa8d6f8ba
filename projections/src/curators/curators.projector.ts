import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import type { CuratorFact } from '@easel/contracts/curators/events';
import { curatorStream } from '@easel/contracts/curators/stream';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import { earningsStream } from '@easel/contracts/earnings/stream';
import { ERASED, type Fact, type Recorded } from '@easel/contracts/kernel/event';
import { memberChanges, type MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import { freeSubscription, tierInForce } from '@easel/contracts/subscriptions/policy';
import { viewsStream } from '@easel/contracts/telemetry/stream';
import type { ViewFact } from '@easel/contracts/telemetry/views.events';
import { put } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';
import { FoldedTable } from '../kernel/folded-rows.ts';
import { markStreams } from '../kernel/incomplete.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import {
  type CuratorRow,
  curators as curatorTable,
  incomplete,
  type ReversalRow,
  reversals,
  type SaleRow,
  sales,
  type StoredSeries,
  tables,
  type ViewRow,
  views,
} from './curators.tables.ts';

type DataOf<Type extends AccountFact['type']> = Extract<AccountFact, Fact<Type>>['data'];
type Of<F extends Fact, Type extends F['type']> = Recorded<Extract<F, Fact<Type>>>;

const foldedCurators = new FoldedTable(curatorTable);
const foldedSales = new FoldedTable(sales);

class CuratorRows implements RowBatch {
  private readonly curators = foldedCurators.batch();
  private readonly sales = foldedSales.batch();
  private readonly reversals = new Map<string, ReversalRow>();
  private readonly views = new Map<string, ViewRow>();

  change(memberId: string, changed: (row: CuratorRow) => Partial<CuratorRow>): void {
    this.curators.change(memberId, (row = unknown(memberId)) => ({ ...row, ...changed(row) }));
  }

  changeSeries(memberId: string, changed: (series: readonly StoredSeries[]) => StoredSeries[]): void {
    this.change(memberId, ({ series }) => ({ series: changed(series) }));
  }

  appoint({ data: { memberId }, position, recordedAt }: Of<CuratorFact, 'CuratorAppointed'>): void {
    const appointment = { appointed: true, appointed_at: recordedAt.toISOString(), dismissed_at: null };
    this.change(memberId, (row) => ({ ...appointment, ...(!hasPlan(row, recordedAt) && { place: position }) }));
  }

  dismiss(memberId: string, at: Date): void {
    this.change(memberId, () => dismissed(at));
  }

  /** Deletes the section. The sales stay, as they do in the ledger. */
  erase(memberId: string, at: Date): void {
    this.curators.change(memberId, (row) => row && { ...row, ...(row.appointed && dismissed(at)), ...NO_SECTION });
  }

  /** Merges one side's event of a sale. `known` is the row if the other side's event has not arrived. */
  sold(purchaseId: string, known: SaleRow, changed: Partial<SaleRow>): void {
    this.sales.change(purchaseId, (row = known) => ({ ...row, ...changed }));
  }

  reversed(row: ReversalRow): void {
    this.reversals.set(`${row.purchase_id} ${row.turn}`, row);
  }

  viewed(row: ViewRow): void {
    this.views.set(`${row.generation_id} ${row.day} ${row.viewer}`, row);
  }

  async write(sql: ClientBase): Promise<void> {
    await Promise.all([
      this.curators.flush(sql),
      this.sales.flush(sql),
      put(sql, reversals, [...this.reversals.values()]),
      put(sql, views, [...this.views.values()]),
    ]);
  }
}

const dismissed = (at: Date) => ({ appointed: false, dismissed_at: at.toISOString() });

const NO_SECTION = { name: null, text: '', banner_generation_id: null, banner_variant_id: null, series: [] };

const unknown = (memberId: string): CuratorRow => ({
  member_id: memberId,
  appointed: false,
  appointed_at: null,
  dismissed_at: null,
  tier: freeSubscription.tier,
  status: freeSubscription.status,
  period: null,
  end_date: null,
  source: null,
  plan_from: null,
  plan_until: null,
  place: null,
  cents: {},
  ...NO_SECTION,
});

const hasPlan = ({ tier, status, period, end_date: endDate }: CuratorRow, at: Date): boolean =>
  tierInForce({ tier, status, period, endDate }, at) === 'curator_partner';

/** Applies a plan as the account does: the reversal of an older plan does not change the plan in force. */
function subscribed(row: CuratorRow, fact: Of<AccountFact, 'SubscriptionChanged'>): Partial<CuratorRow> {
  const { tier, status, period, endDate, source, reason } = fact.data;
  if (reason === 'reversal' && source !== null && source !== row.source) return {};
  return { tier, status, period, end_date: endDate, source, ...curatorPlan(row, fact) };
}

/** Notes when the Curator Partner plan begins or ends. A late payment for the same subscription continues it. */
function curatorPlan(
  row: CuratorRow,
  { data: { tier, status, source, effectiveAt }, position }: Of<AccountFact, 'SubscriptionChanged'>,
): Partial<CuratorRow> {
  const isInForce = hasPlan(row, new Date(effectiveAt));
  const hadPlan = row.tier === 'curator_partner' && row.status !== 'ended';
  if (tier === 'curator_partner' && status !== 'ended') {
    if (isInForce || (hadPlan && source === row.source)) return {};
    return { plan_from: effectiveAt, plan_until: null, ...(!row.appointed && { place: position }) };
  }
  return hadPlan ? { plan_until: isInForce ? effectiveAt : row.end_date } : {};
}

function bought(data: DataOf<'ImagePurchased'>, rows: CuratorRows): void {
  const { purchaseId, sellerId, generationId, size, method, cents, curator, purchasedAt } = data;
  if (!curator) return;
  const row = {
    purchase_id: purchaseId,
    member_id: sellerId,
    generation_id: generationId,
    size,
    method,
    cents,
    sold_at: purchasedAt,
  };
  rows.sold(purchaseId, { ...row, share_cents: null }, row);
}

function accrued({ data }: Recorded<Extract<EarningsFact, Fact<'EarningsAccrued'>>>, rows: CuratorRows): void {
  const { purchaseId, memberId, generationId, size, method, cents, curator, accruedAt } = data;
  if (!curator) return;
  const sale = { member_id: memberId, generation_id: generationId, size, method, cents: 0, sold_at: accruedAt };
  rows.sold(purchaseId, { purchase_id: purchaseId, ...sale, share_cents: cents }, { share_cents: cents });
}

type Turn = Extract<EarningsFact, Fact<'EarningsReversed' | 'EarningsReinstated'>>;

const turned = ({ type, data: { purchaseId, turn, memberId, cents }, recordedAt }: Recorded<Turn>): ReversalRow => ({
  purchase_id: purchaseId,
  turn,
  member_id: memberId,
  taken: type === 'EarningsReversed',
  cents,
  at: recordedAt.toISOString(),
});

/** Curators with their sections, and views, sales and reversed shares of their pictures. */
export const curators = projectorOf<CuratorFact | AccountFact | EarningsFact | ViewFact | MemberFact, CuratorRows>()({
  name: 'curators',
  version: 2,
  categories: [
    curatorStream.category,
    accountStream.category,
    earningsStream.category,
    viewsStream.category,
    memberStream.category,
  ],
  tables,
  rows: () => new CuratorRows(),
  on: {
    CuratorAppointed: (fact, rows) => rows.appoint(fact),
    CuratorEnded: ({ data: { memberId }, recordedAt }, rows) => rows.dismiss(memberId, recordedAt),
    CuratorPricesSet: ({ data: { memberId, cents } }, rows) => rows.change(memberId, () => ({ cents })),
    CuratorSectionDescribed: ({ data: { memberId, name, text, banner } }, rows) =>
      rows.change(memberId, () => ({
        name: name === ERASED ? null : name,
        text: text === ERASED ? '' : text,
        banner_generation_id: banner?.generationId ?? null,
        banner_variant_id: banner?.variantId ?? null,
      })),
    CuratorSeriesArranged: ({ data: { memberId, seriesId: id, title, generationIds } }, rows) =>
      rows.changeSeries(memberId, (series) =>
        series.some((one) => one.id === id)
          ? series.map((one) => (one.id === id ? { id, title, generationIds } : one))
          : [...series, { id, title, generationIds }],
      ),
    CuratorSectionRemoved: ({ data: { memberId } }, rows) => rows.change(memberId, () => NO_SECTION),
    CuratorSeriesRemoved: ({ data: { memberId, seriesId } }, rows) =>
      rows.changeSeries(memberId, (series) => series.filter(({ id }) => id !== seriesId)),
    CuratorSeriesOrdered: ({ data: { memberId, seriesIds } }, rows) =>
      rows.changeSeries(memberId, (series) =>
        series.toSorted((one, other) => seriesIds.indexOf(one.id) - seriesIds.indexOf(other.id)),
      ),
    SubscriptionChanged: (fact, rows) => rows.change(fact.data.memberId, (row) => subscribed(row, fact)),
    ImagePurchased: ({ data }, rows) => bought(data, rows),
    EarningsAccrued: accrued,
    EarningsReversed: (fact, rows) => rows.reversed(turned(fact)),
    EarningsReinstated: (fact, rows) => rows.reversed(turned(fact)),
    PictureViewed: ({ data: { day, generationId, curatorId, viewer } }, rows) =>
      rows.viewed({ generation_id: generationId, day, viewer, member_id: curatorId }),
    MemberErased: ({ data: { memberId }, recordedAt }, rows) => rows.erase(memberId, recordedAt),
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
    'PlanPaid',
    'PlanRefunded',
    'PlanDisputed',
    'WalletToppedUp',
    'WalletRefunded',
    'WalletDisputed',
    'DownloadGranted',
    'PrintsPurchased',
    // The seller's stream has the reversal.
    'PurchaseCoverChanged',
    'EarningsMatured',
    'EarningsSettled',
    'EarningsRevoked',
    'BadDebtBooked',
    'EarningsReturned',
    'PayoutRequested',
    'PayoutConfirmed',
    'PayoutSettled',
    'MemberRegistered',
    ...memberChanges,
  ],
  markIncomplete: markStreams(incomplete, [curatorStream, accountStream, earningsStream]),
});
