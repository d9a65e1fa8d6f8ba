import { Refused } from '@easel/contracts/kernel/problem';
import { orderProblems } from '@easel/contracts/orders/policy';
import { orderStream } from '@easel/contracts/orders/stream';
import { decide, type Undated } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EntitlementsLookup } from '../account/entitlements.lookup.ts';
import { OrderPayments } from '../payments/order-payments.ts';
import { ImageOffersLookup } from '../purchases/image-offers.lookup.ts';
import type { OrderCommand } from './orders.decider.ts';
import { hasProducts } from './order-state.decider.ts';
import { PlacedOrders, type PlacedOrder } from './placed-orders.ts';
import { BOUGHT_ALREADY, PAUSED } from './order-items.ts';
import { attempt, SettleOrderPayment, type SettledPayment } from './settle-order-payment.ts';

/** The state of an order's payment; `message` is for its member, `clientSecret` for the browser to confirm with. */
export interface PaymentStanding {
  payment: 'open' | 'processing' | 'paid';
  message: string | null;
  /** Page on which the bank asks the member. */
  authenticateAt: string | null;
  clientSecret: string | null;
  order: PlacedOrder;
}

const PAID = 'Order placed successfully!';
const PAID_PRODUCTS = 'Order placed successfully! You will receive a confirmation email shortly.';
const PROCESSING = 'Your bank is still processing the payment. Your order completes once it has answered.';

/**
 * Tries a card for an order, or only looks what became of its payment. A repeat charges nothing twice. Throws
 * paymentRefused with the bank's words where the card was declined.
 */
export class PayOrder extends Command<PaymentStanding> {
  constructor(
    readonly memberId: string,
    readonly orderId: string,
    readonly paymentMethod: string | undefined,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(PayOrder)
export class PayOrderHandler implements ICommandHandler<PayOrder> {
  constructor(
    private readonly commands: CommandBus,
    private readonly payments: OrderPayments,
    private readonly orders: PlacedOrders,
    private readonly entitlements: EntitlementsLookup,
    private readonly offers: ImageOffersLookup,
  ) {}

  async execute({ memberId, orderId, paymentMethod, context }: PayOrder): Promise<PaymentStanding> {
    const order = await this.orders.ofMember(memberId, orderId);
    if (!order) throw new Refused(orderProblems.notFound);
    if (order.paid) return paid(order);
    if (order.status !== 'pending') throw new Refused(orderProblems.notPayable);
    if (order.paymentId !== null) {
      // Another tab may have paid it, or an earlier call whose answer was lost.
      const before = await this.settle(order.paymentId, context);
      if (before.payment.status !== 'open') return standing(before);
    }
    await this.refuseUnsold(order);
    const paymentId = order.paymentId ?? (await this.open(orderId, order, context));
    const declined =
      paymentMethod === undefined
        ? undefined
        : await this.payments.tryCard(paymentId, { orderId, method: paymentMethod, key: context.key });
    faultPoint('order.after-card');
    if (declined) {
      await this.decide(orderId, { type: 'FailOrderPayment', orderId, paymentId, ...attempt(declined) }, context);
    }
    const after = await this.settle(paymentId, context);
    if (declined && after.payment.status === 'open') {
      throw new Refused(orderProblems.paymentRefused, { message: declined.message });
    }
    return standing(after);
  }

  /** Refuses to charge for an image that the member has bought since, or that was entered in a challenge since. */
  private async refuseUnsold({ placed: { memberId, items } }: PlacedOrder): Promise<void> {
    const has = await this.entitlements.of(memberId);
    const looked = await Promise.all(
      items.map(async (item) => {
        if (item.kind !== 'image-download') return [];
        const { itemId: id, generationId, variantId, size } = item;
        if (has.purchaseFor(variantId, size) !== undefined) return [{ id, reason: BOUGHT_ALREADY }];
        return (await this.offers.find(generationId, variantId))?.isEntry ? [{ id, reason: PAUSED }] : [];
      }),
    );
    const unsold = looked.flat();
    if (unsold.length > 0) throw new Refused(orderProblems.itemsUnavailable, { items: unsold });
  }

  /** A crash before it is recorded leaves one that the next call is given again. */
  private async open(orderId: string, { placed }: PlacedOrder, context: CommandContext): Promise<string> {
    const { memberId, totalCents: cents } = placed;
    const paymentId = await this.payments.open({ orderId, memberId, cents });
    faultPoint('order.after-open');
    await this.decide(orderId, { type: 'OpenOrderPayment', orderId, paymentId }, context);
    return paymentId;
  }

  private async settle(paymentId: string, context: CommandContext): Promise<SettledPayment> {
    const settled = await this.commands.execute(new SettleOrderPayment(paymentId, context));
    if (!settled) throw new Error(`${paymentId} is the payment of no order at the card service`);
    return settled;
  }

  private decide(orderId: string, command: Undated<OrderCommand>, context: CommandContext) {
    const key = `${command.type} ${context.key}`;
    return this.commands.execute(decide<OrderCommand>(orderStream, orderId, command, { ...context, key }));
  }
}

/** The member has nothing more to do. */
const DONE = { authenticateAt: null, clientSecret: null };

const paid = (order: PlacedOrder): PaymentStanding => ({
  payment: 'paid',
  message: hasProducts(order.placed) ? PAID_PRODUCTS : PAID,
  ...DONE,
  order,
});

function standing({
  order,
  payment: { paymentId, status, authenticateAt, clientSecret, declined },
}: SettledPayment): PaymentStanding {
  if (order.paid?.paymentId === paymentId) return paid(order);
  switch (status) {
    case 'open':
      return { payment: 'open', message: declined?.message ?? null, authenticateAt, clientSecret, order };
    case 'processing':
      return { payment: 'processing', message: PROCESSING, ...DONE, order };
    // Cancelled there, or paid for an order that was cancelled here, which has given it back.
    case 'cancelled':
    case 'paid':
      throw new Refused(orderProblems.notPayable);
  }
}
