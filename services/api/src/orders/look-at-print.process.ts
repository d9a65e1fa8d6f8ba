import type { OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { LookAtPrint } from './look-at-print.ts';

interface Sent {
  orderId: string;
  attempt: number;
  printOrderId: string;
  cause: string;
  correlationId: string;
}

/** Looks at what the print service has until all of it is on its way, also where no callback comes. */
export const followPrints: ProcessDefinition<OrderFact, Sent, LookAtPrint> = {
  name: 'orders.follow-print',
  from: 'start',
  categories: [orderStream.category],

  on: {
    // A reprint does not end the attempt before it: what that has shipped is on its way all the same.
    OrderSentToPrint: ({ id: cause, data: { orderId, attempt, printOrderId }, recordedAt, metadata }) => [
      {
        schedule: {
          key: `${orderId} ${attempt}`,
          dueAt: recordedAt,
          payload: { orderId, attempt, printOrderId, cause, correlationId: metadata.$correlationId },
        },
      },
    ],
  },

  command: ({ dueAt, payload: { orderId, attempt, printOrderId, cause, correlationId } }) =>
    new LookAtPrint({ orderId, attempt }, printOrderId, {
      key: `look at ${printOrderId} ${dueAt.getTime()}`,
      actor: { kind: 'system', id: 'orders.follow-print' },
      correlationId,
      causationId: cause,
    }),
};
