import { Refused } from '@easel/contracts/kernel/problem';
import { orderProblems, UNPAID_ORDER_MS } from '@easel/contracts/orders/policy';
import { orderStream } from '@easel/contracts/orders/stream';
import { decide, type Again, type Undated } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { OrderPayments } from '../payments/order-payments.ts';
import { againAfter } from './again-after.ts';
import { noteIdOf, onlyRefundIdOf } from './order-ids.ts';
import type { OrderCommand } from './orders.decider.ts';
import { PlacedOrders, type PlacedOrder } from './placed-orders.ts';
import { PrintService } from './print-service.ts';
import { SettleOrderPayment } from './settle-order-payment.ts';

/**
 * Cancels an order: an unpaid one, or, by its member or by support, one that is paid and not in production, whose money
 * goes back. Support can also recall one in production that the print service has not begun. While a bank processes its
 * payment it stays as it is, and `again` says when to retry. Throws notCancellable where it is too late.
 */
export class CancelOrder extends Command<Again> {
  constructor(
    readonly orderId: string,
    readonly reason: 'by-member' | 'by-support' | 'unpaid',
    readonly context: CommandContext,
    /** In support's words. */
    readonly why = '',
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
    private readonly prints: PrintService,
  ) {}

  async execute(command: CancelOrder): Promise<Again> {
    const { orderId, reason, context } = command;
    let order = await this.orders.find(orderId);
    // At Stripe first, so that no open page can pay for a cancelled order.
    if (order?.status === 'pending' && order.paymentId !== null) {
      await this.payments.cancel(order.paymentId);
      faultPoint('order.after-cancel');
      const settled = await this.commands.execute(new SettleOrderPayment(order.paymentId, context));
      if (settled?.payment.status === 'processing') return { again: retryAt(order.placed) };
      order = settled?.order ?? order;
    }
    if (order?.status === 'in_production' && reason === 'by-support') return this.recall(command);
    const decided = order?.status === 'paid' && reason !== 'unpaid' ? cancelPaid(command, reason) : cancel(command);
    return this.commands.execute(decide<OrderCommand>(orderStream, orderId, decided, context));
  }

  /** The order then ends as refunded: production, once begun, is never undone. */
  private async recall({ orderId, why: note, context }: CancelOrder): Promise<Again> {
    if ((await this.prints.cancel(orderId)) === 'too-late') throw new Refused(orderProblems.notCancellable);
    const requestId = onlyRefundIdOf(orderId, 'cancelled');
    const refund = { type: 'RequestOrderRefund', requestId, what: 'all', itemIds: [], reason: 'cancelled' } as const;
    return this.commands.execute(decide<OrderCommand>(orderStream, orderId, { ...refund, orderId, note }, context));
  }
}

/** A bank that has not answered for long is asked less often: the webhook of its answer settles the order at once. */
const retryAt = ({ placedAt }: PlacedOrder['placed']): Date =>
  againAfter(new Date(new Date(placedAt).getTime() + UNPAID_ORDER_MS), new Date());

function cancel({ orderId, reason, why, context }: CancelOrder): Undated<OrderCommand> {
  const note = reason === 'by-support' ? { noteId: noteIdOf(context.key), note: why } : undefined;
  return { type: 'ChangeOrderStatus', orderId, to: 'cancelled', reason, why: note };
}

const cancelPaid = ({ orderId, why }: CancelOrder, reason: 'by-member' | 'by-support'): Undated<OrderCommand> => ({
  type: 'CancelPaidOrder',
  orderId,
  requestId: onlyRefundIdOf(orderId, 'cancelled'),
  by: reason === 'by-member' ? 'member' : 'support',
  note: why,
});
