import { Global, Module } from '@nestjs/common';
import { Mails } from './mail.commands.ts';
import { MailController } from './mail.controller.ts';
import { LocalMailbox, MailQueue } from './mail.tables.ts';
import { MailWorker } from './mail.worker.ts';
import { PublicAddress } from '../public-address.ts';

/** Whoever has something to write finds it. */
@Global()
@Module({
  controllers: [MailController],
  providers: [Mails, MailQueue, LocalMailbox, MailWorker, PublicAddress],
  exports: [Mails],
})
export class MailModule {}
