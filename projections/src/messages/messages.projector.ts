import { ERASED, type Recorded } from '@easel/contracts/kernel/event';
import { plain } from '@easel/contracts/kernel/words';
import { memberChanges, type MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import type { MessageFact } from '@easel/contracts/messages/events';
import { messageStream } from '@easel/contracts/messages/stream';
import { arrayLiteral } from '@easel/kernel/database/arrays';
import { append, load, put } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';
import { markStreams } from '../kernel/incomplete.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import {
  type FactRow,
  facts,
  incomplete,
  type MessageRow,
  messages as messageTable,
  tables,
} from './messages.tables.ts';

/** Messages in log order, changed as they are stored: a load, and two writes for all of them. */
class MessageRows implements RowBatch {
  private readonly taken: Recorded<MessageFact>[] = [];
  private readonly erased: string[] = [];

  take(fact: Recorded<MessageFact>): void {
    this.taken.push(fact);
  }

  /** What a member wrote, and what was written of it, is said no more. */
  erase(memberId: string): void {
    this.erased.push(memberId);
  }

  async write(sql: ClientBase): Promise<void> {
    await this.writeTaken(sql);
    if (this.erased.length > 0)
      for (const { name, text } of ERASE) await sql.query({ name, text, values: [arrayLiteral(this.erased)] });
  }

  private async writeTaken(sql: ClientBase): Promise<void> {
    if (this.taken.length === 0) return;
    const rows = await load(sql, messageTable, [...new Set(this.taken.map(({ data }) => data.messageId))]);
    for (const fact of this.taken) {
      const id = fact.data.messageId;
      const before = rows.get(id);
      rows.set(id, {
        ...(fact.type === 'MessageSubmitted' ? submitted(fact.data) : changed(before, fact)),
        updated_at: fact.recordedAt.toISOString(),
        version: fact.revision,
      });
    }
    await Promise.all([put(sql, messageTable, [...rows.values()]), append(sql, facts, this.taken.map(factRow))]);
  }
}

/** Messages from the forms, and what operators made of them. */
export const messages = projectorOf<MessageFact | MemberFact, MessageRows>()({
  name: 'messages',
  version: 4,
  categories: [messageStream.category, memberStream.category],
  tables,
  rows: () => new MessageRows(),
  on: {
    MessageSubmitted: (fact, rows) => rows.take(fact),
    MessageTriaged: (fact, rows) => rows.take(fact),
    MessageReplied: (fact, rows) => rows.take(fact),
    MessageReopened: (fact, rows) => rows.take(fact),
    MessageEscalated: (fact, rows) => rows.take(fact),
    MemberErased: ({ data }, rows) => rows.erase(data.memberId),
  },
  ignores: ['MemberRegistered', ...memberChanges],
  markIncomplete: markStreams(incomplete, [messageStream]),
});

const SAID = ['sender_name', 'sender_email', 'subject', 'content', 'source_page'];
const ERASE = [
  {
    name: 'erase message facts',
    text: `update fact set detail = (
             select json_object_agg(key, case when key in ('text', 'reason') then to_json('${ERASED}'::text) else value end)
             from json_each(detail)
           ) where message_id in (select id from message where member_id = any($1::uuid[]))`,
  },
  {
    name: 'erase messages',
    text: `update message set ${SAID.map((column) => `${column} = '${ERASED}'`).join(', ')}, search_text = ''
           where member_id = any($1::uuid[])`,
  },
];

type Submitted = Extract<MessageFact, { type: 'MessageSubmitted' }>;
type Later = Exclude<MessageFact, Submitted>;
type Standing = Omit<MessageRow, 'updated_at' | 'version'>;

const submitted = (data: Submitted['data']): Standing => ({
  id: data.messageId,
  message_type: data.messageType,
  member_id: data.memberId,
  sender_name: data.senderName,
  sender_email: data.senderEmail,
  anonymous: data.anonymous,
  subject: data.subject,
  content: data.content,
  source_page: data.sourcePage,
  status: 'unread',
  priority: data.priority,
  assignee_id: null,
  escalated: false,
  replies: 0,
  created_at: data.submittedAt,
  search_text: plain([data.subject, data.senderName, data.senderEmail, data.content].join('\n')),
});

function changed(before: MessageRow | undefined, fact: Later): Standing {
  if (!before) throw new Error(`${fact.data.messageId} was never submitted`);
  switch (fact.type) {
    case 'MessageTriaged': {
      const { status, priority, assigneeId: assignee_id } = fact.data;
      return { ...before, status, priority, assignee_id };
    }
    case 'MessageReplied':
      return {
        ...before,
        status: 'replied',
        replies: before.replies + 1,
        search_text: `${before.search_text}\n${plain(fact.data.text)}`,
      };
    case 'MessageReopened':
      return { ...before, status: 'in_progress' };
    case 'MessageEscalated':
      return { ...before, priority: 'high', escalated: true };
  }
}

const factRow = (fact: Recorded<MessageFact>): FactRow => ({
  message_id: fact.data.messageId,
  version: fact.revision,
  type: fact.type,
  at: fact.recordedAt.toISOString(),
  actor_kind: fact.metadata.actor.kind,
  actor_id: fact.metadata.actor.id,
  actor_role: fact.metadata.actor.role ?? null,
  detail: detailOf(fact),
});

/** What the message itself does not say. */
function detailOf(fact: MessageFact): object {
  switch (fact.type) {
    case 'MessageSubmitted':
      return { priority: fact.data.priority };
    case 'MessageTriaged': {
      const { status, priority, assigneeId: assignee, before, reason } = fact.data;
      const { assigneeId, ...rest } = before;
      return { status, priority, assignee, before: { ...rest, assignee: assigneeId }, reason };
    }
    case 'MessageReplied': {
      const { text, before } = fact.data;
      return { text, before: { status: before } };
    }
    case 'MessageReopened': {
      const { reason, before } = fact.data;
      return { reason, before: { status: before } };
    }
    case 'MessageEscalated':
      return { before: { priority: fact.data.before } };
  }
}
