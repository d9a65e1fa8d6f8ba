import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import type { InvoiceFact } from '@easel/contracts/invoices/events';
import { invoicesStream } from '@easel/contracts/invoices/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { ProcessDefinition, Step } from '@easel/kernel/following/process';
import { type MailedEvent, QueueMail } from '../mail/queue-mail.ts';

export const RECEIPT = 'invoices.receipt';

/** An invoice that is issued later than this is for a payment from before there were invoices. */
const MAILED_WITHIN_MS = 24 * 3_600_000;

/**
 * Mails each invoice and credit note, and a receipt of each purchase paid from the wallet; not those of the past. What
 * a card paid is on the invoice of its order.
 */
export const postReceipts: ProcessDefinition<InvoiceFact | AccountFact, MailedEvent, QueueMail> = {
  name: 'invoices.post',
  from: 'now',
  categories: [invoicesStream.category, accountStream.category],

  on: {
    InvoiceIssued: (event) => (isOld(event) ? [] : posting(event)),
    CreditNoteIssued: (event) => (isOld(event) ? [] : posting(event)),
    ImagePurchased: (event) => (event.data.method === 'dollars' ? posting(event) : []),
  },

  command: ({ key: eventId, payload }) => new QueueMail(RECEIPT, eventId, payload),
};

const isOld = ({ recordedAt, data: { bookedAt } }: Recorded<InvoiceFact>): boolean =>
  recordedAt.getTime() - Date.parse(bookedAt) > MAILED_WITHIN_MS;

const posting = ({
  id: key,
  data: { memberId },
  stream,
  revision,
  recordedAt,
}: Recorded<InvoiceFact | AccountFact>): readonly Step<MailedEvent>[] => [
  { schedule: { key, dueAt: recordedAt, payload: { memberId, stream, revision } } },
];
