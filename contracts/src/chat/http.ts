import * as z from 'zod/mini';
import { subscribedTiers } from '../account/policy.ts';
import { route } from '../kernel/http.ts';
import { neededText, optionalLine } from '../kernel/needed.ts';
import { orderStatuses } from '../orders/policy.ts';
import {
  CHAT_SUGGESTION_MAX,
  CHAT_SUGGESTIONS_MAX,
  CHAT_TEXT_MAX,
  chatProblems,
  chatSessionId,
  RESPONSE_MS_MAX,
  speakers,
  topicId,
} from './policy.ts';

const sessionId = z
  .string('Please send the session’s id')
  .check(z.regex(chatSessionId, 'The session’s id must begin with nova_'));
const conversationId = z.uuid('Please send the conversation’s id');
/** Accepted because the specification has it, and ignored: the session identifies the caller. */
export const dropped = z.optional(z.unknown());

const count = (sentence: string) => z.number(sentence).check(z.int(sentence), z.gte(0, sentence), z.lte(1e9, sentence));

/** Credits and dollars as decimals. */
const both = { credits: z.number(), dollars: z.number() };
/** `limit` is null where there is none. */
const used = z.object({ used: z.number(), limit: z.nullable(z.number()) });

/** What the assistant must know to answer about the member who asks. */
const ownState = z.object({
  ...both,
  plan: z.object({
    /** The plan in force: `free` after it has expired. */
    tier: z.enum(subscribedTiers),
    /** The name that members see. */
    label: z.string(),
    /** End of the paid time; null for the free plan. */
    endsAt: z.nullable(z.string()),
  }),
  /** Images made this month. */
  images: used,
  /** Downloads of other members' pictures this month. */
  downloads: used,
  /** Orders of printed products that are paid and not delivered yet, the oldest first. */
  orders: z.array(z.object({ id: z.uuid(), reference: z.string(), status: z.enum(orderStatuses) })),
  earnings: z.object({
    /** Earnings that cannot be paid out yet. */
    resting: z.extend(z.object(both), { settlesAt: z.nullable(z.string()) }),
    payable: z.object(both),
  }),
  /** Payouts that are requested and not settled yet. */
  payouts: z.array(z.extend(z.object(both), { id: z.uuid() })),
  /** Number of generations that are running or queued. */
  generations: z.object({ running: z.number() }),
});
export type OwnChatState = z.output<typeof ownState>;

/**
 * The assistant's conversations. The session identifies the member: another member's conversation answers 404, as does
 * one's own under another `sessionId`.
 */
export const chatHttp = {
  /** A repeat under the same Idempotency-Key returns the same conversation. */
  start: route({
    method: 'POST',
    path: '/api/chat/webhooks/conversation',
    side: 'command',
    access: 'member',
    body: z.object({
      sessionId,
      userAgent: optionalLine(500),
      category: optionalLine(60),
      tags: z._default(
        z.array(optionalLine(60), 'Please send a list of tags').check(z.maxLength(20, 'At most 20 tags')),
        [],
      ),
      userEmail: dropped,
    }),
    reply: z.object({ conversationId: z.uuid() }),
    limit: { calls: 60, seconds: 3600 },
    idempotent: true,
  }),
  /**
   * Send them one after another: an answer is assigned to the member's latest message. Messages with the same type and
   * `timestamp` are stored once, as is a repeat under the same Idempotency-Key.
   */
  message: route({
    method: 'POST',
    path: '/api/chat/webhooks/message',
    side: 'command',
    access: 'member',
    body: z.object({
      conversationId,
      sessionId,
      messageType: z.enum(speakers, 'Please say whose message it is'),
      content: neededText('A message is needed').check(
        z.maxLength(CHAT_TEXT_MAX, `Please enter at most ${CHAT_TEXT_MAX} characters`),
      ),
      timestamp: z.iso.datetime('Please send when it was written'),
      userEmail: dropped,
      metadata: z._default(
        z.object({
          userAgent: dropped,
          location: dropped,
          suggestions: z.nullish(
            z
              .array(optionalLine(CHAT_SUGGESTION_MAX), 'Please send a list of suggestions')
              .check(z.maxLength(CHAT_SUGGESTIONS_MAX, `At most ${CHAT_SUGGESTIONS_MAX} suggestions`)),
          ),
          /** Milliseconds. */
          responseTime: z.nullish(
            z
              .number('Please send milliseconds')
              .check(z.gte(0, 'Please send milliseconds'), z.lte(RESPONSE_MS_MAX, 'Please send milliseconds')),
          ),
          /**
           * For messages of the assistant: the knowledge topic of the answer, or null without an answer. Stored
           * unencrypted, because the report of unanswered questions counts by it.
           */
          topic: z.nullish(
            z.string('Please send the topic’s id').check(z.regex(topicId, 'Please send the topic’s id')),
          ),
        }),
        {},
      ),
    }),
    reply: z.object({}),
    errors: [chatProblems.notFound, chatProblems.ended, chatProblems.full],
    limit: { calls: 120, seconds: 60 },
    idempotent: true,
  }),
  /** Changes nothing if the conversation has ended already. */
  end: route({
    method: 'POST',
    path: '/api/chat/webhooks/conversation/end',
    side: 'command',
    access: 'member',
    body: z.object({
      conversationId,
      sessionId,
      totalMessages: count('Please send how many messages there were'),
      /** Ignored: the log has its own times. */
      conversationLength: dropped,
    }),
    reply: z.object({}),
    errors: [chatProblems.notFound],
    limit: { calls: 60, seconds: 3600 },
    idempotent: true,
  }),
  /** What the assistant knows about the caller. Deadlines of challenges are public and have their own route. */
  state: route({
    method: 'GET',
    path: '/api/chat/state',
    side: 'command',
    access: 'member',
    reply: z.object({ success: z.literal(true), state: ownState }),
    limit: { calls: 120, seconds: 60 },
  }),
};
