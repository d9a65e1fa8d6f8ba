import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { chatSessionId, RESPONSE_MS_MAX, speakers, topicId } from './policy.ts';

const ids = { conversationId: z.uuid(), memberId: z.uuid() };

/** Facts of `conversation-{conversationId}`. */
export const chatFacts = {
  ConversationStarted: {
    version: 1,
    data: z.object({
      ...ids,
      /** The browser's id for the conversation. */
      sessionId: z.string().regex(chatSessionId),
      userAgent: z.string(),
      category: z.string(),
      /** One per line; empty where there are none. */
      tags: z.string(),
      startedAt: z.iso.datetime(),
    }),
    sealed: { subject: 'memberId', fields: ['userAgent', 'category', 'tags'] },
  },
  ConversationMessageRecorded: {
    version: 1,
    data: z.object({
      ...ids,
      messageId: z.uuid(),
      speaker: z.enum(speakers),
      content: z.string(),
      /** Follow-up questions offered with an answer, one per line; empty where there are none. */
      suggestions: z.string(),
      /** The knowledge topic of an answer; null without one, and for the member's messages. */
      topic: z.string().regex(topicId).nullable(),
      /** Id of the member's latest unanswered message, which this one answers; null where there is none. */
      answersId: z.uuid().nullable(),
      /** How long the browser took to answer; null where it did not say. */
      responseMs: z.int().min(0).max(RESPONSE_MS_MAX).nullable(),
      recordedAt: z.iso.datetime(),
    }),
    sealed: { subject: 'memberId', fields: ['content', 'suggestions'] },
  },
  ConversationEnded: {
    version: 1,
    data: z.object({
      ...ids,
      /** Messages that were recorded. */
      messages: z.int().min(0),
      /** Messages by the browser's count: more than were recorded if some did not arrive. */
      countedMessages: z.int().min(0),
      endedAt: z.iso.datetime(),
    }),
  },
} satisfies FactCatalogue;

export type ChatFact = FactsOf<typeof chatFacts>;
