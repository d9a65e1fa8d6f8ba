import { REFERRAL_CREDITS } from '@easel/contracts/account/policy';
import { ERASED, type Recorded } from '@easel/contracts/kernel/event';
import { creditsToTenths } from '@easel/contracts/kernel/money';
import type { MemberFact } from '@easel/contracts/members/events';
import { inviterOf } from '@easel/contracts/members/policy';
import { DeciderRunner } from '@easel/kernel/decider-runner';
import { EventLog } from '@easel/kernel/event-log';
import { faultPoint } from '@easel/kernel/fault-point';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { GrantReferralCredits } from '../account/account.commands.ts';
import { member } from './member.decider.ts';
import { RewardReferral } from './members.commands.ts';
import { memberStream } from './members.lookup.ts';

type Registration = Recorded<Extract<MemberFact, { type: 'MemberRegistered' }>>;

@CommandHandler(RewardReferral)
export class RewardReferralHandler implements ICommandHandler<RewardReferral> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly log: EventLog,
    private readonly commands: CommandBus,
  ) {}

  /**
   * The inviter's fact comes first: it is the decision, with its sum, and whatever stops here between the writes is gone
   * through again from it. Codes that lead nowhere are nobody's error any more, so they are passed over.
   */
  async execute({ invitedId, context }: RewardReferral): Promise<void> {
    const invited = await this.registrationOf(invitedId);
    const inviterId = inviterOf(invited?.data.referralCode ?? '');
    if (!invited || inviterId === undefined || inviterId === invitedId) return;
    const stream = memberStream(inviterId);
    const { state } = await this.runner.fold(stream, member);
    if (!state.referrals.has(invitedId) && !(await this.mayInvite(inviterId, invited))) return;
    const rewarded = await this.runner.execute(
      stream,
      member,
      { type: 'RewardReferral', memberId: inviterId, invitedId, tenths: creditsToTenths(REFERRAL_CREDITS) },
      context,
    );
    const tenths = rewarded.state.referrals.get(invitedId);
    if (tenths === undefined) return;
    for (const memberId of [inviterId, invitedId]) {
      faultPoint('referral.before-grant');
      await this.commands.execute(new GrantReferralCredits(memberId, invitedId, tenths, context));
    }
    faultPoint('referral.after-grants');
  }

  /**
   * Somebody who was here before the invited member, by the order of the log, and is here still. Whoever invites stands
   * before whom they invite, so that nobody can invite each other in a circle.
   */
  private async mayInvite(inviterId: string, invited: Registration): Promise<boolean> {
    // As it is stored, not as it was folded: a fold made before an erasure still has the names.
    const inviter = await this.registrationOf(inviterId);
    return inviter !== undefined && inviter.data.email !== ERASED && inviter.position < invited.position;
  }

  private async registrationOf(memberId: string): Promise<Registration | undefined> {
    for await (const fact of this.log.read<MemberFact>(memberStream(memberId), { maxCount: 1 })) {
      if (fact.unreadable) throw new Error(`${fact.stream}@${fact.revision} cannot be read: ${fact.unreadable.detail}`);
      if (fact.type === 'MemberRegistered') return fact;
    }
    return undefined;
  }
}
