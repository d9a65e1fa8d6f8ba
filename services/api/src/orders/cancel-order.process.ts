import type { OrderFact } from '@easel/contracts/orders/events';
import { UNPAID_ORDER_MS } from '@easel/contracts/orders/policy';
import { orderStream } from '@easel/contracts/orders/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { CancelOrder } from './cancel-order.ts';

interface Unpaid {
  cause: string;
  correlationId: string;
}

/** Cancels orders that are not paid within a day. */
export const expireOrders: ProcessDefinition<OrderFact, Unpaid, CancelOrder> = {
  name: 'orders.expire',
  from: 'start',
  categories: [orderStream.category],

  on: {
    OrderPlaced: ({ id: cause, data: { orderId: key, testMode }, recordedAt, metadata }) => {
      if (testMode) return [];
      const dueAt = new Date(recordedAt.getTime() + UNPAID_ORDER_MS);
      return [{ schedule: { key, dueAt, payload: { cause, correlationId: metadata.$correlationId } } }];
    },
    OrderPaid: ({ data }) => [{ cancel: data.orderId }],
    OrderStatusChanged: ({ data }) => [{ cancel: data.orderId }],
  },

  command: ({ key: orderId, payload: { cause, correlationId } }) =>
    new CancelOrder(orderId, 'unpaid', {
      key: `expire ${orderId}`,
      actor: { kind: 'system', id: 'orders.expire' },
      correlationId,
      causationId: cause,
    }),
};
