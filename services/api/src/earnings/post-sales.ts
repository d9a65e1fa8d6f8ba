import type { Pool } from '@easel/kernel/database/database';
import { BACKGROUND_POOL } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { Mails } from '../mail/mails.ts';
import { SALES_MAIL } from './earnings.letters.ts';

/** Ids of mails are UUID v5 of seller and day in this namespace. */
const MAIL_NAMESPACE = '5f0f1a36-3b86-4c1d-a3a5-0a7c1f0d8f52';

/** The UTC day whose sales the mail is about. */
export interface SoldDay {
  memberId: string;
  day: string;
}

/** Queues the mail about a day’s sales. A repeat queues none. */
export class PostSales extends Command<void> {
  constructor(readonly sold: SoldDay) {
    super();
  }
}

@CommandHandler(PostSales)
export class PostSalesHandler implements ICommandHandler<PostSales> {
  constructor(
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    private readonly mails: Mails,
  ) {}

  async execute({ sold }: PostSales): Promise<void> {
    const id = uuidV5(`${sold.memberId} ${sold.day}`, MAIL_NAMESPACE);
    await this.mails.addOnce(this.pool, id, SALES_MAIL, sold);
    this.mails.wake();
  }
}
