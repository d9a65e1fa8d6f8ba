import type { Recorded } from '@easel/contracts/kernel/event';
import type { OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import type { ProcessDefinition, Step } from '@easel/kernel/following/process';
import { SendToPrint } from './send-to-print.ts';

interface ToSend {
  attempt: number;
  /** When it was paid, or a reprint was asked for. */
  since: string;
  cause: string;
  correlationId: string;
}

/** Sends what is paid, or is to be printed once more, to the print service. */
export const printOrders: ProcessDefinition<OrderFact, ToSend, SendToPrint> = {
  name: 'orders.print',
  from: 'start',
  categories: [orderStream.category],

  on: {
    OrderPaid: (fact) => [toSend(fact, fact.data.orderId, 1)],
    OrderReprinted: (fact) => [toSend(fact, fact.data.orderId, fact.data.attempt)],
    // What is refunded may have been sent with its reply lost: the next retry looks it up.
    OrderStatusChanged: ({ data: { orderId, to } }) => (to === 'cancelled' ? [{ cancel: orderId }] : []),
  },

  command: ({ key: orderId, payload: { attempt, since, cause, correlationId } }) =>
    new SendToPrint({ orderId, attempt }, new Date(since), {
      key: `print ${orderId} ${attempt}`,
      actor: { kind: 'system', id: 'orders.print' },
      correlationId,
      causationId: cause,
    }),
};

/** Of the attempts of an order, the newest alone is to be sent. */
const toSend = (
  { id: cause, recordedAt, metadata }: Recorded,
  key: string,
  attempt: number,
): Required<Pick<Step<ToSend>, 'schedule'>> => ({
  schedule: {
    key,
    dueAt: recordedAt,
    payload: { attempt, since: recordedAt.toISOString(), cause, correlationId: metadata.$correlationId },
  },
});
