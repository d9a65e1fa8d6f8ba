import { withTransaction, type Pool } from '@easel/kernel/database/database';
import { BACKGROUND_POOL } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Mails } from '../mail/mails.ts';
import { MESSAGE_REPLY } from './messages.letters.ts';
import { notePosted } from './messages.tables.ts';

/** Puts a reply into the mail's queue, once however often it is asked to. */
export class PostReply extends Command<void> {
  constructor(
    readonly messageId: string,
    readonly actionId: string,
  ) {
    super();
  }
}

@CommandHandler(PostReply)
export class PostReplyHandler implements ICommandHandler<PostReply> {
  constructor(
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    private readonly mails: Mails,
  ) {}

  async execute({ messageId, actionId }: PostReply): Promise<void> {
    await withTransaction(this.pool, async (client) => {
      if (await notePosted(client, actionId)) await this.mails.add(client, MESSAGE_REPLY, { messageId, actionId });
    });
    this.mails.wake();
  }
}
