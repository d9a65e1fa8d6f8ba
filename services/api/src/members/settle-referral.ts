import { REFERRAL_CREDITS, utcMonth } from '@easel/contracts/account/policy';
import { accountStream } from '@easel/contracts/account/stream';
import { ERASED, type Recorded } from '@easel/contracts/kernel/event';
import { creditsToTenths } from '@easel/contracts/kernel/money';
import type { MemberFact } from '@easel/contracts/members/events';
import { inviterOf, mailboxOf } from '@easel/contracts/members/policy';
import { memberStream } from '@easel/contracts/members/stream';
import { decide } from '@easel/kernel/deciding/decide';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { EventLog } from '@easel/kernel/log/event-log';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AccountCommand } from '../account/account.decider.ts';
import { AccountLookup } from '../account/account.lookup.ts';
import { member } from './member.decider.ts';
import { ReferralMailboxes } from './referral-mailboxes.ts';

type Registration = Recorded<Extract<MemberFact, { type: 'MemberRegistered' }>>;

/** Somebody has verified an address, or made an image: they, and who invited them, get the credits due for it, once. */
export class SettleReferral extends Command<void> {
  constructor(
    readonly invitedId: string,
    /** When that was: what the one who invited gets counts in this month. */
    readonly at: Date,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SettleReferral)
export class SettleReferralHandler implements ICommandHandler<SettleReferral> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly log: EventLog,
    private readonly accounts: AccountLookup,
    private readonly mailboxes: ReferralMailboxes,
    private readonly commands: CommandBus,
  ) {}

  /**
   * Each half has a fact of its own that comes first: it is the decision, with its sum, and whatever stops here between
   * the writes is gone through again from it. Codes that lead nowhere are nobody's error any more, so they are passed
   * over.
   */
  async execute({ invitedId, at, context }: SettleReferral): Promise<void> {
    const inviterId = await this.inviterOf(invitedId);
    if (inviterId === undefined) return;
    const { state: inviter } = await this.runner.fold(memberStream.nameOf(inviterId), member);
    // Told before there were halves: both were decided then.
    const already = inviter.referrals.get(invitedId)?.tenths;
    const tenths = already ?? (await this.accept(inviterId, invitedId, context));
    if (tenths === undefined) return;
    await this.grant(invitedId, invitedId, tenths, context);
    const rewarded = already ?? (await this.reward(inviterId, { invitedId, tenths, at, context }));
    if (rewarded === undefined) return;
    await this.grant(inviterId, invitedId, rewarded, context);
    faultPoint('referral.after-grants');
  }

  /** Of most members there is none, and to know that takes no reading: who registered did so once. */
  private async inviterOf(invitedId: string): Promise<string | undefined> {
    const stream = memberStream.nameOf(invitedId);
    const known = await this.runner.fold(stream, member, { atLeastOnce: true });
    const { state } = known.state.registered ? known : await this.runner.fold(stream, member);
    const inviterId = inviterOf(state.referralCode ?? '');
    return inviterId === invitedId ? undefined : inviterId;
  }

  /** What the invited member gets, once it is decided. */
  private async accept(inviterId: string, invitedId: string, context: CommandContext): Promise<number | undefined> {
    const stream = memberStream.nameOf(invitedId);
    const { state } = await this.runner.fold(stream, member);
    if (state.acceptedReferral) return state.acceptedReferral.tenths;
    if (!state.emailVerified || !(await this.mayInvite(inviterId, invitedId))) return undefined;
    const { state: inviter } = await this.runner.fold(memberStream.nameOf(inviterId), member);
    if (mailboxOf(inviter.email) === mailboxOf(state.email)) return undefined;
    if (!(await this.mailboxes.claim(invitedId, state.email))) return undefined;
    const tenths = creditsToTenths(REFERRAL_CREDITS);
    const command = { type: 'AcceptReferral', memberId: invitedId, inviterId, tenths } as const;
    const accepted = await this.runner.execute(stream, member, command, context);
    return accepted.state.acceptedReferral?.tenths;
  }

  /** What the inviter gets, once it is decided. In a month that is full nothing is: a later image asks again. */
  private async reward(
    inviterId: string,
    { invitedId, tenths, at, context }: { invitedId: string; tenths: number; at: Date; context: CommandContext },
  ): Promise<number | undefined> {
    const { imagesMade } = await this.accounts.of(invitedId);
    if (imagesMade === 0 || !(await this.mayInvite(inviterId, invitedId))) return undefined;
    const command = { type: 'RewardReferral', memberId: inviterId, invitedId, tenths, month: utcMonth(at) } as const;
    const { state } = await this.runner.execute(memberStream.nameOf(inviterId), member, command, context);
    return state.referrals.get(invitedId)?.tenths;
  }

  private async grant(memberId: string, invitedId: string, tenths: number, context: CommandContext): Promise<void> {
    faultPoint('referral.before-grant');
    const grant = { memberId, key: `referral:${invitedId}`, tenths, reason: 'referral', note: null } as const;
    await this.commands.execute(
      decide<AccountCommand>(accountStream, memberId, { type: 'GrantCredits', ...grant }, context),
    );
  }

  /**
   * Somebody who was here before the invited member, by the order of the log, and is here still. Whoever invites stands
   * before whom they invite, so that nobody can invite each other in a circle.
   */
  private async mayInvite(inviterId: string, invitedId: string): Promise<boolean> {
    // As it is stored, not as it was folded: a fold made before an erasure still has the names.
    const [inviter, invited] = [await this.registrationOf(inviterId), await this.registrationOf(invitedId)];
    if (!inviter || !invited) return false;
    return inviter.data.email !== ERASED && inviter.position < invited.position;
  }

  private async registrationOf(memberId: string): Promise<Registration | undefined> {
    const fact = await this.log.first<MemberFact>(memberStream.nameOf(memberId));
    if (fact?.unreadable) throw new Error(`${fact.stream}@${fact.revision} cannot be read: ${fact.unreadable.detail}`);
    return fact?.type === 'MemberRegistered' ? fact : undefined;
  }
}
