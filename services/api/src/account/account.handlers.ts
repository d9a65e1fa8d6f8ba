import { accountProblems } from '@easel/contracts/account/http';
import { rightsOf, type Tier } from '@easel/contracts/account/policy';
import { accountStream } from '@easel/contracts/account/stream';
import { Refused } from '@easel/contracts/kernel/problem';
import { DeciderRunner } from '@easel/kernel/decider-runner';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { MembersLookup } from '../members/members.lookup.ts';
import { GrantCredits, HoldCredits, OpenMonth, SettleHold } from './account.commands.ts';
import { account, asOf, availableTenths } from './account.decider.ts';

@CommandHandler(GrantCredits)
export class GrantCreditsHandler implements ICommandHandler<GrantCredits> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly members: MembersLookup,
  ) {}

  async execute({ memberId, tenths, reason, context }: GrantCredits): Promise<{ availableTenths: number }> {
    if (!(await this.members.exists(memberId))) throw new Refused(accountProblems.memberUnknown);
    const at = new Date();
    const { state } = await this.runner.execute(
      accountStream.nameOf(memberId),
      account,
      { type: 'GrantCredits', memberId, key: `grant:${context.key}`, tenths, reason: 'adjustment', note: reason, at },
      context,
    );
    return { availableTenths: availableTenths(asOf(state, at)) };
  }
}

@CommandHandler(HoldCredits)
export class HoldCreditsHandler implements ICommandHandler<HoldCredits> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ memberId, charges, context }: HoldCredits): Promise<{ availableTenths: number; tier: Tier }> {
    const at = new Date();
    const { state } = await this.runner.execute(
      accountStream.nameOf(memberId),
      account,
      { type: 'HoldCredits', memberId, charges, at },
      context,
    );
    const now = asOf(state, at);
    return { availableTenths: availableTenths(now), tier: rightsOf(now.tier) };
  }
}

@CommandHandler(SettleHold)
export class SettleHoldHandler implements ICommandHandler<SettleHold> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ memberId, generationId, outcome, context }: SettleHold): Promise<void> {
    const ended = { memberId, generationId, at: new Date() };
    await this.runner.execute(
      accountStream.nameOf(memberId),
      account,
      outcome === 'completed'
        ? { type: 'CaptureCredits', ...ended }
        : { type: 'ReleaseCredits', ...ended, reason: outcome },
      context,
    );
  }
}

@CommandHandler(OpenMonth)
export class OpenMonthHandler implements ICommandHandler<OpenMonth> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ memberId, context }: OpenMonth): Promise<void> {
    await this.runner.execute(
      accountStream.nameOf(memberId),
      account,
      { type: 'OpenMonth', memberId, at: new Date() },
      context,
    );
  }
}
