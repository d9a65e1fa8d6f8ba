import { referralCodeOf } from '@easel/contracts/members/policy';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { monthlyImageLimit } from '@easel/contracts/account/policy';
import type { User } from '@easel/contracts/members/http';
import { memberStream } from '@easel/contracts/members/stream';
import { LogUnavailable } from '@easel/kernel/log/event-log.errors';
import { EventLog } from '@easel/kernel/log/event-log';
import { Injectable } from '@nestjs/common';
import { AccountLookup } from '../account/account.lookup.ts';
import { RegisteredMembers } from './registered-members.ts';

/** The member as the clients know it, gathered from the member's own streams. */
@Injectable()
export class UserPresenter {
  constructor(
    private readonly members: RegisteredMembers,
    private readonly accounts: AccountLookup,
    private readonly log: EventLog,
  ) {}

  async present(memberId: string): Promise<User> {
    const [member, account, createdAt] = await Promise.all([
      this.members.find(memberId),
      this.accounts.of(memberId),
      this.registeredAt(memberId),
    ]);
    // A session is opened after the registration was appended, so this log is not the one it was written to.
    if (!member || !createdAt) throw new LogUnavailable(new Error(`member ${memberId} is not in the log`));
    const { email, username, firstName, lastName, emailVerified } = member;
    const { defaultResolution, defaultFormat, marketingOptIn, publicProfile = null, referrals } = member;
    const { tier, status, endDate } = account.subscription;
    return {
      id: memberId,
      email,
      username,
      firstName,
      lastName,
      emailVerified,
      created_at: createdAt.toISOString(),
      // Clients show `free` as genesis. spec: rulings "Download limits of other tiers".
      subscription: { tier, status, endDate },
      limits: { monthly: monthlyImageLimit(account.tier), total: null },
      usage: {
        monthlyGenerations: account.imagesThisMonth,
        totalGenerations: account.imagesMade,
        monthlyCredits: tenthsToCredits(account.capturedThisMonthTenths),
      },
      preferences: { defaultResolution, defaultFormat, marketingOptIn },
      publicProfile,
      referral: {
        code: referralCodeOf(memberId),
        referralCredits: tenthsToCredits([...referrals.values()].reduce((sum, { tenths }) => sum + tenths, 0)),
        totalReferrals: referrals.size,
      },
    };
  }

  private async registeredAt(memberId: string): Promise<Date | undefined> {
    return (await this.log.firstStored(memberStream.nameOf(memberId)))?.recordedAt;
  }
}
