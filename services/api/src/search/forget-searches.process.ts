import type { MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { ForgetSearches } from './forget-searches.ts';

/** Takes an erased member's searches out of the trends. */
export const forgetSearches: ProcessDefinition<MemberFact, null, ForgetSearches> = {
  name: 'search.forget-searches',
  from: 'start',
  categories: [memberStream.category],

  on: {
    MemberErased: ({ data: { memberId }, recordedAt }) => [
      { schedule: { key: memberId, dueAt: recordedAt, payload: null } },
    ],
  },

  command: ({ key: memberId }) => new ForgetSearches(memberId),
};
