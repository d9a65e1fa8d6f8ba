import { accountStream } from '@easel/contracts/account/stream';
import { orderStream } from '@easel/contracts/orders/stream';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AccountCommand } from '../account/account.decider.ts';
import { OrderPayments } from '../payments/order-payments.ts';
import type { OrderCommand } from './orders.decider.ts';
import { PlacedOrders, type PlacedOrder } from './placed-orders.ts';

/**
 * Records all that has gone back of the payment of an order, on the account of its member and in the order. The refund
 * itself and the webhook both send it, in any order and however often.
 */
export class RecordOrderRefunds extends Command<void> {
  constructor(
    readonly paymentId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RecordOrderRefunds)
export class RecordOrderRefundsHandler implements ICommandHandler<RecordOrderRefunds> {
  constructor(
    private readonly commands: CommandBus,
    private readonly payments: OrderPayments,
    private readonly orders: PlacedOrders,
  ) {}

  async execute({ paymentId, context }: RecordOrderRefunds): Promise<void> {
    const payment = await this.payments.look(paymentId);
    const order = payment && (await this.orders.find(payment.orderId));
    // What the order has not taken was given back, and is on no account.
    if (!order || order.paid?.paymentId !== paymentId) return;
    const { orderId, livemode } = payment;
    const { memberId } = order.placed;
    for (const { isRest: _isRest, requestId, ...refund } of await this.payments.refundsOf(paymentId)) {
      const { refundId, cents, failed } = refund;
      // The key is the refund's, so that the webhook and the refund itself append the same events.
      const keyed = { ...context, key: `stripe ${failed ? 'refund-failed' : 'refund'} ${refundId}` };
      const purchaseIds = downloadsOf(order, requestId);
      const booked = { type: 'RefundWallet', memberId, ...refund, paymentId, orderId, livemode, purchaseIds } as const;
      await this.commands.execute(decide<AccountCommand>(accountStream, memberId, booked, keyed));
      faultPoint('order.after-refund-booked');
      const recorded = { type: 'RefundOrder', orderId, refundId, requestId, paymentId, cents, failed } as const;
      await this.commands.execute(decide<OrderCommand>(orderStream, orderId, recorded, keyed));
    }
  }
}

/** Returns the ids of the purchases that a refund pays back; none for a refund without a request. */
function downloadsOf({ placed, refundRequests }: PlacedOrder, requestId: string | null): string[] {
  const itemIds =
    requestId !== null && Object.hasOwn(refundRequests, requestId) ? refundRequests[requestId]?.itemIds : [];
  return placed.items.flatMap(({ kind, itemId }) =>
    kind === 'image-download' && itemIds?.includes(itemId) ? [itemId] : [],
  );
}
