import {
  addWorkingDays,
  ASSUMED_AFTER_MS,
  PRODUCTION_DAYS,
  promisedBy,
  type OrderStatus,
} from '@easel/contracts/orders/policy';
import { isAllOnItsWay, productsOf } from './order-state.decider.ts';
import type { PlacedOrder } from './placed-orders.ts';

/** An order of printed products that its member waits for. */
export interface UnderWay {
  reference: string;
  /** When it counts as delivered at the latest, where nothing goes wrong. */
  until: Date;
}

const UNDER_WAY: ReadonlySet<OrderStatus> = new Set(['paid', 'in_production', 'shipped']);

/** Whether something of an order is to come; of one that was delivered, what is made again. */
function isUnderWay(order: PlacedOrder): boolean {
  const { status, arrived, placed } = order;
  return UNDER_WAY.has(status) || (status === 'delivered' && arrived === null && !isAllOnItsWay(order, placed));
}

/** Undefined where nothing of an order is to come. */
export function underWay(order: PlacedOrder, now: Date): UnderWay | undefined {
  const { placed, parcels } = order;
  const { deliveryMethod, reference, placedAt } = placed;
  if (deliveryMethod === null || productsOf(placed).length === 0 || !isUnderWay(order)) return undefined;
  const made = addWorkingDays(new Date(placedAt), PRODUCTION_DAYS[1]);
  const dispatched = isAllOnItsWay(order, placed)
    ? Object.values(parcels).map(({ dispatchedAt }) => new Date(dispatchedAt).getTime())
    : // What is overdue is dispatched today at the earliest.
      [Math.max(made.getTime(), now.getTime())];
  const promised = promisedBy(new Date(Math.max(...dispatched)), deliveryMethod);
  return { reference, until: new Date(promised.getTime() + ASSUMED_AFTER_MS) };
}
