import type { Pool } from '@easel/kernel/database/database';
import { BACKGROUND_POOL } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Mails } from '../mail/mails.ts';
import { RECEIPT } from './invoices.letters.ts';

/** Names the event that the mail is about, and whom it is for. */
export interface ReceiptAsked {
  memberId: string;
  stream: string;
  revision: number;
}

/** Puts the mail about an invoice or a purchase into the mail's queue, once however often it is asked to. */
export class PostReceipt extends Command<void> {
  constructor(
    /** Deduplicates. */
    readonly eventId: string,
    readonly asked: ReceiptAsked,
  ) {
    super();
  }
}

@CommandHandler(PostReceipt)
export class PostReceiptHandler implements ICommandHandler<PostReceipt> {
  constructor(
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    private readonly mails: Mails,
  ) {}

  async execute({ eventId, asked }: PostReceipt): Promise<void> {
    await this.mails.addOnce(this.pool, eventId, RECEIPT, asked);
    this.mails.wake();
  }
}
