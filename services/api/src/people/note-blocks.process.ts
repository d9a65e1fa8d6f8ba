import type { Recorded } from '@easel/contracts/kernel/event';
import type { FollowFact } from '@easel/contracts/people/events';
import { followsStream } from '@easel/contracts/people/stream';
import { decide, type Decide } from '@easel/kernel/deciding/decide';
import type { ProcessDefinition, Step } from '@easel/kernel/following/process';
import type { FollowsCommand } from './follows.decider.ts';

interface Block {
  memberId: string;
  byId: string;
  stands: boolean;
  cause: string;
  correlationId: string;
}

/** Tells the stream of who was blocked, so that it ends following there, too, and lets it begin no more. */
export const noteBlocks: ProcessDefinition<FollowFact, Block, Decide> = {
  name: 'people.note-blocks',
  from: 'start',
  categories: [followsStream.category],

  on: {
    MemberBlocked: (fact) => noted(fact, true),
    MemberUnblocked: (fact) => noted(fact, false),
  },

  command: ({ dueAt: at, payload: { memberId, byId, stands, cause, correlationId } }) =>
    decide<FollowsCommand>(
      followsStream,
      memberId,
      { type: 'NoteBlock', memberId, byId, stands, at },
      {
        key: `note ${cause}`,
        actor: { kind: 'system', id: 'people.note-blocks' },
        correlationId,
        causationId: cause,
      },
    ),
};

function noted(
  { id, data, recordedAt, metadata }: Recorded<Extract<FollowFact, { type: 'MemberBlocked' | 'MemberUnblocked' }>>,
  stands: boolean,
): Step<Block>[] {
  const { memberId: byId, blockedId: memberId } = data;
  const payload = { memberId, byId, stands, cause: id, correlationId: metadata.$correlationId };
  // One name for the two: what was said last is what is noted.
  return [{ schedule: { key: `${byId} ${memberId}`, dueAt: recordedAt, payload } }];
}
