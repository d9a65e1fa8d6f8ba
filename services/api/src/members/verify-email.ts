import { ERASED } from '@easel/contracts/kernel/event';
import { Refused } from '@easel/contracts/kernel/problem';
import { memberProblems } from '@easel/contracts/members/problems';
import { memberStream } from '@easel/contracts/members/stream';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import type { Pool } from '@easel/kernel/database/database';
import { Outbox } from '@easel/kernel/log/outbox';
import { LOGGER, POOL } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Mails } from '../mail/mails.ts';
import { Credentials } from './credentials.tables.ts';
import { MailLinks } from './mail-links.tables.ts';
import { member } from './member.decider.ts';
import { VERIFICATION } from './members.letters.ts';
import { RegisteredMembers } from './registered-members.ts';
import { ReferralMailboxes } from './referral-mailboxes.ts';

/** As the page says it (spec: public-and-commerce §2.15). */
type VerificationStatus = 'success' | 'invalid' | 'missing' | 'not_found' | 'error';

/** Whether somebody reads mail at a member's address. */
@Injectable()
export class EmailVerification {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly runner: DeciderRunner,
    private readonly members: RegisteredMembers,
    private readonly credentials: Credentials,
    private readonly links: MailLinks,
    private readonly mailboxes: ReferralMailboxes,
    private readonly outbox: Outbox,
    private readonly mails: Mails,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Refused with 422 where it is verified already. */
  async request(memberId: string): Promise<void> {
    if ((await this.members.find(memberId))?.emailVerified) throw new Refused(memberProblems.alreadyVerified);
    await this.mails.add(this.pool, VERIFICATION, { memberId });
    this.mails.wake();
  }

  /**
   * By the token of a mail; again, it is a success again. Never throws: whoever has followed a link is led to a page in
   * any case.
   */
  async verify(token: string | undefined, context: CommandContext): Promise<VerificationStatus> {
    if (!token) return 'missing';
    try {
      return await this.follow(token, context);
    } catch (error) {
      this.logger.error({ err: error, requestId: context.requestId }, 'an address could not be verified');
      return 'error';
    }
  }

  private async follow(token: string, context: CommandContext): Promise<VerificationStatus> {
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
