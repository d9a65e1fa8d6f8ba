import { Refused, type Problem } from '@easel/contracts/kernel/problem';
import { memberProblems } from '@easel/contracts/members/problems';
import { UNDO_EMAIL_DAYS } from '@easel/contracts/members/policy';
import { randomUUID } from '@easel/kernel/server/chance';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { Mails } from '../mail/mails.ts';
import { passwordMatches } from '../passwords.ts';
import { Credentials, type CredentialRow } from './credentials.tables.ts';
import { MailLinks } from './mail-links.tables.ts';
import { MemberChanges } from './member-changes.ts';
import type { Profile } from './member.decider.ts';
import { EMAIL_CHANGED, VERIFICATION } from './members.letters.ts';

/** Members' names and addresses. `currentPassword`: needed for another address. */
@Injectable()
export class Profiles {
  constructor(
    private readonly changes: MemberChanges,
    private readonly credentials: Credentials,
    private readonly links: MailLinks,
    private readonly mails: Mails,
  ) {}

  async update(
    memberId: string,
    { currentPassword, ...profile }: Profile & { currentPassword?: string | undefined },
    context: CommandContext,
  ): Promise<void> {
    const changeId = randomUUID();
    const command = { type: 'UpdateProfile', memberId, ...profile, changeId, at: new Date() } as const;
    const emailDigest = this.credentials.emailDigest(profile.email);
    await this.changes.change(memberId, command, context, {
      // A session alone, which may be a stolen one, leads nobody's mail elsewhere.
      check: async (row) => {
        if (row.emailDigest !== emailDigest) await refuseWrongPassword(row, currentPassword);
      },
      write: async (client, row) => {
        await this.credentials.rename(client, memberId, profile);
        if (row.emailDigest === emailDigest) return;
        // Whoever reads the mail of the address of before has no more say here.
        await this.links.kill(client, memberId, 'reset-password');
        await this.links.kill(client, memberId, 'verify-email');
        await this.credentials.keepAddress(client, memberId, row.emailDigest, UNDO_EMAIL_DAYS);
        await this.mails.add(client, EMAIL_CHANGED, { memberId, changeId });
        await this.mails.add(client, VERIFICATION, { memberId });
      },
    });
    this.mails.wake();
  }
}

async function refuseWrongPassword({ passwordHash }: CredentialRow, password = ''): Promise<void> {
  if (password === '') throw refusedAtPassword(memberProblems.passwordNeeded);
  if (!(await passwordMatches(passwordHash, password))) throw refusedAtPassword(memberProblems.wrongPassword);
}

const refusedAtPassword = (problem: Problem): Refused =>
  new Refused(problem, { errors: [{ path: 'currentPassword', message: problem.message }] });
