import type { MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { FollowExports, type Followed } from './follow-exports.ts';

/** Has packed what a member asked for, and throws away what lies here of who is erased. */
export const followExports: ProcessDefinition<MemberFact, Followed, FollowExports> = {
  name: 'data-export.follow-exports',
  from: 'start',
  categories: [memberStream.category],

  on: {
    DataExportRequested: ({ data: { memberId, exportId, requestedAt }, recordedAt }) => [
      { schedule: { key: exportId, dueAt: recordedAt, payload: { kind: 'asked', memberId, exportId, requestedAt } } },
    ],
    MemberErased: ({ data: { memberId }, recordedAt }) => [
      { schedule: { key: memberId, dueAt: recordedAt, payload: { kind: 'erased', memberId } } },
    ],
  },

  command: ({ payload }) => new FollowExports(payload),
};
