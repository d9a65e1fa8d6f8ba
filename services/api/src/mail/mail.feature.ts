import { feature } from '@easel/kernel/deciding/feature';
import { Mails } from './mails.ts';
import { MailController } from './mail.controller.ts';
import { LocalMailbox, MailQueue } from './mail.tables.ts';
import { MailWorker } from './mail.worker.ts';
import { QueueMailHandler } from './queue-mail.ts';

export const mailFeature = feature({
  routes: [MailController],
  useCases: [Mails, QueueMailHandler],
  providers: [MailQueue, LocalMailbox, MailWorker],
});
