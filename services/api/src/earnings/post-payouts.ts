import type { Pool } from '@easel/kernel/database/database';
import { BACKGROUND_POOL } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Mails } from '../mail/mails.ts';
import { PAYOUT_MAIL } from './earnings.letters.ts';

/** Names the event that settled the payout, and whom the mail is for. */
export interface SettledPayout {
  memberId: string;
  stream: string;
  revision: number;
}

/** Queues the mail about a payout, once however often this is sent. */
export class PostPayout extends Command<void> {
  constructor(
    /** Deduplicates. */
    readonly eventId: string,
    readonly settled: SettledPayout,
  ) {
    super();
  }
}

@CommandHandler(PostPayout)
export class PostPayoutHandler implements ICommandHandler<PostPayout> {
  constructor(
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    private readonly mails: Mails,
  ) {}

  async execute({ eventId, settled }: PostPayout): Promise<void> {
    await this.mails.addOnce(this.pool, eventId, PAYOUT_MAIL, settled);
    this.mails.wake();
  }
}
