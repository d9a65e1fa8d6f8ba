import { accountStream } from '@easel/contracts/account/stream';
import { orderStream } from '@easel/contracts/orders/stream';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AccountCommand } from '../account/account.decider.ts';
import { ImageFiles, requestFor } from '../image-files.ts';
import type { OrderCommand } from './orders.decider.ts';
import { PlacedOrders } from './placed-orders.ts';

/** Gives a member the images of an order that is paid, each as a purchase by card. A repeat gives nothing twice. */
export class GrantOrder extends Command<void> {
  constructor(
    readonly orderId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(GrantOrder)
export class GrantOrderHandler implements ICommandHandler<GrantOrder> {
  constructor(
    private readonly commands: CommandBus,
    private readonly orders: PlacedOrders,
    private readonly files: ImageFiles,
  ) {}

  async execute({ orderId, context }: GrantOrder): Promise<void> {
    const order = await this.orders.find(orderId);
    if (!order?.paid || order.status === 'delivered') return;
    const { memberId, items, priceVersion } = order.placed;
    const { paymentId } = order.paid;
    // What was refunded before it was granted is granted all the same: the account knows that its payment is gone.
    for (const ordered of items) {
      if (ordered.kind !== 'image-download') continue;
      const { kind: _kind, itemId: purchaseId, format, ...item } = ordered;
      const terms = { ...item, purchaseId, priceVersion, method: 'card', paymentId, tenths: null } as const;
      await this.commands.execute(
        decide<AccountCommand>(
          accountStream,
          memberId,
          { type: 'PurchaseImage', memberId, ...terms },
          { ...context, key: `order item ${purchaseId}` },
        ),
      );
      faultPoint('order.after-purchase');
      await this.files.prepare(requestFor(item, item.size, format));
    }
    // What is printed is delivered once it has arrived.
    if (items.some(({ kind }) => kind === 'product')) return;
    await this.commands.execute(
      decide<OrderCommand>(
        orderStream,
        orderId,
        { type: 'ChangeOrderStatus', orderId, to: 'delivered', reason: 'downloads-ready' },
        { ...context, key: `order delivered ${orderId}` },
      ),
    );
  }
}
