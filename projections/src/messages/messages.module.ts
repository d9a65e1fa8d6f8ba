import { Module } from '@nestjs/common';
import { MessagesController } from './messages.controller.ts';
import { MessageCountsHandler, MessageListHandler, OneMessageHandler } from './messages.queries.ts';

@Module({
  controllers: [MessagesController],
  providers: [MessageListHandler, OneMessageHandler, MessageCountsHandler],
})
export class MessagesModule {}
