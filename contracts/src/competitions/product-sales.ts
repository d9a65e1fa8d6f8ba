import type { OrderFact } from '../orders/events.ts';
import { challengeWindow } from './policy.ts';

interface SoldItem {
  itemId: string;
  generationId: string;
  variantId: string;
  cents: number;
  /** Part of `cents` that was refunded for this item explicitly. */
  refundedCents: number;
}

/** The printed products of one order. Sums are cents. */
export interface ProductSales {
  orderId: string;
  buyerId: string;
  paymentId: string;
  /** ISO 8601, by the card service; empty until it is paid. */
  paidAt: string;
  totalCents: number;
  items: SoldItem[];
  /** Ids of the items of each requested refund, by the id of the request. */
  requests: Record<string, readonly string[]>;
  /** Sum of refunds that support requested for items or delivery. */
  namedRefundCents: number;
  /** Sum of the others, which were made at the card service. */
  unnamedRefundCents: number;
}

/** Returns the sales of a new order; undefined for a test order, and without printed products. */
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
  const refunds = { requests: {}, namedRefundCents: 0, unnamedRefundCents: 0 };
  return { orderId, buyerId, paymentId: '', paidAt: '', totalCents, items, ...refunds };
}

/**
 * Applies a later event of the order and returns a new object. A payment in test mode is ignored.
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
        namedRefundCents: sales.namedRefundCents + sign * data.cents,
        items: sales.items.map((item) =>
          named.includes(item.itemId) ? { ...item, refundedCents: sign > 0 ? item.cents : 0 } : item,
        ),
      };
    }
    default:
      return sales;
  }
}

/**
 * Returns the price of an item less refunds. A refund without items reduces all that is left in proportion, so that
 * nothing is left of an order that was refunded completely.
 */
function keptCents({ cents, refundedCents }: SoldItem, sales: ProductSales): number {
  const { namedRefundCents, unnamedRefundCents, totalCents } = sales;
  const kept = cents - refundedCents;
  const leftCents = totalCents - namedRefundCents;
  const taken = leftCents > 0 ? Math.ceil((kept * unnamedRefundCents) / leftCents) : 0;
  return Math.max(0, kept - taken);
}

interface EntryOnSale {
  generationId: string;
  variantId: string;
  /** ISO 8601. */
  submittedAt: string;
}

/**
 * Returns what an order contributes to an entry's proceeds, in cents: products printed with its image, paid at the card
 * service within the month and after the picture was entered, less refunds. spec: rulings "Proceeds of a challenge".
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
