import { problems, Refused } from '@easel/contracts/kernel/problem';
import { changeOf } from '@easel/contracts/subscriptions/policy';
import type { CommandContext } from '@easel/kernel/decider-runner';
import { LOGGER } from '@easel/kernel/tokens';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import { FollowSubscription, type SeenSubscription } from '../account/account.commands.ts';
import { SettledLookup } from '../account/settled.lookup.ts';
import { MembersLookup } from '../members/members.lookup.ts';
import { StripeGateway, type PlanSeen } from './stripe.gateway.ts';

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
    const [kept, ...others] = plans.filter(isRunning).toSorted(byChoice);
    const source = await this.settled.subscriptionOf(memberId);
    const ended = plans.filter(({ id, status }) => status === 'over' && id === source);
    let agreed = true;
    for (const plan of kept ? [...ended, kept] : ended) {
      const answer = await this.commands.execute(new FollowSubscription(memberId, seenAs(plan), context));
      agreed &&= answer.agreed;
    }
    if (kept) for (const plan of others) await this.retire(plan, kept);
    return agreed && others.length === 0;
  }

  /** A member has one plan, and pays for no day twice: the one before makes way, and what is left of it is given back. */
  private async retire(plan: PlanSeen, kept: PlanSeen): Promise<void> {
    this.logger.info({ plan: plan.id, kept: kept.id }, 'a plan makes way for another');
    const from = new Date(Math.max(kept.createdAt.getTime(), plan.periodStart.getTime()));
    await this.gateway.returnRest(plan, from);
    await this.gateway.end(plan.id);
  }
}

const isRunning = ({ status }: PlanSeen): boolean => status === 'active' || status === 'owing';

/** The one to keep first: one that is paid for, then what was chosen last. */
function byChoice(a: PlanSeen, b: PlanSeen): number {
  if (a.status !== b.status) return a.status === 'active' ? -1 : 1;
  const newer = b.createdAt.getTime() - a.createdAt.getTime();
  if (newer !== 0) return newer;
  return a.tier === b.tier ? (a.id < b.id ? 1 : -1) : changeOf(a.tier, b.tier) === 'upgrade' ? 1 : -1;
}

function seenAs(plan: PlanSeen): SeenSubscription {
  const { id, tier, period, status, cancelling, paidUntil, paidAt, endedAt } = plan;
  return {
    source: id,
    tier,
    period,
    status: status === 'over' ? 'over' : cancelling ? 'cancelled' : 'active',
    endDate: status === 'over' ? (endedAt ?? paidUntil) : paidUntil,
    paidAt,
  };
}
