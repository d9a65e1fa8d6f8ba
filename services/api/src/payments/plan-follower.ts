import { problems, Refused } from '@easel/contracts/kernel/problem';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { LOGGER } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Rest } from '../account/follow-plans.decider.ts';
import { PlanAccounts } from '../account/follow-plans.ts';
import {
  isRunning,
  isToEnd,
  keptPlan,
  latePayments,
  type PlansSeen,
} from '@easel/contracts/subscriptions/seen-plans.policy';
import { MembersLookup } from '../members/members.lookup.ts';
import { StripeGateway } from './stripe.gateway.ts';

const MOST_LOOKS = 8;

/** Brings a member's account to the plans that stand at the card service, whatever told us to look. */
@Injectable()
export class PlanFollower {
  /** By customer: what is looked at, and who looks after that. */
  private readonly running = new Map<string, Promise<void>>();
  private readonly waiting = new Map<string, Promise<void>>();

  constructor(
    private readonly gateway: StripeGateway,
    private readonly accounts: PlanAccounts,
    private readonly members: MembersLookup,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Brings the account to what stands there, by looks that begin after this call: calls that come while another looks
   * share the next ones.
   */
  follow(customer: string, context: Omit<CommandContext, 'key'>): Promise<void> {
    const waiting = this.waiting.get(customer);
    if (waiting) return waiting;
    const running = this.running.get(customer);
    if (!running) return this.begin(customer, context);
    const next = running
      .catch(() => undefined)
      .then(() => {
        this.waiting.delete(customer);
        return this.begin(customer, context);
      });
    this.waiting.set(customer, next);
    return next;
  }

  private begin(customer: string, context: Omit<CommandContext, 'key'>): Promise<void> {
    const look = this.lookUntilAgreed(customer, context).finally(() => {
      if (this.running.get(customer) === look) this.running.delete(customer);
    });
    this.running.set(customer, look);
    return look;
  }

  /**
   * Looks, changes what differs, and looks again until nothing does: of several that do so at the same time, the last
   * to change anything has looked after that. Throws 503 where it moves too fast.
   */
  private async lookUntilAgreed(customer: string, context: Omit<CommandContext, 'key'>): Promise<void> {
    for (let look = 0; look < MOST_LOOKS; look++) {
      if (await this.agrees(customer, context)) return;
    }
    throw new Refused(problems.unavailable);
  }

  private async agrees(customer: string, context: Omit<CommandContext, 'key'>): Promise<boolean> {
    const plans = await this.gateway.plansOf(customer);
    // Asked after: of a plan that is seen to run its payment is seen as well, and has its rest before the plan is
    // ended.
    const payments = await this.gateway.planPaymentsOf(customer);
    const memberId = plans.find((plan) => plan.memberId !== undefined)?.memberId;
    if (memberId === undefined || !(await this.members.exists(memberId))) {
      this.logger.warn({ customer, event: context.causationId }, 'a plan of nobody who is known');
      return true;
    }
    const seen = { plans, payments };
    if (await this.returnLate(seen)) return false;
    const { agreed, rests } = await this.accounts.follow(memberId, seen, context);
    faultPoint('plans.after-append');
    return (await this.tidy(seen, rests)) && agreed;
  }

  /**
   * Gives back what came for plans that had ended, before the account hears of it: it then learns of both at once, and
   * grants nothing in between. Answers whether there was any.
   */
  private async returnLate(seen: PlansSeen): Promise<boolean> {
    const late = latePayments(seen);
    for (const { paymentId, source } of late) {
      this.logger.info({ paymentId, source }, 'a payment for a plan that has ended goes back');
      await this.gateway.giveBack(paymentId);
      faultPoint('plans.after-rest');
    }
    return late.length > 0;
  }

  /**
   * A member has one plan, and pays for no day twice: what made way for another is given back and charged no more, nor
   * is what was disputed or paid back. Answers whether it was so already.
   */
  private async tidy(seen: PlansSeen, rests: readonly Rest[]): Promise<boolean> {
    const before = new Set(seen.payments.flatMap(({ refunds }) => refunds.map(({ refundId }) => refundId)));
    let given = 0;
    for (const rest of rests) {
      this.logger.info({ ...rest }, 'a plan makes way for another');
      const refundId = await this.gateway.returnRest(rest);
      faultPoint('plans.after-rest');
      // A rest that cannot go back, or failed to, is asked for at every look, and keeps nothing from being agreed.
      if (refundId !== undefined && !before.has(refundId)) given += 1;
    }
    const kept = keptPlan(seen, new Date());
    const ending = seen.plans.filter((plan) => isRunning(plan) && (isToEnd(plan, seen) || (kept && plan !== kept)));
    for (const { source } of ending) await this.gateway.end(source);
    return given === 0 && ending.length === 0;
  }
}
