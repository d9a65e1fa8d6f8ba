import { Module } from '@nestjs/common';
import { OperatorsLookup } from '../operators/operators.lookup.ts';
import { MessagesController } from './messages.controller.ts';
import {
  EscalateMessageHandler,
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
    SubmitMessageHandler,
    TriageMessageHandler,
    ReplyToMessageHandler,
    ReopenMessageHandler,
    EscalateMessageHandler,
    PostReplyHandler,
    MessageLetters,
    SavedFilters,
    OperatorsLookup,
  ],
})
export class MessagesModule {}
