import { orderStream } from '@easel/contracts/orders/stream';
import { decide, type Undated } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { LOGGER } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import { MembersLookup } from '../members/members.lookup.ts';
import { OrderPayments, type Declined, type OrderPaymentSeen } from '../payments/order-payments.ts';
import { GrantOrder } from './grant-order.ts';
import type { OrderCommand } from './orders.decider.ts';
import { PlacedOrders, type PlacedOrder } from './placed-orders.ts';

/** An order after its payment was looked up, and the state of the payment at the card service. */
export interface SettledPayment {
  order: PlacedOrder;
  payment: OrderPaymentSeen;
}

/**
 * Brings an order up to date with its payment at the card service; nothing else makes an order paid. The payment call,
 * the webhook and cancellations send this, in any order and however often. Undefined where the payment belongs to no
 * known order.
 */
export class SettleOrderPayment extends Command<SettledPayment | undefined> {
  constructor(
    readonly paymentId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SettleOrderPayment)
export class SettleOrderPaymentHandler implements ICommandHandler<SettleOrderPayment> {
  constructor(
    private readonly commands: CommandBus,
    private readonly payments: OrderPayments,
    private readonly orders: PlacedOrders,
    private readonly members: MembersLookup,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute({ paymentId, context }: SettleOrderPayment): Promise<SettledPayment | undefined> {
    const payment = await this.payments.look(paymentId);
    const order = payment && (await this.orders.find(payment.orderId));
    if (!order) return undefined;
    if (payment.status === 'paid') {
      await this.take(order, payment, context);
    } else if (payment.declined) {
      await this.decide(payment, { type: 'FailOrderPayment', paymentId, ...attempt(payment.declined) }, context);
    }
    const now = await this.orders.find(payment.orderId);
    return now && { order: now, payment };
  }

  private async take({ placed, status }: PlacedOrder, payment: OrderPaymentSeen, context: CommandContext) {
    const { orderId, paymentId, cents, livemode, paidAt } = payment;
    // An erased member could not use what is paid for at the last moment.
    if (status === 'pending' && (await this.members.isErased(placed.memberId))) {
      await this.decide(payment, { type: 'ChangeOrderStatus', to: 'cancelled', reason: 'by-member' }, context);
    }
    await this.decide(payment, { type: 'PayOrder', paymentId, cents, livemode, paidAt }, context);
    faultPoint('order.after-paid');
    const isTaken = (await this.orders.find(orderId))?.paid?.paymentId === paymentId;
    // A crash before this leaves it to the process that follows what was paid.
    if (isTaken) await this.commands.execute(new GrantOrder(orderId, context));
    else await this.giveBack(payment, context);
  }

  private async giveBack(payment: OrderPaymentSeen, context: CommandContext): Promise<void> {
    const { orderId, paymentId } = payment;
    this.logger.warn({ orderId, paymentId }, 'a payment for an order that takes none any more is given back');
    for (const { refundId, cents, failed } of await this.payments.giveBack(paymentId)) {
      const refund = { type: 'RefundOrder', refundId, requestId: null, paymentId, cents, failed } as const;
      await this.decide(payment, refund, context);
    }
  }

  private decide(
    { orderId, paymentId }: OrderPaymentSeen,
    command: WithoutOrder<Undated<OrderCommand>>,
    context: CommandContext,
  ): Promise<unknown> {
    // The decider deduplicates: call, webhook and cancellation may all report the same payment.
    const key = `${command.type} ${paymentId} ${context.key}`;
    return this.commands.execute(
      decide<OrderCommand>(orderStream, orderId, { ...command, orderId }, { ...context, key }),
    );
  }
}

/** Picks what is recorded of an attempt; the bank's message is for the cardholder alone. */
export const attempt = ({ reason, chargeId }: Declined): Pick<Declined, 'reason' | 'chargeId'> => ({
  reason,
  chargeId,
});

type WithoutOrder<Sent> = Sent extends unknown ? Omit<Sent, 'orderId'> : never;
