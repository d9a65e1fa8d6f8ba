import { DeciderRunner, type CommandContext } from '@easel/kernel/decider-runner';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  DowngradeSubscription,
  FollowSubscription,
  ReinstateSubscription,
  ReverseSubscription,
} from './account.commands.ts';
import { account, type AccountCommand } from './account.decider.ts';
import { accountStream } from './account.lookup.ts';
import { changeSeen, reinstatementOf, reversalOf, revocationOf, revokedFor } from './followed-subscription.decider.ts';

@CommandHandler(FollowSubscription)
export class FollowSubscriptionHandler implements ICommandHandler<FollowSubscription> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ memberId, seen, context }: FollowSubscription): Promise<{ agreed: boolean }> {
    const stream = accountStream(memberId);
    const { state } = await this.runner.fold(stream, account);
    const change = changeSeen(memberId, seen, state, new Date());
    if (!change) return { agreed: true };
    await this.runner.execute(stream, account, change, keyed(context, memberId, change));
    return { agreed: false };
  }
}

@CommandHandler(ReverseSubscription)
export class ReverseSubscriptionHandler implements ICommandHandler<ReverseSubscription> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ memberId, reversal, context }: ReverseSubscription): Promise<void> {
    const stream = accountStream(memberId);
    const at = new Date();
    const { state: before } = await this.runner.fold(stream, account);
    const change = reversalOf(memberId, reversal, before, at);
    const { state } = await this.runner.execute(stream, account, change, keyed(context, memberId, change));
    const revocation = revocationOf(memberId, reversal, state, at);
    if (revocation) await this.runner.execute(stream, account, revocation, keyed(context, memberId, revocation));
  }
}

@CommandHandler(ReinstateSubscription)
export class ReinstateSubscriptionHandler implements ICommandHandler<ReinstateSubscription> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ memberId, paid, context }: ReinstateSubscription): Promise<void> {
    const stream = accountStream(memberId);
    const at = new Date();
    const { state } = await this.runner.fold(stream, account);
    const commands: KeyedCommand[] = [reinstatementOf(memberId, paid, state, at)];
    const tenths = revokedFor(paid.paymentId, state, at);
    if (tenths > 0) {
      const key = `reinstated:${paid.paymentId}`;
      commands.push({ type: 'GrantCredits', memberId, key, tenths, reason: 'adjustment', note: null, at });
    }
    for (const command of commands) {
      await this.runner.execute(stream, account, command, keyed(context, memberId, command));
    }
  }
}

@CommandHandler(DowngradeSubscription)
export class DowngradeSubscriptionHandler implements ICommandHandler<DowngradeSubscription> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ memberId, tier, context }: DowngradeSubscription): Promise<void> {
    await this.runner.execute(
      accountStream(memberId),
      account,
      { type: 'DowngradeSubscription', memberId, key: context.key, tier, at: new Date() },
      context,
    );
  }
}

type KeyedCommand = Extract<AccountCommand, { key: string }>;

/** Facts are named by what settles them: who is told the same twice, at once and by different events, adds one fact. */
const keyed = (context: CommandContext, memberId: string, { type, key }: KeyedCommand): CommandContext => ({
  ...context,
  key: `${type} ${memberId} ${key}`,
});
