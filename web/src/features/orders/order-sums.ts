import { centsToDollars } from '@easel/contracts/kernel/money';
import { deliveryCents, type DeliveryMethod } from '@easel/contracts/orders/policy';
import { totalOf, type CartItem } from '../cart/cart.ts';

export const isDelivered = (items: readonly CartItem[]): boolean => items.some(({ kind }) => kind === 'product');

/** What an order of these items costs, in dollars; `method` is read where anything is delivered. */
export function sumsOf(items: readonly CartItem[], method: DeliveryMethod) {
  const subtotal = totalOf(items);
  const subtotalCents = Math.round(subtotal * 100);
  const cents = deliveryCents(subtotalCents, isDelivered(items) ? method : null);
  return { subtotal, delivery: centsToDollars(cents), total: centsToDollars(subtotalCents + cents) };
}
