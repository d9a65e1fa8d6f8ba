import type { OrderFact } from '../orders/events.ts';
import { challengeWindow } from './policy.ts';

interface SoldItem {
  itemId: string;
  generationId: string;
  variantId: string;
  cents: number;
  /** Of `cents`, what was refunded for this item by name. */
  refundedCents: number;
}

/** What an order says of the printed products that it sold. Sums are cents. */
export interface ProductSales {
  orderId: string;
  buyerId: string;
  paymentId: string;
  /** ISO 8601, by the card service; empty until it is paid. */
  paidAt: string;
  totalCents: number;
  items: SoldItem[];
  /** What each refund that support or the member asked for is about, by its id. */
  requests: Record<string, readonly string[]>;
  /** Refunds that name no items, as those made at the card service do. */
  unnamedRefundCents: number;
}

/** Begins with the order; undefined where it sells no printed products, or is a test. */
export function productSalesOf(data: Extract<OrderFact, { type: 'OrderPlaced' }>['data']): ProductSales | undefined {
  const items = data.items.flatMap((item) =>
    item.kind === 'product'
      ? [
          {
            itemId: item.itemId,
            generationId: item.generationId,
            variantId: item.variantId,
            cents: item.cents,
            refundedCents: 0,
          },
        ]
      : [],
  );
  if (data.testMode || items.length === 0) return undefined;
  const { orderId, memberId: buyerId, totalCents } = data;
  return { orderId, buyerId, paymentId: '', paidAt: '', totalCents, items, requests: {}, unnamedRefundCents: 0 };
}

/**
 * Folds what follows; the object that is given stays as it is. A payment that a live card service calls a test counts
 * nothing.
 */
export function followProductSales(sales: ProductSales, { type, data }: OrderFact): ProductSales {
  switch (type) {
    case 'OrderPaid':
      return data.livemode === false ? sales : { ...sales, paymentId: data.paymentId, paidAt: data.paidAt };
    case 'OrderRefundRequested':
      return { ...sales, requests: { ...sales.requests, [data.requestId]: data.itemIds } };
    case 'OrderRefunded': {
      const sign = data.outcome === 'made' ? 1 : -1;
      const named = data.requestId === null ? undefined : sales.requests[data.requestId];
      if (!named) return { ...sales, unnamedRefundCents: sales.unnamedRefundCents + sign * data.cents };
      return {
        ...sales,
        items: sales.items.map((item) =>
          named.includes(item.itemId) ? { ...item, refundedCents: sign > 0 ? item.cents : 0 } : item,
        ),
      };
    }
    default:
      return sales;
  }
}

/** What is left of an item's price: a refund that names no items takes from all of the order in proportion. */
function keptCents({ cents, refundedCents }: SoldItem, { unnamedRefundCents, totalCents }: ProductSales): number {
  const kept = cents - refundedCents;
  const taken = totalCents > 0 ? Math.ceil((kept * unnamedRefundCents) / totalCents) : 0;
  return Math.max(0, kept - taken);
}

interface EntryOnSale {
  generationId: string;
  variantId: string;
  /** ISO 8601. */
  submittedAt: string;
}

/**
 * What an order brought an entry, in cents: products that bear it, paid at the card service within the month and after
 * it was entered, less refunds. spec: rulings "Proceeds of a challenge".
 */
export function proceedsOf(sales: ProductSales, entry: EntryOnSale, month: string): number {
  const { opensAt, closesAt } = challengeWindow(month);
  const { paidAt } = sales;
  const isWithin = paidAt >= opensAt.toISOString() && paidAt < closesAt.toISOString() && paidAt >= entry.submittedAt;
  if (paidAt === '' || !isWithin) return 0;
  return sales.items
    .filter((item) => item.generationId === entry.generationId && item.variantId === entry.variantId)
    .reduce((sum, item) => sum + keptCents(item, sales), 0);
}
