import { accountStream } from '@easel/contracts/account/stream';
import { orderStream } from '@easel/contracts/orders/stream';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AccountCommand } from '../account/account.decider.ts';
import { ImageFiles, requestFor } from '../image-files.ts';
import { hasProducts, type Placed } from './order-state.decider.ts';
import type { OrderCommand } from './orders.decider.ts';
import { PlacedOrders } from './placed-orders.ts';

/**
 * Gives a member the images of an order that is paid, each as a purchase by card, and books its products. An order of
 * images alone is delivered by that. A repeat gives nothing twice.
 */
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
    if (!order?.paid) return;
    const { placed, paid } = order;
    const isPrinted = hasProducts(placed);
    if (order.status === 'delivered' && !isPrinted) return;
    // What was refunded before it was granted is granted all the same: the account knows that its payment is gone.
    await this.grantImages(placed, paid.paymentId, context);
    if (isPrinted) return this.bookPrints(orderId, placed, paid, context);
    await this.commands.execute(
      decide<OrderCommand>(
        orderStream,
        orderId,
        { type: 'ChangeOrderStatus', orderId, to: 'delivered', reason: 'downloads-ready' },
        { ...context, key: `order delivered ${orderId}` },
      ),
    );
  }

  private async grantImages({ memberId, items, priceVersion }: Placed, paymentId: string, context: CommandContext) {
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
  }

  /** Books the payment less the price of the images as paid for products and delivery. */
  private async bookPrints(
    orderId: string,
    { memberId, items }: Placed,
    { paymentId, cents }: { paymentId: string; cents: number },
    context: CommandContext,
  ): Promise<void> {
    const imageCents = items.reduce((sum, item) => sum + (item.kind === 'image-download' ? item.cents : 0), 0);
    const prints = { memberId, orderId, paymentId, cents: cents - imageCents };
    await this.commands.execute(
      decide<AccountCommand>(
        accountStream,
        memberId,
        { type: 'PurchasePrints', ...prints },
        { ...context, key: `order prints ${orderId}` },
      ),
    );
  }
}
