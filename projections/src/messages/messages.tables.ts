import {
  type MessagePriority,
  type MessageStatus,
  type MessageType,
  waitingStatuses,
} from '@easel/contracts/messages/policy';
import { column, type RowOf, table } from '@easel/kernel/database/table';

/** In SQL: who wrote it still waits for us. */
export const IS_WAITING = `status in (${waitingStatuses.map((status) => `'${status}'`).join(', ')})`;
/** In SQL: the least pressing first. */
export const PRESSING = `array_position(array['normal', 'medium', 'high'], priority)`;

/** Messages as they stand. */
export const messages = table(
  'message',
  {
    id: column.uuid,
    message_type: column.word<MessageType>(),
    member_id: column.uuid.orNull,
    sender_name: column.text,
    sender_email: column.text,
    anonymous: column.boolean,
    subject: column.text,
    content: column.text,
    source_page: column.text,
    status: column.word<MessageStatus>(),
    priority: column.word<MessagePriority>(),
    assignee_id: column.uuid.orNull,
    escalated: column.boolean,
    replies: column.int,
    created_at: column.timestamptz,
    updated_at: column.timestamptz,
    version: column.int,
    /** Everything that its sender and we wrote, as it is searched. Empty where it was erased. */
    search_text: column.text,
  },
  {
    key: ['id'],
    indexes: [
      '(created_at, id)',
      '(updated_at, id)',
      `(created_at, id) where ${IS_WAITING}`,
      '(member_id) where member_id is not null',
    ],
  },
);
export type MessageRow = RowOf<typeof messages>;

/** Each fact of a message. */
export const facts = table(
  'fact',
  {
    message_id: column.uuid,
    version: column.int,
    type: column.text,
    at: column.timestamptz,
    actor_kind: column.text,
    actor_id: column.text,
    actor_role: column.text.orNull,
    detail: column.json<object>(),
  },
  { key: ['message_id', 'version'] },
);
export type FactRow = RowOf<typeof facts>;

/** Messages of which facts are parked. */
export const incomplete = table('incomplete', { message_id: column.uuid }, { key: ['message_id'] });

export const tables = [messages, facts, incomplete] as const;
