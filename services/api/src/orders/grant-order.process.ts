import type { OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { GrantOrder } from './grant-order.ts';

interface Paid {
  orderId: string;
  correlationId: string;
}

/** Gives members what they have paid for, also where the process that heard of the payment died right then. */
export const grantOrders: ProcessDefinition<OrderFact, Paid, GrantOrder> = {
  name: 'orders.grant',
  from: 'start',
  categories: [orderStream.category],

  on: {
    OrderPaid: ({ id: key, data: { orderId }, recordedAt, metadata }) => [
      { schedule: { key, dueAt: recordedAt, payload: { orderId, correlationId: metadata.$correlationId } } },
    ],
  },

  command: ({ key: cause, payload: { orderId, correlationId } }) =>
    new GrantOrder(orderId, {
      key: `grant ${cause}`,
      actor: { kind: 'system', id: 'orders.grant' },
      correlationId,
      causationId: cause,
    }),
};
