import type { Recorded } from '@easel/contracts/kernel/event';
import type { OrderFact } from '@easel/contracts/orders/events';
import {
  sumOf,
  typed,
  type Evidence,
  type OrderPayment,
  type Payment,
  type Printed,
  type Violation,
} from './evidence.ts';

/*
 * Computes what an order costs, and what has to become of it, from its items, the card service's books and the
 * accounts, never from the sums that the product has written down.
 */

/** spec: public-and-commerce §9 "Checkout". */
const DELIVERY_CENTS = { standard: 599, express: 1299, overnight: 2499 } as const;
const FREE_DELIVERY_FROM_CENTS = 15_000;

type Facts = readonly Recorded<OrderFact>[];
type PlacedData = Extract<OrderFact, { type: 'OrderPlaced' }>['data'];

/** An order with all that is known of it elsewhere. */
export interface Known {
  orderId: string;
  facts: Facts;
  placed: PlacedData;
  totalCents: number;
  status: string;
  /** All that were opened for it at the card service. */
  opened: readonly OrderPayment[];
  /** Those that were paid. */
  payments: readonly Payment[];
  /** What the print service was given of it. */
  printed: readonly Printed[];
  wrong: (rule: string, says: string) => Violation;
}

/** Computes what each order costs and how it stands, and finds what is known of it elsewhere. */
export function knownOf({ orders: all, orderPayments, payments, printed }: Evidence): Known[] {
  return [...all].flatMap(([orderId, facts]): Known[] => {
    const placed = typed(facts, 'OrderPlaced')[0]?.data;
    if (!placed) return [];
    const { memberId } = placed;
    return [
      {
        orderId,
        facts,
        placed,
        totalCents: totalOf(placed),
        status: statusOf(facts, placed),
        opened: orderPayments.filter((payment) => payment.orderId === orderId),
        payments: payments.filter((payment) => payment.orderId === orderId),
        printed: printed.filter((one) => one.orderId === orderId),
        wrong: (rule, says) => ({ rule, memberId, says: `order ${orderId}: ${says}` }),
      },
    ];
  });
}

/** Each product by its number of copies, and delivery by its price unless it is free. */
function totalOf({ items, deliveryMethod }: PlacedData): number {
  const itemsCents = sumOf(items, (item) => (item.kind === 'product' ? item.unitCents * item.quantity : item.cents));
  const isDelivered = deliveryMethod !== null && itemsCents < FREE_DELIVERY_FROM_CENTS;
  return itemsCents + (isDelivered ? DELIVERY_CENTS[deliveryMethod] : 0);
}

function statusOf(facts: Facts, { testMode }: PlacedData): string {
  let status: string = testMode ? 'test_mode' : 'pending';
  for (const { type, data } of facts) {
    if (type === 'OrderPaid') status = 'paid';
    if (type === 'OrderStatusChanged') status = data.to;
  }
  return status;
}
