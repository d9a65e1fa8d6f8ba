import { orderStream } from '@easel/contracts/orders/stream';
import { decide, type Again } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { OrderPayments } from '../payments/order-payments.ts';
import type { OrderCommand } from './orders.decider.ts';
import { PlacedOrders } from './placed-orders.ts';
import { SettleOrderPayment } from './settle-order-payment.ts';

const AGAIN_MS = 3_600_000;

/**
 * Cancels an order that nobody has paid. While a bank is still at its payment it stays as it is, and `again` says when
 * to come back. Throws notCancellable to a member whose order is paid.
 */
export class CancelOrder extends Command<Again> {
  constructor(
    readonly orderId: string,
    readonly reason: 'by-member' | 'unpaid',
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(CancelOrder)
export class CancelOrderHandler implements ICommandHandler<CancelOrder> {
  constructor(
    private readonly commands: CommandBus,
    private readonly payments: OrderPayments,
    private readonly orders: PlacedOrders,
  ) {}

  async execute({ orderId, reason, context }: CancelOrder): Promise<Again> {
    const order = await this.orders.find(orderId);
    // There first: whoever has its page open pays for nothing then.
    if (order?.status === 'pending' && order.paymentId !== null) {
      await this.payments.cancel(order.paymentId);
      faultPoint('order.after-cancel');
      const settled = await this.commands.execute(new SettleOrderPayment(order.paymentId, context));
      if (settled?.payment.status === 'processing') return { again: new Date(Date.now() + AGAIN_MS) };
    }
    return this.commands.execute(
      decide<OrderCommand>(
        orderStream,
        orderId,
        { type: 'ChangeOrderStatus', orderId, to: 'cancelled', reason },
        context,
      ),
    );
  }
}
