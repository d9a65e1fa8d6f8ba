import { Refused } from '@easel/contracts/kernel/problem';
import { memberProblems } from '@easel/contracts/members/problems';
import type { Pool } from '@easel/kernel/database/database';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Sessions } from '@easel/kernel/identity/sessions';
import { POOL } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import { Mails } from '../mail/mails.ts';
import { hashPassword, passwordMatches } from '../passwords.ts';
import { Credentials } from './credentials.tables.ts';
import { MailLinks } from './mail-links.tables.ts';
import { MemberChanges } from './member-changes.ts';
import { PASSWORD_RESET } from './members.letters.ts';
import { SignInLimits } from './sign-in-limits.ts';

/** Passwords that are changed or were forgotten. */
@Injectable()
export class PasswordChanges {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly changes: MemberChanges,
    private readonly credentials: Credentials,
    private readonly links: MailLinks,
    private readonly limits: SignInLimits,
    private readonly sessions: Sessions,
    private readonly mails: Mails,
  ) {}

  /** Ends the member's other sessions. */
  async change(
    { memberId, sessionId }: { memberId: string; sessionId: string },
    { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    context: CommandContext,
  ): Promise<void> {
    const passwordHash = await hashPassword(newPassword);
    await this.changes.change(memberId, { type: 'ChangePassword', memberId, by: 'change' }, context, {
      check: async (row) => {
        if (await passwordMatches(row.passwordHash, currentPassword)) return;
        const { message } = memberProblems.wrongPassword;
        throw new Refused(memberProblems.wrongPassword, { errors: [{ path: 'currentPassword', message }] });
      },
      write: async (client) => {
        await this.credentials.setPassword(client, memberId, passwordHash);
        await this.sessions.closeAllOfMember(client, memberId, { except: sessionId });
        await this.links.kill(client, memberId, 'reset-password');
      },
    });
  }

  /** Tells nobody whether there is such an address: only when the mail is due does anyone look. */
  async requestReset(email: string): Promise<void> {
    await this.mails.add(this.pool, PASSWORD_RESET, { emailDigest: this.credentials.emailDigest(email) });
    this.mails.wake();
  }

  /** By the token of a mail, once; ends all of the member's sessions. */
  async reset(token: string, newPassword: string, context: CommandContext): Promise<void> {
    const link = await this.links.find('reset-password', token);
    if (!link) throw new Refused(memberProblems.resetLinkDead);
    const { memberId, emailDigest } = link;
    const passwordHash = await hashPassword(newPassword);
    await this.changes.change(memberId, { type: 'ChangePassword', memberId, by: 'reset' }, context, {
      write: async (client, row) => {
        // Of many who come with the token at once, one is first.
        const isGood = row.emailDigest === emailDigest && (await this.links.use(client, 'reset-password', token));
        if (!isGood) throw new Refused(memberProblems.resetLinkDead);
        await this.credentials.setPassword(client, memberId, passwordHash);
        await this.credentials.forgetDevices(client, memberId);
        await this.sessions.closeAllOfMember(client, memberId);
        await this.links.kill(client, memberId, 'reset-password');
      },
    });
    await this.limits.open(emailDigest);
  }
}
