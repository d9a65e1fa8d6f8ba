import { feature } from '@easel/kernel/deciding/feature';
import { Mails } from './mails.ts';
import { MailController } from './mail.controller.ts';
import { LocalMailbox, MailQueue } from './mail.tables.ts';
import { MailWorker } from './mail.worker.ts';
import { PostMailHandler } from './post-mail.ts';

export const mailFeature = feature({
  routes: [MailController],
  useCases: [Mails, PostMailHandler],
  providers: [MailQueue, LocalMailbox, MailWorker],
});
