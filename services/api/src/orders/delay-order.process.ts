import type { OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import { decide, type Decide } from '@easel/kernel/deciding/decide';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import type { OrderCommand } from './orders.decider.ts';
import { madeBy } from './print.decider.ts';

interface Sent {
  cause: string;
  correlationId: string;
}

/** Notes an order that is not dispatched within the days that making takes. */
export const delayOrders: ProcessDefinition<OrderFact, Sent, Decide> = {
  name: 'orders.delay',
  from: 'start',
  categories: [orderStream.category],

  on: {
    OrderSentToPrint: ({ id: cause, data: { orderId: key, sentAt }, metadata }) => [
      {
        schedule: {
          key,
          dueAt: madeBy(new Date(sentAt)),
          payload: { cause, correlationId: metadata.$correlationId },
        },
      },
    ],
    OrderStatusChanged: ({ data: { orderId, to } }) => (to === 'in_production' ? [] : [{ cancel: orderId }]),
  },

  command: ({ key: orderId, payload: { cause, correlationId } }) =>
    decide<OrderCommand>(
      orderStream,
      orderId,
      { type: 'DelayOrder', orderId },
      {
        key: `delay ${cause}`,
        actor: { kind: 'system', id: 'orders.delay' },
        correlationId,
        causationId: cause,
      },
    ),
};
