import { withTransaction, type Pool } from '@easel/kernel/database/database';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { BACKGROUND_POOL } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Mails } from './mails.ts';
import { notePosted } from './mail.tables.ts';

/** Puts a mail into the queue, once under its key however often it is asked to. */
export class PostMail extends Command<void> {
  constructor(
    readonly kind: string,
    readonly key: string,
    readonly payload: object,
  ) {
    super();
  }
}

@CommandHandler(PostMail)
export class PostMailHandler implements ICommandHandler<PostMail> {
  constructor(
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    private readonly mails: Mails,
  ) {}

  async execute({ kind, key, payload }: PostMail): Promise<void> {
    await withTransaction(this.pool, async (client) => {
      if (await notePosted(client, kind, key)) await this.mails.add(client, kind, payload);
      faultPoint('mail.before-post');
    });
    faultPoint('mail.after-post');
    this.mails.wake();
  }
}
