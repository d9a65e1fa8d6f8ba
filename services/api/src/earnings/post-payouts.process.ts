import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { PostEarningsMail } from './post-earnings-mails.ts';

interface SettledPayout {
  memberId: string;
  stream: string;
  revision: number;
}

/** Mails members what became of their payouts. */
export const postPayouts: ProcessDefinition<AccountFact, SettledPayout, PostEarningsMail> = {
  name: 'earnings.post-payouts',
  from: 'now',
  categories: [accountStream.category],

  on: {
    PayoutSettled: ({ id: key, data: { memberId }, stream, revision, recordedAt }) => [
      { schedule: { key, dueAt: recordedAt, payload: { memberId, stream, revision } } },
    ],
  },

  command: ({ key, payload }) => new PostEarningsMail(`payout ${key}`, { kind: 'payout', ...payload }),
};
