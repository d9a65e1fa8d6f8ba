import type { ChatFact } from '@easel/contracts/chat/events';
import { isWithoutAnswer } from '@easel/contracts/chat/policy';
import { conversationStream } from '@easel/contracts/chat/stream';
import { ERASED, type Recorded } from '@easel/contracts/kernel/event';
import { memberChanges, type MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import { arrayLiteral } from '@easel/kernel/database/arrays';
import { append } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';
import { FoldedTable } from '../kernel/folded-rows.ts';
import { markStreams } from '../kernel/incomplete.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import {
  type ConversationRow,
  conversations as conversationTable,
  incomplete,
  said,
  type SaidRow,
  tables,
} from './conversations.tables.ts';

type Data<Type extends ChatFact['type']> = Extract<ChatFact, { type: Type }>['data'];

const folded = new FoldedTable(conversationTable);

const ERASE = [
  {
    name: 'erase what was said',
    text: `update said set content = '${ERASED}', suggestions = '${ERASED}'
           where conversation_id in (select id from conversation where member_id = any($1::uuid[]))`,
  },
  {
    name: 'erase conversations',
    text: `update conversation set user_agent = '${ERASED}', category = '${ERASED}', tags = '${ERASED}'
           where member_id = any($1::uuid[])`,
  },
];

class ConversationRows implements RowBatch {
  private readonly conversations = folded.batch();
  private readonly said: SaidRow[] = [];
  private readonly erased: string[] = [];

  begin(row: ConversationRow): void {
    this.conversations.begin(row.id, row);
  }

  change(id: string, step: (row: ConversationRow) => ConversationRow): void {
    this.conversations.change(id, (row) => {
      if (!row) throw new Error(`${id} was never started`);
      return step(row);
    });
  }

  say(row: SaidRow): void {
    this.said.push(row);
  }

  erase(memberId: string): void {
    this.erased.push(memberId);
  }

  async write(sql: ClientBase): Promise<void> {
    await Promise.all([this.conversations.flush(sql), append(sql, said, this.said)]);
    if (this.erased.length === 0) return;
    for (const { name, text } of ERASE) await sql.query({ name, text, values: [arrayLiteral(this.erased)] });
  }
}

/** Members' conversations with the assistant. */
export const conversations = projectorOf<ChatFact | MemberFact, ConversationRows>()({
  name: 'conversations',
  version: 1,
  categories: [conversationStream.category, memberStream.category],
  tables,
  rows: () => new ConversationRows(),
  on: {
    ConversationStarted: ({ data, position }, rows) => rows.begin(started(data, position)),
    ConversationMessageRecorded: (fact, rows) => {
      const { data } = fact;
      rows.change(data.conversationId, (row) => ({
        ...row,
        last_at: data.recordedAt,
        messages: row.messages + 1,
        unanswered: row.unanswered + Number(isWithoutAnswer(data)),
      }));
      rows.say(saidRow(fact));
    },
    ConversationEnded: ({ data }, rows) =>
      rows.change(data.conversationId, (row) => ({ ...row, ended_at: data.endedAt })),
    MemberErased: ({ data }, rows) => rows.erase(data.memberId),
  },
  ignores: ['MemberRegistered', ...memberChanges],
  markIncomplete: markStreams(incomplete, [conversationStream]),
});

function started(data: Data<'ConversationStarted'>, position: bigint): ConversationRow {
  return {
    id: data.conversationId,
    member_id: data.memberId,
    position,
    user_agent: data.userAgent,
    category: data.category,
    tags: data.tags,
    started_at: data.startedAt,
    last_at: data.startedAt,
    ended_at: null,
    messages: 0,
    unanswered: 0,
  };
}

function saidRow({ data, revision }: Recorded<Extract<ChatFact, { type: 'ConversationMessageRecorded' }>>): SaidRow {
  return {
    conversation_id: data.conversationId,
    revision,
    message_id: data.messageId,
    speaker: data.speaker,
    content: data.content,
    suggestions: data.suggestions,
    topic: data.topic,
    answers_id: data.answersId,
    response_ms: data.responseMs,
    at: data.recordedAt,
  };
}
