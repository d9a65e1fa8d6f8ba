import type { Recorded } from '@easel/contracts/kernel/event';
import type { OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import type { ProcessDefinition, Step } from '@easel/kernel/following/process';
import { type MailedEvent, QueueMail } from '../mail/queue-mail.ts';

export const ORDER_MAIL = 'orders.mail';

/**
 * Mails what becomes of an order; whether it is an order of printed products shows when the mail is written. What the
 * member has said herself is not mailed back to her.
 */
export const postOrderMails: ProcessDefinition<OrderFact, MailedEvent, QueueMail> = {
  name: 'orders.post',
  from: 'now',
  categories: [orderStream.category],

  on: {
    OrderPaid: (event) => posting(event),
    OrderParcelShipped: (event) => posting(event),
    OrderDelayed: (event) => posting(event),
    OrderStatusChanged: (event) => (event.data.reason === 'assumed-arrived' ? posting(event) : []),
    OrderRefunded: (event) => (event.data.outcome === 'made' ? posting(event) : []),
  },

  command: ({ key: eventId, payload }) => new QueueMail(ORDER_MAIL, eventId, payload),
};

const posting = ({
  id: key,
  data: { memberId },
  stream,
  revision,
  recordedAt,
}: Recorded<OrderFact>): readonly Step<MailedEvent>[] => [
  { schedule: { key, dueAt: recordedAt, payload: { memberId, stream, revision } } },
];
