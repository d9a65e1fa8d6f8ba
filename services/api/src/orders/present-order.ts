import { centsToDollars } from '@easel/contracts/kernel/money';
import type { OrderStatus } from '@easel/contracts/orders/policy';
import type { Placed } from './order-state.decider.ts';

export interface OrderSummary {
  id: string;
  reference: string;
  status: OrderStatus;
  subtotal: number;
  shipping: number;
  total: number;
}

/** Presents an order to its member; sums are in dollars. */
export const presentOrder = (
  id: string,
  { placed, status }: { placed: Placed; status: OrderStatus },
): OrderSummary => ({
  id,
  reference: placed.reference,
  status,
  subtotal: centsToDollars(placed.subtotalCents),
  shipping: centsToDollars(placed.shippingCents),
  total: centsToDollars(placed.totalCents),
});
