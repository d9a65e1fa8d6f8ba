import type { AccountFact } from '@easel/contracts/account/events';
import type { CompetitionFactData } from '@easel/contracts/competitions/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { OrderFact } from '@easel/contracts/orders/events';
import { sumOf, typed, type Evidence } from './evidence.ts';

/*
 * Computes what the entries of a challenge had sold from what buyers ordered, what banks charged and what went back,
 * never from the sums that the product has written down. spec: rulings "Proceeds of a challenge".
 */

export type Announcement = Recorded<{ type: 'WinnersAnnounced'; data: CompetitionFactData<'WinnersAnnounced'> }>;
export type Entered = CompetitionFactData<'EntrySubmitted'>;

/** How long a call takes at most: what is stored meanwhile may not be counted by it. */
const CALL_MS = 10 * 60_000;

export interface Sold {
  proceedsCents: number;
  buyers: number;
}

interface Sale {
  entry: Entered;
  buyerId: string;
  paymentId: string;
  cents: number;
}

/** The first instant of a UTC month and of the next one, in milliseconds since 1970. */
export function windowOf(month: string): { fromMs: number; untilMs: number } {
  const [year, number] = month.split('-').map(Number);
  return { fromMs: Date.UTC(year ?? 0, (number ?? 1) - 1), untilMs: Date.UTC(year ?? 0, number ?? 1) };
}

/**
 * What each entry had sold by each moment at which the product may have counted it for an announcement: as of the
 * announcement itself first, then before each fact that was stored shortly before.
 */
export function soldBefore(
  evidence: Evidence,
  announcement: Announcement,
  entries: readonly Entered[],
): Map<string, Sold>[] {
  const { position, recordedAt } = announcement;
  const facts = [...evidence.orders.values(), ...evidence.members.map((memberId) => evidence.account(memberId))];
  const late = facts
    .flat()
    .concat(evidence.members.flatMap((memberId) => evidence.earnings(memberId) as never[]))
    .filter((fact) => fact.position < position && recordedAt.getTime() - fact.recordedAt.getTime() < CALL_MS)
    .map((fact) => fact.position);
  return [position, ...new Set(late)].map((cut) => soldAt(evidence, { entries, cut, month: announcement.data.month }));
}

interface Moment {
  entries: readonly Entered[];
  cut: bigint;
  month: string;
}

function soldAt(evidence: Evidence, moment: Moment): Map<string, Sold> {
  const sales = [...evidence.orders.values()].flatMap((facts) => salesOf(evidence, facts, moment));
  const outside = sales.filter(
    ({ entry, buyerId }) => !circle(evidence, sales, moment.cut, entry.memberId).has(buyerId),
  );
  return new Map(
    [...Map.groupBy(outside, ({ entry }) => entry.entryId)].map(([entryId, sold]) => [
      entryId,
      { proceedsCents: sumOf(sold, ({ cents }) => cents), buyers: new Set(sold.map(({ buyerId }) => buyerId)).size },
    ]),
  );
}

/** What an order of somebody else brought the entries that its products bear. */
function salesOf(
  { orderPayments, account }: Evidence,
  facts: readonly Recorded<OrderFact>[],
  { entries, cut, month }: Moment,
): Sale[] {
  const known = facts.filter(({ position }) => position < cut);
  const placed = typed(known, 'OrderPlaced')[0]?.data;
  const paid = typed(known, 'OrderPaid')[0]?.data;
  if (!placed || !paid || placed.testMode) return [];
  const chargedMs = orderPayments.find(({ id }) => id === paid.paymentId)?.chargedAtMs[0] ?? NaN;
  const { fromMs, untilMs } = windowOf(month);
  if (!(chargedMs >= fromMs && chargedMs < untilMs)) return [];
  if (isDisputed(account(placed.memberId), paid.paymentId, cut)) return [];
  const keptOf = keptCents(known, placed);
  return entries.flatMap((entry) => {
    if (entry.memberId === placed.memberId || chargedMs < Date.parse(entry.submittedAt)) return [];
    const items = placed.items.filter(
      (item) =>
        item.kind === 'product' && item.generationId === entry.generationId && item.variantId === entry.variantId,
    );
    const cents = sumOf(items, ({ itemId }) => keptOf(itemId));
    return cents > 0 ? [{ entry, buyerId: placed.memberId, paymentId: paid.paymentId, cents }] : [];
  });
}

/** Of each item: nothing once its own money went back, else its part of what refunds of no certain item have left. */
function keptCents(
  facts: readonly Recorded<OrderFact>[],
  { items, totalCents }: Extract<OrderFact, { type: 'OrderPlaced' }>['data'],
): (itemId: string) => number {
  const requests = new Map(typed(facts, 'OrderRefundRequested').map(({ data }) => [data.requestId, data.itemIds]));
  const back = new Set<string>();
  let others = 0;
  let leftCents = totalCents;
  for (const { data } of typed(facts, 'OrderRefunded')) {
    const cents = data.outcome === 'made' ? data.cents : -data.cents;
    const named = data.requestId === null ? undefined : requests.get(data.requestId);
    for (const itemId of named ?? []) {
      if (data.outcome === 'made') back.add(itemId);
      else back.delete(itemId);
    }
    if (named) leftCents -= cents;
    else others += cents;
  }
  return (itemId) => {
    const item = items.find((one) => one.itemId === itemId);
    if (!item || back.has(itemId)) return 0;
    const taken = leftCents > 0 ? Math.ceil((item.cents * others) / leftCents) : 0;
    return Math.max(0, item.cents - taken);
  };
}

/** By a bank that has not given it back. */
function isDisputed(facts: readonly Recorded<AccountFact>[], paymentId: string, cut: bigint): boolean {
  const outcomes = new Map(
    typed(facts, 'WalletDisputed')
      .filter(({ position, data }) => position < cut && data.paymentId === paymentId)
      .map(({ data }) => [data.disputeId, data.outcome]),
  );
  return [...outcomes.values()].some((outcome) => outcome !== 'released');
}

/** With whom a member's money goes round: who reaches whom by what was bought, in both directions. */
function circle(evidence: Evidence, sales: readonly Sale[], cut: bigint, memberId: string): Set<string> {
  const bought = (id: string): string[] => [
    ...typed(evidence.account(id), 'ImagePurchased')
      .filter(({ position }) => position < cut)
      .map(({ data }) => data.sellerId),
    ...sales.filter(({ buyerId }) => buyerId === id).map(({ entry }) => entry.memberId),
  ];
  const soldTo = (id: string): string[] => [
    ...typed(evidence.earnings(id), 'EarningsAccrued')
      .filter(({ position }) => position < cut)
      .map(({ data }) => data.buyerId),
    ...sales.filter(({ entry }) => entry.memberId === id).map(({ buyerId }) => buyerId),
  ];
  const sellers = reached(memberId, bought);
  const buyers = reached(memberId, (id) => soldTo(id).filter((one) => sellers.has(one)));
  buyers.delete(memberId);
  return sellers.size === 1 ? new Set() : buyers;
}

function reached(from: string, next: (id: string) => readonly string[]): Set<string> {
  const all = new Set([from]);
  for (const id of all) for (const one of next(id)) all.add(one);
  return all;
}
