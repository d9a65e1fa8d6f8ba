import { withTransaction, type Pool } from '@easel/kernel/database/database';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { BACKGROUND_POOL } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Mails } from '../mail/mails.ts';
import { DIGEST } from './digest.letters.ts';
import { notePosted } from './digests.tables.ts';

/** Puts a monthly mail into the mail's queue, once however often it is asked to. */
export class PostDigest extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly month: string,
  ) {
    super();
  }
}

@CommandHandler(PostDigest)
export class PostDigestHandler implements ICommandHandler<PostDigest> {
  constructor(
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    private readonly mails: Mails,
  ) {}

  async execute({ memberId, month }: PostDigest): Promise<void> {
    await withTransaction(this.pool, async (client) => {
      if (await notePosted(client, memberId, month)) await this.mails.add(client, DIGEST, { memberId, month });
      faultPoint('digest.before-post');
    });
    faultPoint('digest.after-post');
    this.mails.wake();
  }
}
