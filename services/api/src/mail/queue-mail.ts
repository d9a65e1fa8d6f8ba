import type { Pool } from '@easel/kernel/database/database';
import { BACKGROUND_POOL } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Mails } from './mails.ts';

/** The event that a mail is about, and its recipient. */
export interface MailedEvent {
  memberId: string;
  stream: string;
  revision: number;
}

/** Queues the mail about an event. A repeat queues none. */
export class QueueMail extends Command<void> {
  constructor(
    readonly kind: string,
    /** Deduplicates. */
    readonly eventId: string,
    readonly event: MailedEvent,
  ) {
    super();
  }
}

@CommandHandler(QueueMail)
export class QueueMailHandler implements ICommandHandler<QueueMail> {
  constructor(
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    private readonly mails: Mails,
  ) {}

  async execute({ kind, eventId, event }: QueueMail): Promise<void> {
    await this.mails.addOnce(this.pool, eventId, kind, event);
    this.mails.wake();
  }
}
