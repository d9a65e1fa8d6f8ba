import { Module } from '@nestjs/common';
import { MessagesController } from './messages.controller.ts';

@Module({ controllers: [MessagesController] })
export class MessagesModule {}
