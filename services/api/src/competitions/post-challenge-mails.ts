import type { Pool } from '@easel/kernel/database/database';
import { BACKGROUND_POOL } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Mails } from '../mail/mails.ts';
import { CHALLENGE_MAIL, type ChallengeMailAsked } from './competitions.letters.ts';

/** Queues a mail to one member about a challenge, once however often this is sent. */
export class PostChallengeMail extends Command<void> {
  constructor(
    /** A UUID; deduplicates. */
    readonly mailId: string,
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

  async execute({ mailId, asked }: PostChallengeMail): Promise<void> {
    await this.mails.addOnce(this.pool, mailId, CHALLENGE_MAIL, asked);
    this.mails.wake();
  }
}
