import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { type MailedEvent, QueueMail } from '../mail/queue-mail.ts';

export const PAYOUT_MAIL = 'earnings.payout';

/** Mails members the outcome of their payouts. */
export const postPayouts: ProcessDefinition<AccountFact, MailedEvent, QueueMail> = {
  name: 'earnings.post-payouts',
  from: 'now',
  categories: [accountStream.category],

  on: {
    PayoutSettled: ({ id: key, data: { memberId }, stream, revision, recordedAt }) => [
      { schedule: { key, dueAt: recordedAt, payload: { memberId, stream, revision } } },
    ],
  },

  command: ({ key: eventId, payload }) => new QueueMail(PAYOUT_MAIL, eventId, payload),
};
