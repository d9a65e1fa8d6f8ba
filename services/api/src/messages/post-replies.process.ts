import type { MessageFact } from '@easel/contracts/messages/events';
import { messageStream } from '@easel/contracts/messages/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { PostReply } from './post-replies.ts';

interface Reply {
  messageId: string;
}

/** Mails what operators reply, also when the process that took the reply died right after. */
export const postReplies: ProcessDefinition<MessageFact, Reply, PostReply> = {
  name: 'messages.post-replies',
  from: 'start',
  categories: [messageStream.category],

  on: {
    MessageReplied: ({ data, recordedAt }) => [
      { schedule: { key: data.actionId, dueAt: recordedAt, payload: { messageId: data.messageId } } },
    ],
  },

  command: ({ key: actionId, payload: { messageId } }) => new PostReply(messageId, actionId),
};
