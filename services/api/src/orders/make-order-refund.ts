import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { LOGGER } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import { OrderPayments } from '../payments/order-payments.ts';
import { PlacedOrders } from './placed-orders.ts';
import { RecordOrderRefunds } from './record-order-refunds.ts';

/** Makes a refund that was asked for, at the card service. A repeat makes none, and records what was made. */
export class MakeOrderRefund extends Command<void> {
  constructor(
    readonly orderId: string,
    readonly requestId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(MakeOrderRefund)
export class MakeOrderRefundHandler implements ICommandHandler<MakeOrderRefund> {
  constructor(
    private readonly commands: CommandBus,
    private readonly payments: OrderPayments,
    private readonly orders: PlacedOrders,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute({ orderId, requestId, context }: MakeOrderRefund): Promise<void> {
    const order = await this.orders.find(orderId);
    const request = order?.refundRequests[requestId];
    if (!order?.paid || !request) return;
    const { paymentId } = order.paid;
    const why = await this.payments.refund({ paymentId, requestId, cents: request.cents });
    if (why !== undefined) {
      // Asked again, the bank says the same: support sees that the request has no refund.
      this.logger.error({ orderId, requestId, paymentId, why }, 'the card service refuses the refund of an order');
      return;
    }
    faultPoint('order.after-refund');
    await this.commands.execute(new RecordOrderRefunds(paymentId, context));
  }
}
