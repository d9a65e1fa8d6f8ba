import type { Pool } from '@easel/kernel/database/database';
import { BACKGROUND_POOL } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { Mails } from '../mail/mails.ts';
import { CHALLENGE_MAIL, type ChallengeMailAsked } from './competitions.letters.ts';

const MAIL_NAMESPACE = '0e2c7a54-52a1-4f0e-9a39-5d0b4f1c6b7e';

/** Queues a mail to one member about a challenge. A repeat queues none. */
export class PostChallengeMail extends Command<void> {
  constructor(
    /** Deduplicates. */
    readonly key: string,
    readonly asked: ChallengeMailAsked,
  ) {
    super();
  }
}

@CommandHandler(PostChallengeMail)
export class PostChallengeMailHandler implements ICommandHandler<PostChallengeMail> {
  constructor(
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    private readonly mails: Mails,
  ) {}

  async execute({ key, asked }: PostChallengeMail): Promise<void> {
    await this.mails.addOnce(this.pool, uuidV5(key, MAIL_NAMESPACE), CHALLENGE_MAIL, asked);
    this.mails.wake();
  }
}
