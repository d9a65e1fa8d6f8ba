import { messageStream } from '@easel/contracts/messages/stream';
import { mounted } from '@easel/kernel/deciding/mounted';
import { Module } from '@nestjs/common';
import { OperatorsLookup } from '../operators/operators.lookup.ts';
import { message } from './message.decider.ts';
import { MessagesController } from './messages.controller.ts';
import {
  PostReplyHandler,
  ReopenMessageHandler,
  ReplyToMessageHandler,
  SubmitMessageHandler,
  TriageMessageHandler,
} from './messages.handlers.ts';
import { MessageLetters } from './messages.letters.ts';
import { SavedFilters } from './messages.tables.ts';
import { SavedFiltersController } from './saved-filters.controller.ts';

@Module({
  controllers: [MessagesController, SavedFiltersController],
  providers: [
    mounted(messageStream, message),
    SubmitMessageHandler,
    TriageMessageHandler,
    ReplyToMessageHandler,
    ReopenMessageHandler,
    PostReplyHandler,
    MessageLetters,
    SavedFilters,
    OperatorsLookup,
  ],
})
export class MessagesModule {}
