import { messageStream } from '@easel/contracts/messages/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { escalateMessages } from './escalate.process.ts';
import { message } from './message.decider.ts';
import { MessagesController } from './messages.controller.ts';
import { MessageLetters } from './messages.letters.ts';
import { SavedFilters } from './messages.tables.ts';
import { postReplies } from './post-replies.process.ts';
import { PostReplyHandler } from './post-replies.ts';
import { SavedFiltersController } from './saved-filters.controller.ts';

export const messagesFeature = feature({
  stream: messageStream,
  decider: message,
  routes: [MessagesController, SavedFiltersController],
  processes: [escalateMessages, postReplies],
  useCases: [PostReplyHandler],
  providers: [MessageLetters, SavedFilters],
});
