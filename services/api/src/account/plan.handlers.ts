import { createHash } from 'node:crypto';
import { accountStream } from '@easel/contracts/account/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { FollowPlans, type Rest } from './account.commands.ts';
import { account } from './account.decider.ts';
import { restsOf } from './follow-plans.decider.ts';
import type { PlansSeen } from '@easel/contracts/subscriptions/seen-plans.policy';

@CommandHandler(FollowPlans)
export class FollowPlansHandler implements ICommandHandler<FollowPlans> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ memberId, seen, context }: FollowPlans): Promise<{ agreed: boolean; rests: readonly Rest[] }> {
    const stream = accountStream.nameOf(memberId);
    const at = new Date();
    const { revision } = await this.runner.fold(stream, account);
    const key = `plans ${memberId} ${revision} ${digest(seen)}`;
    const { facts, state } = await this.runner.execute(
      stream,
      account,
      { type: 'FollowPlans', memberId, seen, at },
      { ...context, key },
    );
    return { agreed: facts.length === 0, rests: restsOf(state, seen, at) };
  }
}

/** Facts are named by what was seen from where: two that look at the same time add them once. */
const digest = (seen: PlansSeen): string => createHash('sha256').update(JSON.stringify(seen)).digest('hex');
