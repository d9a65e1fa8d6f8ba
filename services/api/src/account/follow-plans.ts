import { createHash } from 'node:crypto';
import { accountStream } from '@easel/contracts/account/stream';
import type { PlansSeen } from '@easel/contracts/subscriptions/seen-plans.policy';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { account } from './account.decider.ts';
import { restsOf, type Rest } from './follow-plans.decider.ts';

/** Accounts, as the card service has them follow plans. */
@Injectable()
export class PlanAccounts {
  constructor(private readonly runner: DeciderRunner) {}

  /** Brings an account to what was seen at the card service. Answers whether it stood so already: else look again. */
  async follow(
    memberId: string,
    seen: PlansSeen,
    context: Omit<CommandContext, 'key'>,
  ): Promise<{ agreed: boolean; rests: readonly Rest[] }> {
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
