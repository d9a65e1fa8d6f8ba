import { ERASED } from '@easel/contracts/kernel/event';
import { Refused } from '@easel/contracts/kernel/problem';
import { memberProblems } from '@easel/contracts/members/http';
import { memberStream } from '@easel/contracts/members/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import type { Pool } from '@easel/kernel/database/database';
import { Outbox } from '@easel/kernel/log/outbox';
import { Sessions } from '@easel/kernel/identity/sessions';
import { LOGGER, POOL } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import { Mails } from '../mail/mail.commands.ts';
import { hashPassword, passwordMatches } from '../passwords.ts';
import { Credentials } from './credentials.tables.ts';
import { MailLinks } from './mail-links.tables.ts';
import { MemberChanges } from './member-changes.ts';
import { member } from './member.decider.ts';
import {
  ChangePassword,
  RequestPasswordReset,
  RequestVerification,
  ResetPassword,
  VerifyEmail,
  type VerificationStatus,
} from './members.commands.ts';
import { PASSWORD_RESET, VERIFICATION } from './members.letters.ts';
import { MembersLookup } from './members.lookup.ts';
import { ReferralMailboxes } from './referral-mailboxes.ts';
import { SignInLimits } from './sign-in-limits.ts';

@CommandHandler(ChangePassword)
export class ChangePasswordHandler implements ICommandHandler<ChangePassword> {
  constructor(
    private readonly changes: MemberChanges,
    private readonly credentials: Credentials,
    private readonly links: MailLinks,
    private readonly sessions: Sessions,
  ) {}

  async execute(command: ChangePassword): Promise<void> {
    const { memberId, sessionId, currentPassword, newPassword, context } = command;
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
}

@CommandHandler(RequestPasswordReset)
export class RequestPasswordResetHandler implements ICommandHandler<RequestPasswordReset> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly credentials: Credentials,
    private readonly mails: Mails,
  ) {}

  /** Only when the mail is due does anyone look whether there is such an address. */
  async execute({ email }: RequestPasswordReset): Promise<void> {
    await this.mails.add(this.pool, PASSWORD_RESET, { emailDigest: this.credentials.emailDigest(email) });
    this.mails.wake();
  }
}

@CommandHandler(ResetPassword)
export class ResetPasswordHandler implements ICommandHandler<ResetPassword> {
  constructor(
    private readonly changes: MemberChanges,
    private readonly credentials: Credentials,
    private readonly links: MailLinks,
    private readonly limits: SignInLimits,
    private readonly sessions: Sessions,
  ) {}

  async execute({ token, newPassword, context }: ResetPassword): Promise<void> {
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

@CommandHandler(RequestVerification)
export class RequestVerificationHandler implements ICommandHandler<RequestVerification> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly members: MembersLookup,
    private readonly mails: Mails,
  ) {}

  async execute({ memberId }: RequestVerification): Promise<void> {
    if ((await this.members.find(memberId))?.emailVerified) throw new Refused(memberProblems.alreadyVerified);
    await this.mails.add(this.pool, VERIFICATION, { memberId });
    this.mails.wake();
  }
}

@CommandHandler(VerifyEmail)
export class VerifyEmailHandler implements ICommandHandler<VerifyEmail> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly members: MembersLookup,
    private readonly credentials: Credentials,
    private readonly links: MailLinks,
    private readonly mailboxes: ReferralMailboxes,
    private readonly outbox: Outbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never throws: whoever has followed a link is led to a page in any case. */
  async execute({ token, context }: VerifyEmail): Promise<VerificationStatus> {
    if (!token) return 'missing';
    try {
      return await this.verify(token, context);
    } catch (error) {
      this.logger.error({ err: error, requestId: context.requestId }, 'an address could not be verified');
      return 'error';
    }
  }

  private async verify(token: string, context: VerifyEmail['context']): Promise<VerificationStatus> {
    const link = await this.links.find('verify-email', token);
    if (!link) return 'invalid';
    const { memberId, emailDigest } = link;
    const stream = memberStream.nameOf(memberId);
    await this.outbox.deliver(stream);
    const found = await this.members.find(memberId);
    if (!found || found.email === ERASED) return 'not_found';
    const isOfLink = (email: string): boolean => this.credentials.emailDigest(email) === emailDigest;
    if (!isOfLink(found.email)) return 'invalid';
    // Whoever verifies a mailbox first has it, invited or not: before the fact, which invitations are rewarded by.
    await this.mailboxes.claim(memberId, found.email);
    const command = { type: 'VerifyEmail', memberId, email: found.email } as const;
    const actor = { kind: 'member', id: memberId } as const;
    const { state } = await this.runner.execute(stream, member, command, { ...context, actor });
    // The address may have become another one since it was looked at.
    return state.emailVerified && isOfLink(state.email) ? 'success' : 'invalid';
  }
}
