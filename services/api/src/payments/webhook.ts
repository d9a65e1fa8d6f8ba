import { problems, Refused } from '@easel/contracts/kernel/problem';
import type { CommandContext } from '@easel/kernel/decider-runner';
import { faultPoint } from '@easel/kernel/fault-point';
import { LOGGER } from '@easel/kernel/tokens';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import {
  DisputeWallet,
  RefundWallet,
  ReinstateSubscription,
  ReverseSubscription,
  TopUpWallet,
} from '../account/account.commands.ts';
import { SettledLookup } from '../account/settled.lookup.ts';
import { MembersLookup } from '../members/members.lookup.ts';
import { PlanFollower } from './plan-follower.ts';
import {
  CardServiceFailed,
  StripeGateway,
  type PaymentSeen,
  type PlanSeen,
  type RefundSeen,
  type SignedEvent,
} from './stripe.gateway.ts';
import { noticeOf, type Dispute, type Notice } from './webhook.notices.ts';

/** What a plan's payment that went back is known by. */
interface PlanPayment {
  memberId: string;
  paymentId: string;
  plan: PlanSeen;
}

/**
 * Turns what the card service tells into commands on accounts. It tells late, twice and out of order: every command here
 * is settled by what it is about, and what can have changed since is looked up as it is now.
 */
@Injectable()
export class Webhook {
  constructor(
    private readonly gateway: StripeGateway,
    private readonly commands: CommandBus,
    private readonly follower: PlanFollower,
    private readonly members: MembersLookup,
    private readonly settled: SettledLookup,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Resolves once all of it is stored; until then it throws, and the event is delivered again. */
  async take(event: SignedEvent): Promise<void> {
    const notice = noticeOf(event);
    if (notice.about === 'nothing') {
      const { why, strange } = notice;
      this.logger[strange ? 'error' : 'debug'](
        { event: event.id, type: event.type, why },
        'an event of no consequence',
      );
      return;
    }
    faultPoint('webhook.before-append');
    try {
      await this.act(notice, {
        key: event.id,
        actor: { kind: 'system', id: 'stripe' },
        correlationId: event.id,
        causationId: event.id,
      });
    } catch (error) {
      if (!(error instanceof CardServiceFailed)) throw error;
      this.logger.warn({ err: error.cause, event: event.id }, 'the card service could not be asked about its event');
      throw new Refused(problems.unavailable);
    }
    faultPoint('webhook.after-append');
  }

  private act(notice: Exclude<Notice, { about: 'nothing' }>, context: CommandContext): Promise<void> {
    switch (notice.about) {
      case 'wallet-payment':
        return this.topUp(notice, context);
      case 'plans':
        return this.follower.follow(notice.customer, context);
      case 'refunds':
        return this.refund(notice.paymentId, context);
      case 'dispute':
        return this.dispute(notice.dispute, context);
    }
  }

  private async topUp(
    { memberId, ...payment }: Extract<Notice, { about: 'wallet-payment' }>,
    context: CommandContext,
  ): Promise<void> {
    if (!(await this.isKnown(memberId, context))) return;
    const { paymentId, sessionId, cents } = payment;
    await this.commands.execute(
      new TopUpWallet(memberId, { paymentId, sessionId, cents }, keyed(context, 'top-up', paymentId)),
    );
  }

  private async refund(paymentId: string, context: CommandContext): Promise<void> {
    const [payment, refunds] = await Promise.all([this.gateway.payment(paymentId), this.gateway.refundsOf(paymentId)]);
    if (!payment?.memberId || !(await this.isKnown(payment.memberId, context))) return;
    const { memberId, kind } = payment;
    if (kind === 'wallet') {
      for (const refund of refunds) await this.refundWallet(memberId, paymentId, refund, context);
    }
    if (payment.plan) await this.refundPlan({ memberId, paymentId, plan: payment.plan }, payment, refunds, context);
  }

  /** One that failed in the end has brought its money back: both are told, in whichever order they happened. */
  private async refundWallet(
    memberId: string,
    paymentId: string,
    { id: refundId, cents, reason, state }: RefundSeen,
    context: CommandContext,
  ): Promise<void> {
    if (state === 'undecided') return;
    await this.commands.execute(
      new RefundWallet(memberId, { refundId, paymentId, cents, reason }, keyed(context, 'refund', refundId)),
    );
    if (state === 'made') return;
    const back = { paymentId: refundId, sessionId: null, cents };
    await this.commands.execute(new TopUpWallet(memberId, back, keyed(context, 'refund-failed', refundId)));
  }

  /** A part of it is a favour; the whole of it ends the plan, and nothing more is charged. */
  private async refundPlan(
    of: PlanPayment,
    { cents, refundedCents }: PaymentSeen,
    refunds: readonly RefundSeen[],
    context: CommandContext,
  ): Promise<void> {
    if (refundedCents >= cents) {
      const at = new Date(Math.max(...refunds.map(({ createdAt }) => createdAt.getTime())));
      await this.reverse(of, 'refund', at, context);
    } else if (refunds.some(({ state }) => state === 'failed')) {
      await this.reinstate(of, context);
    }
  }

  private async dispute({ createdAt, ...dispute }: Dispute, context: CommandContext): Promise<void> {
    const { disputeId, paymentId, outcome } = dispute;
    const payment = await this.gateway.payment(paymentId);
    if (!payment?.memberId || !(await this.isKnown(payment.memberId, context))) return;
    const { memberId, kind, plan } = payment;
    if (kind === 'wallet') {
      await this.commands.execute(
        new DisputeWallet(memberId, dispute, keyed(context, `dispute ${outcome}`, disputeId)),
      );
    }
    if (!plan) return;
    const of = { memberId, paymentId, plan };
    if ((await this.gateway.disputeStatus(disputeId)) !== 'won') await this.reverse(of, 'dispute', createdAt, context);
    // It may have been won meanwhile, and who heard of that found nothing to bring back.
    if ((await this.gateway.disputeStatus(disputeId)) === 'won') await this.reinstate(of, context);
  }

  private async reverse(
    { memberId, paymentId, plan }: PlanPayment,
    by: 'refund' | 'dispute',
    at: Date,
    context: CommandContext,
  ): Promise<void> {
    const source = plan.id;
    // What the member has left before its payment went back takes nothing more.
    const isLeft =
      (await this.settled.hasSubscription(memberId, source)) &&
      (await this.settled.subscriptionOf(memberId)) !== source;
    if (!isLeft) {
      await this.commands.execute(new ReverseSubscription(memberId, { source, paymentId, by, at }, context));
    }
    if (plan.status !== 'over') await this.gateway.end(plan.id);
  }

  private async reinstate({ memberId, paymentId, plan }: PlanPayment, context: CommandContext): Promise<void> {
    const { id: source, paidFor: tier, period, periodEnd: endDate } = plan;
    if (!(await this.settled.isReversed(memberId, source))) return;
    await this.commands.execute(
      new ReinstateSubscription(memberId, { source, paymentId, tier, period, endDate }, context),
    );
  }

  private async isKnown(memberId: string, { causationId: event }: CommandContext): Promise<boolean> {
    const known = UUID.test(memberId) && (await this.members.exists(memberId));
    if (!known) this.logger.warn({ event, memberId }, 'an event about nobody who is known');
    return known;
  }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Facts are named by what they are about, whichever event of several told of it. */
const keyed = (context: CommandContext, what: string, id: string): CommandContext => ({
  ...context,
  key: `stripe ${what} ${id}`,
});
