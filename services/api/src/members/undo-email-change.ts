import { ERASED } from '@easel/contracts/kernel/event';
import { Refused } from '@easel/contracts/kernel/problem';
import { memberProblems } from '@easel/contracts/members/problems';
import { memberStream } from '@easel/contracts/members/stream';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Outbox } from '@easel/kernel/log/outbox';
import { Sessions } from '@easel/kernel/identity/sessions';
import { Injectable } from '@nestjs/common';
import { Mails } from '../mail/mails.ts';
import { Credentials } from './credentials.tables.ts';
import { MailLinks, type MailLink } from './mail-links.tables.ts';
import { MemberChanges } from './member-changes.ts';
import type { LeftEmail } from './member.decider.ts';
import { PASSWORD_RESET } from './members.letters.ts';
import { RegisteredMembers } from './registered-members.ts';

/** Addresses that are put back. */
@Injectable()
export class EmailChangeUndo {
  constructor(
    private readonly changes: MemberChanges,
    private readonly members: RegisteredMembers,
    private readonly credentials: Credentials,
    private readonly links: MailLinks,
    private readonly sessions: Sessions,
    private readonly mails: Mails,
    private readonly outbox: Outbox,
  ) {}

  /**
   * By the token of the mail that told of the change, once; ends all of the member's sessions.
   *
   * Whoever led the address away knew the password, so that everything it opened is shut, and the address that stands
   * again is sent a link to choose another.
   */
  async undo(token: string, context: CommandContext): Promise<void> {
    const link = await this.links.find('undo-email-change', token);
    const left = link && (await this.leftBy(link));
    if (!link || !left) throw new Refused(memberProblems.undoLinkDead);
    const { memberId, emailDigest } = link;
    const command = { type: 'UndoEmailChange', memberId, changeId: left.changeId, at: new Date() } as const;
    await this.changes.change(memberId, command, context, {
      write: async (client) => {
        if (!(await this.links.use(client, 'undo-email-change', token))) throw new Refused(memberProblems.undoLinkDead);
        await this.credentials.rename(client, memberId, { email: left.email });
        await this.credentials.forgetDevices(client, memberId);
        await this.sessions.closeAllOfMember(client, memberId);
        await this.links.forget(client, memberId, 'reset-password');
        await this.links.kill(client, memberId, 'verify-email');
        await this.mails.add(client, PASSWORD_RESET, { emailDigest });
      },
    });
    this.mails.wake();
  }

  /** The first change that led away from the address which the link was sent to: later ones go with it. */
  private async leftBy({ memberId, emailDigest }: MailLink): Promise<LeftEmail | undefined> {
    await this.outbox.deliver(memberStream.nameOf(memberId));
    const member = await this.members.find(memberId);
    const left = member?.leftEmails.find(({ email }) => this.credentials.emailDigest(email) === emailDigest);
    const stored = left && (await this.members.emailChange(memberId, left.changeId));
    return stored?.previousEmail === ERASED ? undefined : left;
  }
}
