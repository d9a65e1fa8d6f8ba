import { accountStream } from '@easel/contracts/account/stream';
import { DeciderRunner } from '@easel/kernel/decider-runner';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { GrantReferralCredits } from './account.commands.ts';
import { account } from './account.decider.ts';

@CommandHandler(GrantReferralCredits)
export class GrantReferralCreditsHandler implements ICommandHandler<GrantReferralCredits> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ memberId, invitedId, tenths, context }: GrantReferralCredits): Promise<void> {
    const key = `referral:${invitedId}`;
    await this.runner.execute(
      accountStream.nameOf(memberId),
      account,
      { type: 'GrantCredits', memberId, key, tenths, reason: 'referral', note: null, at: new Date() },
      context,
    );
  }
}
