import * as z from 'zod/mini';
import { listQuery } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { chatProblems, speakers } from './policy.ts';

const readers = { operators: ['admin', 'support'] } as const;

/** A conversation in the console. Only `one` includes its messages. */
const record = z.object({
  id: z.uuid(),
  member_id: z.uuid(),
  started_at: z.string(),
  /** Time of the last message, or of the start where there is none. */
  last_at: z.string(),
  /** Null while the conversation is open. */
  ended_at: z.nullable(z.string()),
  /** Whether half an hour of silence ended it, and not the member. */
  ended_by_silence: z.boolean(),
  messages: z.number(),
  /** Questions without an answer. */
  unanswered: z.number(),
  /** Cursor for `before` and `after`. */
  cursor: z.string(),
});
export type ConversationRecord = z.output<typeof record>;

const wholeConversation = z.extend(record, {
  category: z.string(),
  tags: z.array(z.string()),
  user_agent: z.string(),
  /** In the order in which they were recorded. */
  transcript: z.array(
    z.object({
      id: z.uuid(),
      speaker: z.enum(speakers),
      content: z.string(),
      suggestions: z.array(z.string()),
      /** The knowledge topic of an answer. */
      topic: z.nullable(z.string()),
      /** Id of the member's message that this one answers. */
      answers: z.nullable(z.uuid()),
      /** Whether it says that there is no answer. */
      unanswered: z.boolean(),
      response_ms: z.nullable(z.number()),
      at: z.string(),
    }),
  ),
});
export type WholeConversation = z.output<typeof wholeConversation>;

export const chatConsoleHttp = {
  /**
   * A bare array, keyset-paged by `cursor`, the newest first. In `filter`: `id`, `member`,
   * `unanswered` (true or false); `before`, `after`.
   */
  list: route({
    method: 'GET',
    path: '/api/admin/conversations',
    side: 'query',
    access: readers,
    query: listQuery,
    reply: z.array(record),
  }),
  one: route({
    method: 'GET',
    path: '/api/admin/conversations/:id',
    side: 'query',
    access: readers,
    params: z.object({ id: z.uuid() }),
    reply: wholeConversation,
    errors: [chatProblems.notFound],
  }),
};
