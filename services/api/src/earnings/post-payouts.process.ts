import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { PostPayout, type SettledPayout } from './post-payouts.ts';

/** Mails members what became of their payouts. */
export const postPayouts: ProcessDefinition<AccountFact, SettledPayout, PostPayout> = {
  name: 'earnings.post-payouts',
  from: 'now',
  categories: [accountStream.category],

  on: {
    PayoutSettled: ({ id: key, data: { memberId }, stream, revision, recordedAt }) => [
      { schedule: { key, dueAt: recordedAt, payload: { memberId, stream, revision } } },
    ],
  },

  command: ({ key: eventId, payload }) => new PostPayout(eventId, payload),
};
