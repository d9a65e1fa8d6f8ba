import {
  followProductSales,
  proceedsOf,
  productSalesOf,
  type ProductSales,
} from '@easel/contracts/competitions/product-sales';
import type { OrderFact } from '@easel/contracts/orders/events';
import type { Sold } from './announcement.decider.ts';
import type { Competition } from './competition-state.decider.ts';

/** Proceeds of one order for one entry. */
export interface EntrySale {
  entryId: string;
  /** The entrant. */
  sellerId: string;
  buyerId: string;
  paymentId: string;
  cents: number;
}

type Entered = Pick<Competition, 'entries' | 'entryOf' | 'month'>;

/** Folds orders, and keeps only those with a product printed with an entry. */
export class EnteredOrders {
  private readonly sales = new Map<string, ProductSales>();

  constructor(private readonly challenge: Entered) {}

  take(fact: OrderFact): void {
    const { orderId } = fact.data;
    if (fact.type === 'OrderPlaced') {
      const begun = productSalesOf(fact.data);
      if (begun?.items.some(({ generationId }) => generationId in this.challenge.entryOf))
        this.sales.set(orderId, begun);
      return;
    }
    const known = this.sales.get(orderId);
    if (known) this.sales.set(orderId, followProductSales(known, fact));
  }

  /** Returns one sale per order and entry, without orders of the entrant. */
  entrySales(): EntrySale[] {
    return [...this.sales.values()].flatMap((order) => this.salesOf(order));
  }

  private salesOf(order: ProductSales): EntrySale[] {
    const { entries, entryOf, month } = this.challenge;
    const { buyerId, paymentId } = order;
    const entryIds = new Set(order.items.flatMap(({ generationId }) => entryOf[generationId] ?? []));
    return [...entryIds].flatMap((entryId) => {
      const entry = entries[entryId];
      if (!entry || entry.isDisqualified || entry.memberId === buyerId) return [];
      const cents = proceedsOf(order, entry, month);
      return cents > 0 ? [{ entryId, sellerId: entry.memberId, buyerId, paymentId, cents }] : [];
    });
  }
}

/** Sums sales by entry, without sales to the entrant's ring. */
export function soldOf(sales: readonly EntrySale[], ringOf: (entrantId: string) => ReadonlySet<string>): Sold[] {
  const outside = sales.filter(({ sellerId, buyerId }) => !ringOf(sellerId).has(buyerId));
  return [...Map.groupBy(outside, ({ entryId }) => entryId)].map(([entryId, sold]) => ({
    entryId,
    proceedsCents: sold.reduce((sum, { cents }) => sum + cents, 0),
    buyers: new Set(sold.map(({ buyerId }) => buyerId)).size,
  }));
}
