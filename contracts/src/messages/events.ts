import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { messagePriorities, messageStatuses, messageTypes } from './policy.ts';

const status = z.enum(messageStatuses);
const priority = z.enum(messagePriorities);
const triage = z.object({ status, priority, assigneeId: z.uuid().nullable() });

/**
 * `senderId` is the member who wrote it, or else the message's own id: by it the sender's words are sealed, and erased.
 */
const ids = { messageId: z.uuid(), senderId: z.uuid() };
/** Names what an operator did, so that a repeat is known. */
const action = { actionId: z.uuid(), ...ids };

/** Facts of `message-{messageId}`. Who acted stands in the metadata. */
export const messageFacts = {
  MessageSubmitted: {
    version: 1,
    data: z.object({
      ...ids,
      messageType: z.enum(messageTypes),
      memberId: z.uuid().nullable(),
      senderName: z.string(),
      senderEmail: z.string(),
      /** The address is a placeholder: nobody can be answered. */
      anonymous: z.boolean(),
      subject: z.string(),
      content: z.string(),
      sourcePage: z.string(),
      priority,
      submittedAt: z.iso.datetime(),
    }),
    sealed: { subject: 'senderId', fields: ['senderName', 'senderEmail', 'subject', 'content', 'sourcePage'] },
  },
  /** The whole triage afterwards, and before: the same where an operator only left a note, the `reason`. */
  MessageTriaged: {
    version: 1,
    data: z.object({ ...action, ...triage.shape, before: triage, reason: z.string() }),
    sealed: { subject: 'senderId', fields: ['reason'] },
  },
  MessageReplied: {
    version: 1,
    data: z.object({ ...action, text: z.string(), before: status, repliedAt: z.iso.datetime() }),
    sealed: { subject: 'senderId', fields: ['text'] },
  },
  /** It is in progress again. */
  MessageReopened: {
    version: 1,
    data: z.object({ ...action, before: status, reason: z.string() }),
    sealed: { subject: 'senderId', fields: ['reason'] },
  },
  /** Nobody has read it for too long: its priority is high from now on. */
  MessageEscalated: {
    version: 1,
    data: z.object({ ...ids, before: priority, escalatedAt: z.iso.datetime() }),
  },
} satisfies FactCatalogue;

export type MessageFact = FactsOf<typeof messageFacts>;
