import {
  addWorkingDays,
  ASSUMED_AFTER_MS,
  PRODUCTION_DAYS,
  promisedBy,
  type OrderStatus,
} from '@easel/contracts/orders/policy';
import { isAllOnItsWay, productsOf, toPrint, type Order, type Placed } from './order-state.decider.ts';

const UNDER_WAY: ReadonlySet<OrderStatus> = new Set(['paid', 'in_production', 'shipped']);

/** Whether a parcel of an order is still to come, for a delivered one that of a reprint. */
function isUnderWay(order: Order, placed: Placed): boolean {
  const { status, arrived } = order;
  return UNDER_WAY.has(status) || (status === 'delivered' && arrived === null && !isAllOnItsWay(order, placed));
}

/** Returns until when an order counts as delivered where nothing goes wrong; undefined where nothing is to come. */
export function underWay(order: Order, now: Date): { reference: string; until: Date } | undefined {
  const { placed, parcels } = order;
  if (!placed || !isUnderWay(order, placed)) return undefined;
  const { deliveryMethod, reference, placedAt } = placed;
  if (deliveryMethod === null || productsOf(placed).length === 0) return undefined;
  const hasParcels = Object.keys(parcels).length > 0;
  if (!hasParcels && toPrint(order, placed).length === 0) return undefined;
  const made = addWorkingDays(new Date(placedAt), PRODUCTION_DAYS[1]);
  const dispatched = isAllOnItsWay(order, placed)
    ? Object.values(parcels).map(({ dispatchedAt }) => new Date(dispatchedAt).getTime())
    : // What is overdue is dispatched today at the earliest.
      [Math.max(made.getTime(), now.getTime())];
  const promised = promisedBy(new Date(Math.max(...dispatched)), deliveryMethod);
  return { reference, until: new Date(promised.getTime() + ASSUMED_AFTER_MS) };
}
