import type { Pool } from '@easel/kernel/database/database';
import { BACKGROUND_POOL } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { Mails } from '../mail/mails.ts';
import { PAYOUT_MAIL, SALES_MAIL } from './earnings.letters.ts';

/** Mails are known by UUID v5 of their key within this namespace. */
const MAIL_NAMESPACE = '5f0f1a36-3b86-4c1d-a3a5-0a7c1f0d8f52';

/** Says what the mail is about: the sales of a UTC day, or the event that settled a payout. */
export type EarningsMailAsked =
  | { kind: 'sales'; memberId: string; day: string }
  | { kind: 'payout'; memberId: string; stream: string; revision: number };

/** Queues a mail to a seller, once however often this is sent. */
export class PostEarningsMail extends Command<void> {
  constructor(
    /** Deduplicates. */
    readonly key: string,
    readonly asked: EarningsMailAsked,
  ) {
    super();
  }
}

@CommandHandler(PostEarningsMail)
export class PostEarningsMailHandler implements ICommandHandler<PostEarningsMail> {
  constructor(
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    private readonly mails: Mails,
  ) {}

  async execute({ key, asked: { kind, ...about } }: PostEarningsMail): Promise<void> {
    const mail = kind === 'sales' ? SALES_MAIL : PAYOUT_MAIL;
    await this.mails.addOnce(this.pool, uuidV5(key, MAIL_NAMESPACE), mail, about);
    this.mails.wake();
  }
}
