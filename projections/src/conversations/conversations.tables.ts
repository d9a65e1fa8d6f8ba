import type { Speaker } from '@easel/contracts/chat/policy';
import { column, type RowOf, table } from '@easel/kernel/database/table';

export const conversations = table(
  'conversation',
  {
    id: column.uuid,
    member_id: column.uuid,
    /** The position of its first event. */
    position: column.position,
    user_agent: column.text,
    category: column.text,
    /** One per line. */
    tags: column.text,
    started_at: column.timestamptz,
    last_at: column.timestamptz,
    ended_at: column.timestamptz.orNull,
    messages: column.int,
    /** Number of questions without an answer. */
    unanswered: column.int,
  },
  {
    key: ['id'],
    indexes: ['(position)', '(position) where unanswered > 0', '(member_id, position)'],
  },
);
export type ConversationRow = RowOf<typeof conversations>;

/** Their messages. */
export const said = table(
  'said',
  {
    conversation_id: column.uuid,
    revision: column.int,
    message_id: column.uuid,
    speaker: column.word<Speaker>(),
    content: column.text,
    /** One per line. */
    suggestions: column.text,
    topic: column.text.orNull,
    answers_id: column.uuid.orNull,
    response_ms: column.int.orNull,
    at: column.timestamptz,
  },
  { key: ['conversation_id', 'revision'] },
);
export type SaidRow = RowOf<typeof said>;

/** Conversations with parked events. */
export const incomplete = table('incomplete', { conversation_id: column.uuid }, { key: ['conversation_id'] });

export const tables = [conversations, said, incomplete] as const;
