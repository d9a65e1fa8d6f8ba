import type { OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import { decide, type Decide } from '@easel/kernel/deciding/decide';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import type { OrderCommand } from './orders.decider.ts';

interface Shipped {
  cause: string;
  correlationId: string;
}

const OVER: ReadonlySet<string> = new Set(['delivered', 'cancelled', 'refunded']);

/**
 * Delivers orders that were not reported missing within two weeks after the promised day. The decider computes the day:
 * each parcel asks it again, and it replies when to come back.
 */
export const arriveOrders: ProcessDefinition<OrderFact, Shipped, Decide> = {
  name: 'orders.arrive',
  from: 'start',
  categories: [orderStream.category],

  on: {
    OrderParcelShipped: ({ id: cause, data: { orderId: key }, recordedAt: dueAt, metadata }) => [
      { schedule: { key, dueAt, payload: { cause, correlationId: metadata.$correlationId } } },
    ],
    // Support looks into what is reported missing.
    OrderArrivalReported: ({ data }) => [{ cancel: data.orderId }],
    OrderStatusChanged: ({ data: { orderId, to } }) => (OVER.has(to) ? [{ cancel: orderId }] : []),
  },

  command: ({ key: orderId, payload: { cause, correlationId } }) =>
    decide<OrderCommand>(
      orderStream,
      orderId,
      { type: 'AssumeArrival', orderId },
      {
        key: `assume arrival ${orderId}`,
        actor: { kind: 'system', id: 'orders.arrive' },
        correlationId,
        causationId: cause,
      },
    ),
};
