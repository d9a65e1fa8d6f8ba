import { worthCents } from '@easel/contracts/account/policy';
import type { CompetitionFact, CompetitionFactData } from '@easel/contracts/competitions/events';
import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import {
  followProductSales,
  proceedsOf,
  productSalesOf,
  type ProductSales,
} from '@easel/contracts/competitions/product-sales';
import type { OrderFact } from '@easel/contracts/orders/events';
import { z } from 'zod';
import { columnsOf, Groups, isWithin, months, share } from './figures.ts';
import { reportOf } from './report.ts';

interface Figures {
  selling: number;
  places: number;
  proceedsCents: number;
  shareCents: number;
  prizeCents: number;
  prizeTenths: number;
  houseCents: number;
  refundedCents: number;
}

/** An entry that had sold something when winners were announced. */
interface SoldEntry {
  variantId: string;
  memberId: string;
  kind: ChallengeKind;
  month: string;
  submittedAt: string;
}

interface State {
  groups: Groups<Figures>;
  /** By entry. */
  submittedAt: Map<string, string>;
  /** By generation, which is entered once. */
  sold: Map<string, SoldEntry>;
  orders: Map<string, ProductSales>;
}

const none = (): Figures => ({
  selling: 0,
  places: 0,
  proceedsCents: 0,
  shareCents: 0,
  prizeCents: 0,
  prizeTenths: 0,
  houseCents: 0,
  refundedCents: 0,
});

/**
 * By the month of each challenge, once its winners are announced. Making and delivering products costs besides, and
 * what is refunded afterwards is the house's.
 */
export const report = reportOf<CompetitionFact | OrderFact>()({
  answers:
    'What challenges with announced winners brought, what their members got of it, and what the house kept and refunded afterwards, month by month',
  filter: ['EntrySubmitted', 'WinnersAnnounced', 'OrderPlaced', 'OrderPaid', 'OrderRefundRequested', 'OrderRefunded'],
  parameters: z.strictObject(months),
  initial: (): State => ({ groups: new Groups(none), submittedAt: new Map(), sold: new Map(), orders: new Map() }),

  reduce(state, fact) {
    switch (fact.type) {
      case 'EntrySubmitted':
        state.submittedAt.set(fact.data.entryId, fact.data.submittedAt);
        break;
      case 'WinnersAnnounced':
        announce(state, fact.data);
        break;
      case 'OrderPlaced': {
        const sales = productSalesOf(fact.data);
        if (sales) state.orders.set(sales.orderId, sales);
        break;
      }
      default:
        follow(state, fact);
    }
    return state;
  },

  beneath: ({ groups }) => groups,

  render: ({ groups }, parameters) => ({
    columns: columnsOf(
      ['month', 'month'],
      ['challenge', 'text'],
      ['entries that sold', 'count'],
      ['places', 'count'],
      ['proceeds', 'cents'],
      ['shares', 'cents'],
      ['prizes', 'cents'],
      ['prize credits', 'tenths'],
      ['prize credits’ worth', 'cents'],
      ['kept', 'cents'],
      ['kept', 'percent'],
      ['refunded afterwards', 'cents'],
    ),
    rows: groups
      .sorted()
      .filter(([[month = '']]) => isWithin(month, parameters))
      .map(([[month = '', kind = ''], of]) => [
        month,
        kind,
        of.selling,
        of.places,
        of.proceedsCents,
        of.shareCents,
        of.prizeCents,
        of.prizeTenths,
        worthCents(of.prizeTenths),
        of.houseCents,
        share(of.houseCents, of.proceedsCents),
        of.refundedCents,
      ]),
  }),
});

function announce(
  { groups, submittedAt, sold }: State,
  { kind, month, totalCents, houseCents, entries }: CompetitionFactData<'WinnersAnnounced'>,
): void {
  const figures = groups.of(month, kind);
  figures.proceedsCents += totalCents;
  figures.houseCents += houseCents;
  for (const { entryId, generationId, variantId, memberId, ...award } of entries) {
    figures.selling += 1;
    figures.places += award.place === null ? 0 : 1;
    figures.shareCents += award.shareCents;
    figures.prizeCents += award.prizeCents;
    figures.prizeTenths += award.prizeTenths;
    sold.set(generationId, { variantId, memberId, kind, month, submittedAt: submittedAt.get(entryId) ?? '' });
  }
}

/** Orders of the entrant brought the entry nothing, and their refunds take nothing. */
function follow({ groups, sold, orders }: State, fact: OrderFact): void {
  const before = orders.get(fact.data.orderId);
  if (!before) return;
  const after = followProductSales(before, fact);
  orders.set(before.orderId, after);
  for (const generationId of new Set(before.items.map((item) => item.generationId))) {
    const entry = sold.get(generationId);
    if (fact.type !== 'OrderRefunded' || !entry || entry.memberId === before.buyerId) continue;
    const onSale = { generationId, ...entry };
    const figures = groups.of(entry.month, entry.kind);
    figures.refundedCents += proceedsOf(before, onSale, entry.month) - proceedsOf(after, onSale, entry.month);
  }
}
