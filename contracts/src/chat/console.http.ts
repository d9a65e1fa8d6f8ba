import * as z from 'zod/mini';
import { listQuery } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { chatProblems, speakers } from './policy.ts';

const readers = { operators: ['admin', 'support'] } as const;

/** A conversation in the console; what was said in it is part of `one` alone. */
const record = z.object({
  id: z.uuid(),
  member_id: z.uuid(),
  started_at: z.string(),
  /** Of its last message, or its start. */
  last_at: z.string(),
  /** Null while it goes on. */
  ended_at: z.nullable(z.string()),
  /** Whether half an hour of silence ended it, and not the member. */
  ended_by_silence: z.boolean(),
  messages: z.number(),
  /** Questions that the assistant had no answer to. */
  unanswered: z.number(),
  /** Its place in the list, for `before` and `after`. */
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
      /** Knowledge that an answer comes from. */
      topic: z.nullable(z.string()),
      /** The member's message that it answers. */
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
   * A bare array, keyset-paged by `cursor`: those that started last come first. In `filter`: `id`, `member`,
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
