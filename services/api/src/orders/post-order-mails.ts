import type { Pool } from '@easel/kernel/database/database';
import { BACKGROUND_POOL } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Mails } from '../mail/mails.ts';
import { ORDER_MAIL } from './orders.letters.ts';

/** Names the event that the mail is about, and whom it is for. */
export interface OrderMailAsked {
  memberId: string;
  stream: string;
  revision: number;
}

/** Queues the mail about an event of an order, once however often this is sent. */
export class PostOrderMail extends Command<void> {
  constructor(
    /** Deduplicates. */
    readonly eventId: string,
    readonly asked: OrderMailAsked,
  ) {
    super();
  }
}

@CommandHandler(PostOrderMail)
export class PostOrderMailHandler implements ICommandHandler<PostOrderMail> {
  constructor(
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    private readonly mails: Mails,
  ) {}

  async execute({ eventId, asked }: PostOrderMail): Promise<void> {
    await this.mails.addOnce(this.pool, eventId, ORDER_MAIL, asked);
    this.mails.wake();
  }
}
