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
      /** The browser's name for it. */
      sessionId: z.string().regex(chatSessionId),
      userAgent: z.string(),
      category: z.string(),
      /** A line each; empty where there are none. */
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
      /** Offered with an answer, a line each; empty where there are none. */
      suggestions: z.string(),
      /** Knowledge that an answer comes from; null where there was none, and of the member's messages. */
      topic: z.string().regex(topicId).nullable(),
      /** The member's latest message that had no answer before; null where there is none. */
      answersId: z.uuid().nullable(),
      /** What an answer took in the browser, where it says so. */
      responseMs: z.int().min(0).max(RESPONSE_MS_MAX).nullable(),
      recordedAt: z.iso.datetime(),
    }),
    sealed: { subject: 'memberId', fields: ['content', 'suggestions'] },
  },
  ConversationEnded: {
    version: 1,
    data: z.object({
      ...ids,
      /** Recorded ones. */
      messages: z.int().min(0),
      /** By the browser's count: more than were recorded where some did not arrive. */
      countedMessages: z.int().min(0),
      endedAt: z.iso.datetime(),
    }),
  },
} satisfies FactCatalogue;

export type ChatFact = FactsOf<typeof chatFacts>;
