import type { OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { MakeOrderRefund } from './make-order-refund.ts';

interface Requested {
  orderId: string;
  cause: string;
  correlationId: string;
}

/** Makes the refunds that were asked for. */
export const refundOrders: ProcessDefinition<OrderFact, Requested, MakeOrderRefund> = {
  name: 'orders.refund',
  from: 'start',
  categories: [orderStream.category],

  on: {
    OrderRefundRequested: ({ id: cause, data: { orderId, requestId }, recordedAt, metadata }) => {
      const payload = { orderId, cause, correlationId: metadata.$correlationId };
      return [{ schedule: { key: requestId, dueAt: recordedAt, payload } }];
    },
  },

  command: ({ key: requestId, payload: { orderId, cause, correlationId } }) =>
    new MakeOrderRefund(orderId, requestId, {
      key: `refund ${requestId}`,
      actor: { kind: 'system', id: 'orders.refund' },
      correlationId,
      causationId: cause,
    }),
};
