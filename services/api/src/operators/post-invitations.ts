import { withTransaction, type Pool } from '@easel/kernel/database/database';
import { BACKGROUND_POOL } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Mails } from '../mail/mails.ts';
import { OPERATOR_INVITATION } from './operators.letters.ts';
import { Invitations } from './operators.tables.ts';

/** Puts an invitation into the mail's queue, once however often it is asked to. */
export class PostInvitation extends Command<void> {
  constructor(
    readonly operatorId: string,
    readonly invitationId: string,
  ) {
    super();
  }
}

@CommandHandler(PostInvitation)
export class PostInvitationHandler implements ICommandHandler<PostInvitation> {
  constructor(
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    private readonly invitations: Invitations,
    private readonly mails: Mails,
  ) {}

  async execute({ operatorId, invitationId }: PostInvitation): Promise<void> {
    await withTransaction(this.pool, async (client) => {
      const isNew = await this.invitations.notePosted(client, { operatorId, invitationId });
      if (isNew) await this.mails.add(client, OPERATOR_INVITATION, { operatorId, invitationId });
    });
    this.mails.wake();
  }
}
