import type { OrderRecord } from '@easel/contracts/orders/http';

export type RefundChoice = 'all' | 'delivery' | 'items';
type Refundable = Pick<OrderRecord, 'items' | 'total' | 'refunded' | 'shipping' | 'shipping_refunded'>;

const cents = (dollars: number): number => Math.round(100 * dollars);

/** Items whose money has not gone back. */
export const openItems = ({ items }: Pick<Refundable, 'items'>) => items.filter(({ refunded }) => !refunded);

/** Dollars of delivery that have not gone back. */
const openDelivery = ({ shipping, shipping_refunded: isRefunded }: Refundable): number => (isRefunded ? 0 : shipping);

/** Returns the dollars that go back to the card for a choice, at most what is left of the payment. */
export function refundSum(order: Refundable, what: RefundChoice, chosen: ReadonlySet<string>): number {
  const items = openItems(order).filter(({ id }) => what === 'all' || (what === 'items' && chosen.has(id)));
  const delivery = what === 'items' ? 0 : cents(openDelivery(order));
  const wanted = items.reduce((sum, { price }) => sum + cents(price), delivery);
  return Math.min(wanted, cents(order.total) - cents(order.refunded)) / 100;
}

/** Choices that have something to give back. */
export function refundChoices(order: Refundable): RefundChoice[] {
  const every = new Set(order.items.map(({ id }) => id));
  return (['all', 'delivery', 'items'] as const).filter((what) => refundSum(order, what, every) > 0);
}
