import { memberStream } from '@easel/contracts/members/stream';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Sessions } from '@easel/kernel/identity/sessions';
import { Outbox } from '@easel/kernel/log/outbox';
import { Injectable } from '@nestjs/common';
import { Mails } from '../mail/mails.ts';
import { refuseWrongPassword } from './check-password.ts';
import { Credentials } from './credentials.tables.ts';
import { MailLinks } from './mail-links.tables.ts';
import { MemberChanges } from './member-changes.ts';
import { ERASURE_REQUESTED } from './members.letters.ts';
import { PublicNames } from './public-names.tables.ts';
import { RegisteredMembers } from './registered-members.ts';

/** How members ask to be erased, and are. */
@Injectable()
export class MemberErasure {
  constructor(
    private readonly changes: MemberChanges,
    private readonly members: RegisteredMembers,
    private readonly credentials: Credentials,
    private readonly names: PublicNames,
    private readonly links: MailLinks,
    private readonly sessions: Sessions,
    private readonly mails: Mails,
    private readonly outbox: Outbox,
  ) {}

  /** When they asked for it and when it is due; undefined where they have not asked. */
  async requestOf(memberId: string) {
    await this.outbox.deliver(memberStream.nameOf(memberId));
    return (await this.members.find(memberId))?.erasure;
  }

  /** By the password, since a session alone may be somebody else's; a mail tells of it. */
  async request(
    memberId: string,
    { password, givesUp }: { password: string; givesUp: boolean },
    context: CommandContext,
  ): Promise<void> {
    const command = { type: 'RequestErasure', memberId, givesUp, at: new Date() } as const;
    await this.changes.change(memberId, command, context, {
      check: (row) => refuseWrongPassword(row.passwordHash, password),
      write: (client) => this.mails.add(client, ERASURE_REQUESTED, { memberId }),
    });
    this.mails.wake();
  }

  async withdraw(memberId: string, context: CommandContext): Promise<void> {
    await this.changes.change(memberId, { type: 'WithdrawErasure', memberId }, context, {
      write: () => Promise.resolve(),
    });
  }

  /**
   * Where it is due: everything by which they sign in, are written to and are found goes in one transaction with the
   * fact. Answers whether they are erased by now.
   */
  async erase(memberId: string, context: CommandContext): Promise<boolean> {
    const stream = memberStream.nameOf(memberId);
    // Who has no row any more may have a fact that waits to be written.
    await this.outbox.deliver(stream);
    const before = await this.members.find(memberId);
    if (before && !before.erased && (await this.credentials.of(memberId))) {
      const addresses = [before.email, ...before.leftEmails.map(({ email }) => email)];
      await this.changes.change(memberId, { type: 'EraseMember', memberId, at: new Date() }, context, {
        write: async (client) => {
          await this.credentials.remove(client, memberId);
          await this.names.forget(client, memberId);
          await this.links.forgetAll(client, memberId);
          await this.sessions.closeAllOfMember(client, memberId);
          await this.mails.forget(client, memberId, addresses);
        },
      });
    }
    return (await this.members.find(memberId))?.erased ?? false;
  }
}
