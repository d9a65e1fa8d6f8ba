import type { OrderRecord } from '@easel/contracts/orders/console.http';
import type { OrderStatus } from '@easel/contracts/orders/policy';
import { openItems, refundChoices } from './refund-sums.ts';

const orderActions = ['address', 'reprint', 'refund', 'cancel'] as const;
export type OrderAction = (typeof orderActions)[number];

const has = (statuses: readonly OrderStatus[], { status }: OrderRecord): boolean => statuses.includes(status);

const isOpen: Readonly<Record<OrderAction, (order: OrderRecord) => boolean>> = {
  address: (order) =>
    order.delivery !== null && has(['pending', 'paid', 'in_production', 'shipped', 'delivered'], order),
  reprint: (order) => isPrintable(order),
  refund: (order) => has(['paid', 'in_production', 'shipped', 'delivered'], order) && refundChoices(order).length > 0,
  cancel: (order) => has(['pending', 'paid', 'in_production', 'test_mode'], order),
};

/** Whether it was dispatched, or is stuck; false while the next attempt has not been sent yet. */
function isPrintable(order: OrderRecord): boolean {
  const { print } = order;
  if (print === null || (print.id === null && print.problem === null)) return false;
  if (!openItems(order).some(({ kind }) => kind === 'product')) return false;
  return has(['shipped', 'delivered'], order) || (order.status === 'in_production' && print.problem !== null);
}

/** Lists what can be done with an order as it is; the server decides. */
export const openActions = (order: OrderRecord): OrderAction[] =>
  orderActions.filter((action) => isOpen[action](order));
