import type { Recorded } from '@easel/contracts/kernel/event';
import type { MessageFact } from '@easel/contracts/messages/events';
import { ESCALATE_AFTER_MS } from '@easel/contracts/messages/policy';
import { messageStream } from '@easel/contracts/messages/stream';
import { decide, type Decide } from '@easel/kernel/deciding/decide';
import type { ProcessDefinition, Step } from '@easel/kernel/following/process';
import type { MessageCommand } from './message.decider.ts';

interface Unread {
  cause: string;
  correlationId: string;
}

/** Watches for messages that nobody reads. */
export const escalateMessages: ProcessDefinition<MessageFact, Unread, Decide> = {
  name: 'messages.escalate',
  from: 'start',
  categories: [messageStream.category],

  on: {
    MessageSubmitted: (fact) => [watched(fact)],
    MessageTriaged(fact) {
      const { messageId, status, before } = fact.data;
      // What is put back among the unread has as long again; what was unread all along keeps its time.
      if (status !== 'unread') return [{ cancel: messageId }];
      return before.status === 'unread' ? [] : [watched(fact)];
    },
    MessageReplied: ({ data }) => [{ cancel: data.messageId }],
    MessageEscalated: ({ data }) => [{ cancel: data.messageId }],
  },

  command: ({ key: messageId, payload: { cause, correlationId } }) =>
    decide<MessageCommand>(
      messageStream,
      messageId,
      { type: 'EscalateMessage' },
      {
        key: `escalate ${messageId}`,
        actor: { kind: 'system', id: 'messages.escalate' },
        correlationId,
        causationId: cause,
      },
    ),
};

const watched = ({ id, data, recordedAt, metadata }: Recorded<MessageFact>): Step<Unread> => ({
  schedule: {
    key: data.messageId,
    dueAt: new Date(recordedAt.getTime() + ESCALATE_AFTER_MS),
    payload: { cause: id, correlationId: metadata.$correlationId },
  },
});
