import type { MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { PostDigest } from './post-digests.ts';

interface Digest {
  memberId: string;
  month: string;
}

/** Puts the monthly mail into the mail's queue, also when the process that took the fact died right after. */
export const postDigests: ProcessDefinition<MemberFact, Digest, PostDigest> = {
  name: 'members.post-digests',
  from: 'start',
  categories: [memberStream.category],

  on: {
    DigestSent: ({ data: { memberId, month }, recordedAt }) => [
      { schedule: { key: `${memberId} ${month}`, dueAt: recordedAt, payload: { memberId, month } } },
    ],
  },

  command: ({ payload: { memberId, month } }) => new PostDigest(memberId, month),
};
