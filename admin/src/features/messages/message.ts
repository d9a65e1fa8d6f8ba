import type { Reply } from '@easel/contracts/kernel/client/address';
import type { MessageRecord, messagesHttp } from '@easel/contracts/messages/http';
import type { MessagePriority, MessageStatus, MessageType } from '@easel/contracts/messages/policy';

export type Message = MessageRecord;
/** With its timeline. */
export type WholeMessage = Reply<typeof messagesHttp.one>;

/** What an operator may change of a message; what is left out stays. */
export interface TriageRequest {
  status?: MessageStatus;
  priority?: MessagePriority;
  /** An operator's id. */
  assignee?: string | null;
  reason?: string;
}

/**
 * What the list and the board are narrowed by, as the API takes it; an address may hold one where several may stand.
 */
export interface MessageFilter {
  message_type?: MessageType | MessageType[];
  status?: MessageStatus | MessageStatus[];
  priority?: MessagePriority | MessagePriority[];
  assignee?: string | string[];
  waiting?: boolean;
  escalated?: boolean;
  q?: string;
}

export const typeLabels: Readonly<Record<MessageType, string>> = {
  feature: 'Feature request',
  bug: 'Bug report',
  contact: 'Contact',
  report: 'Report',
};

/** What a list shows until it is narrowed otherwise: messages that are neither answered nor closed. */
export const OPEN: MessageFilter = { waiting: true };

/** Newest first, as the server lists them unasked. */
export const NEWEST_FIRST = { field: 'created_at', order: 'DESC' } as const;
