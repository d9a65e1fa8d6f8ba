import { accountStream } from '@easel/contracts/account/stream';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import { webhookStream } from '@easel/contracts/payments/stream';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { LOGGER } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import type { AccountCommand } from '../account/account.decider.ts';
import { SettledLookup } from '../account/settled.lookup.ts';
import { MembersLookup } from '../members/members.lookup.ts';
import { RecordOrderRefunds } from '../orders/record-order-refunds.ts';
import { ResumeOrderRefunds } from '../orders/resume-order-refunds.ts';
import { SettleOrderPayment } from '../orders/settle-order-payment.ts';
import { PlanFollower } from './plan-follower.ts';
import { CardServiceFailed } from './stripe-library.gateway.ts';
import { StripeGateway, type PaymentSeen, type SignedEvent } from './stripe.gateway.ts';
import { receiptOf } from './webhook-receipt.ts';
import { noticeOf, type Dispute, type Notice } from './webhook.notices.ts';
import type { WebhookCommand } from './webhooks.decider.ts';

/**
 * Turns what the card service tells into commands on accounts. It tells late, twice and out of order: every command
 * here is settled by what it is about, and what can have changed since is looked up as it is now.
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
    const context: CommandContext = {
      key: event.id,
      actor: { kind: 'system', id: 'stripe' },
      correlationId: event.id,
      causationId: event.id,
    };
    await this.receive(event, context);
    try {
      await this.act(notice, context);
    } catch (error) {
      if (!(error instanceof CardServiceFailed)) throw error;
      this.logger.warn({ err: error.cause, event: event.id }, 'the card service could not be asked about its event');
      throw new Refused(problems.unavailable);
    }
    faultPoint('webhook.after-append');
  }

  /** So that one can see of what follows what brought it about. */
  private async receive({ id: eventId, type: about, createdAt: madeAt, object }: SignedEvent, context: CommandContext) {
    const command = { type: 'ReceiveWebhook', eventId, about, madeAt, ...receiptOf(object) } as const;
    await this.commands.execute(
      decide<WebhookCommand>(webhookStream, eventId, command, keyed(context, 'receipt', eventId)),
    );
  }

  private act(notice: Exclude<Notice, { about: 'nothing' }>, context: CommandContext): Promise<void> {
    switch (notice.about) {
      case 'wallet-payment':
        return this.topUp(notice, context);
      case 'order-payment':
        return this.settleOrder(notice.paymentId, context);
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
    const livemode = this.gateway.livemodeOf(payment);
    // Paid at the last moment by somebody who is erased by now: it goes back to the card, and both ways are booked.
    if ((await this.members.isErased(memberId)) && !(await this.settled.hasPayment(memberId, paymentId))) {
      await this.gateway.giveBack(paymentId);
    }
    await this.commands.execute(
      decide<AccountCommand>(
        accountStream,
        memberId,
        { type: 'TopUpWallet', memberId, paymentId, sessionId, cents, livemode },
        keyed(context, 'top-up', paymentId),
      ),
    );
  }

  private async settleOrder(paymentId: string, context: CommandContext): Promise<void> {
    const settled = await this.commands.execute(new SettleOrderPayment(paymentId, context));
    if (!settled) this.logger.warn({ event: context.causationId, paymentId }, 'an event about no order that is known');
  }

  /** Only what its order has taken is on the books of its member; what it has not was given back. */
  private async isBooked(payment: BookablePayment, paymentId: string, context: CommandContext): Promise<boolean> {
    if (!(await this.isKnown(payment.memberId, context))) return false;
    if (payment.kind === 'wallet') return true;
    // What goes back may be told of before what came.
    const settled = await this.commands.execute(new SettleOrderPayment(paymentId, context));
    return settled?.order.paid?.paymentId === paymentId;
  }

  private async refund(paymentId: string, context: CommandContext): Promise<void> {
    const payment = await this.gateway.payment(paymentId);
    if (payment?.kind === 'plan') return this.follower.follow(payment.customer, context);
    if (!payment || !(await this.isBooked(payment, paymentId, context))) return;
    if (payment.kind === 'order') return this.commands.execute(new RecordOrderRefunds(paymentId, context));
    const { memberId, livemode } = payment;
    for (const { isRest: _isRest, requestId: _requestId, ...refund } of await this.gateway.refundsOf(paymentId)) {
      const key = keyed(context, refund.failed ? 'refund-failed' : 'refund', refund.refundId);
      const command = { type: 'RefundWallet', memberId, ...refund, paymentId, livemode } as const;
      await this.commands.execute(decide<AccountCommand>(accountStream, memberId, command, key));
    }
  }

  private async dispute(dispute: Dispute, context: CommandContext): Promise<void> {
    const { disputeId, paymentId, outcome } = dispute;
    const payment = await this.gateway.payment(paymentId);
    if (payment?.kind === 'plan') return this.follower.follow(payment.customer, context);
    if (!payment || !(await this.isBooked(payment, paymentId, context))) return;
    const { memberId, livemode } = payment;
    const key = keyed(context, `dispute ${outcome}`, disputeId);
    const command = { type: 'DisputeWallet', memberId, ...dispute, livemode } as const;
    await this.commands.execute(decide<AccountCommand>(accountStream, memberId, command, key));
    if (payment.kind !== 'order' || outcome === 'frozen') return;
    await this.commands.execute(new ResumeOrderRefunds(payment.orderId, context));
  }

  private async isKnown(memberId: string, { causationId: event }: CommandContext): Promise<boolean> {
    const known = UUID.test(memberId) && (await this.members.exists(memberId));
    if (!known) this.logger.warn({ event, memberId }, 'an event about nobody who is known');
    return known;
  }
}

type BookablePayment = Exclude<PaymentSeen, { kind: 'plan' }>;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Facts are named by what they are about, whichever event of several told of it. */
const keyed = (context: CommandContext, what: string, id: string): CommandContext => ({
  ...context,
  key: `stripe ${what} ${id}`,
});
