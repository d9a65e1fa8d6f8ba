import { problems, Refused } from '@easel/contracts/kernel/problem';
import type { CommandContext } from '@easel/kernel/decider-runner';
import { faultPoint } from '@easel/kernel/fault-point';
import { LOGGER } from '@easel/kernel/tokens';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import { FollowPlans, type Rest } from '../account/account.commands.ts';
import { isRunning, isToEnd, keptPlan, type PlansSeen } from '../account/seen-plans.ts';
import { SettledLookup } from '../account/settled.lookup.ts';
import { MembersLookup } from '../members/members.lookup.ts';
import { StripeGateway } from './stripe.gateway.ts';

const MOST_LOOKS = 8;

/** Brings a member's account to the plans that stand at the card service, whatever told us to look. */
@Injectable()
export class PlanFollower {
  constructor(
    private readonly gateway: StripeGateway,
    private readonly commands: CommandBus,
    private readonly members: MembersLookup,
    private readonly settled: SettledLookup,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Looks, changes what differs, and looks again until nothing does: of several that do so at the same time, the last to
   * change anything has looked after that. Throws 503 where it moves too fast.
   */
  async follow(customer: string, context: Omit<CommandContext, 'key'>): Promise<void> {
    for (let look = 0; look < MOST_LOOKS; look++) {
      if (await this.agrees(customer, { ...context, key: '' })) return;
    }
    throw new Refused(problems.unavailable);
  }

  private async agrees(customer: string, context: CommandContext): Promise<boolean> {
    const plans = await this.gateway.plansOf(customer);
    const memberId = plans.find((plan) => plan.memberId !== undefined)?.memberId;
    if (memberId === undefined || !(await this.members.exists(memberId))) {
      this.logger.warn({ customer, event: context.causationId }, 'a plan of nobody who is known');
      return true;
    }
    const doubtful = await this.settled.reversedPlanPayments(memberId);
    const seen = { plans, payments: await this.gateway.planPaymentsOf(customer, doubtful) };
    const { agreed, rests } = await this.commands.execute(new FollowPlans(memberId, seen, context));
    faultPoint('plans.after-append');
    return (await this.tidy(seen, rests)) && agreed;
  }

  /**
   * A member has one plan, and pays for no day twice: what made way for another is given back and charged no more, nor is
   * what was disputed or paid back. Answers whether it was so already.
   */
  private async tidy(seen: PlansSeen, rests: readonly Rest[]): Promise<boolean> {
    for (const rest of rests) {
      this.logger.info({ ...rest }, 'a plan makes way for another');
      await this.gateway.returnRest(rest);
      faultPoint('plans.after-rest');
    }
    const kept = keptPlan(seen);
    const ending = seen.plans.filter((plan) => isRunning(plan) && (isToEnd(plan, seen) || (kept && plan !== kept)));
    for (const { source } of ending) await this.gateway.end(source);
    return rests.length === 0 && ending.length === 0;
  }
}
