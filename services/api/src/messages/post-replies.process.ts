import type { MessageFact } from '@easel/contracts/messages/events';
import { messageStream } from '@easel/contracts/messages/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { PostReply } from './messages.commands.ts';

interface Reply {
  messageId: string;
}

/** Mails what operators reply, also when the process that took the reply died right after. */
export const postReplies: ProcessDefinition<MessageFact, Reply, PostReply> = {
  name: 'messages.post-replies',
  from: 'start',
  categories: [messageStream.category],

  on: (fact) =>
    fact.type === 'MessageReplied'
      ? [
          {
            schedule: {
              key: fact.data.actionId,
              dueAt: fact.recordedAt,
              payload: { messageId: fact.data.messageId },
            },
          },
        ]
      : [],

  command: ({ key: actionId, payload: { messageId } }) => new PostReply(messageId, actionId),
};
