import { centsToDollars } from '@easel/contracts/kernel/money';
import { Refused } from '@easel/contracts/kernel/problem';
import type { OrderedItem } from '@easel/contracts/orders/events';
import type { orderBody } from '@easel/contracts/orders/order-body';
import { deliveryCents, LEAST_CARD_CENTS, orderProblems } from '@easel/contracts/orders/policy';
import { orderStream } from '@easel/contracts/orders/stream';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod/mini';
import { PaymentsLookup } from '../payments/payments.lookup.ts';
import { CheckoutSettingsLookup } from '../settings/checkout.lookup.ts';
import { refuseUndeliverable } from './delivery-address.ts';
import { orderIdOf } from './order-ids.ts';
import { OrderItems } from './order-items.ts';
import type { OrderCommand } from './orders.decider.ts';
import { PlacedOrders } from './placed-orders.ts';
import { PrintsLookup } from './prints.lookup.ts';
import { presentOrder, type OrderSummary } from './present-order.ts';

type Body = z.output<typeof orderBody>;
type Delivery = Extract<OrderCommand, { type: 'PlaceOrder' }>['delivery'];

/** Orders the cart at the server's prices, and answers the order as it was placed, also when it is asked again. */
export class PlaceOrder extends Command<OrderSummary> {
  constructor(
    readonly memberId: string,
    readonly body: Body,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(PlaceOrder)
export class PlaceOrderHandler implements ICommandHandler<PlaceOrder> {
  constructor(
    private readonly commands: CommandBus,
    private readonly orders: PlacedOrders,
    private readonly items: OrderItems,
    private readonly checkout: CheckoutSettingsLookup,
    private readonly payments: PaymentsLookup,
    private readonly prints: PrintsLookup,
  ) {}

  async execute(command: PlaceOrder): Promise<OrderSummary> {
    const orderId = orderIdOf(command.context.key);
    try {
      await this.place(orderId, command);
    } catch (error) {
      // A repeat is answered as the first call was, whatever has changed since.
      const earlier = isRefusal(error) ? await this.asPlaced(orderId) : undefined;
      if (earlier) return earlier;
      throw error;
    }
    const placed = await this.asPlaced(orderId, { asKnown: true });
    if (!placed) throw new Error(`order ${orderId} was placed and cannot be found`);
    return placed;
  }

  /** Changes nothing where the order is placed already. */
  private async place(orderId: string, { memberId, body, context }: PlaceOrder): Promise<void> {
    const { testMode } = await this.checkout.current();
    if (body.test_mode !== testMode) throw new Refused(orderProblems.modeChanged, { testMode });
    if (!testMode && !this.payments.takesCards) throw new Refused(orderProblems.cardsNotTaken);
    const delivery = deliveryOf(body);
    if (!testMode && delivery && !this.prints.isThere) throw new Refused(orderProblems.printsNotTaken);
    const { items, priceVersion } = await this.items.choose(memberId, orderId, body.items);
    const totalCents = totalOf(items, delivery);
    refuseOtherPrices(body, items, totalCents);
    if (!testMode && totalCents < LEAST_CARD_CENTS) throw new Refused(orderProblems.belowLeast);
    const { id: reference, customerName, customerEmail, customerPhone } = body;
    await this.commands.execute(
      decide<OrderCommand>(
        orderStream,
        orderId,
        {
          type: 'PlaceOrder',
          orderId,
          memberId,
          reference,
          testMode,
          customerName,
          customerEmail,
          customerPhone,
          items,
          delivery,
          priceVersion,
        },
        context,
      ),
    );
  }

  /** Returns the order as the first call answered it, regardless of its status now. */
  private async asPlaced(orderId: string, how?: { asKnown: boolean }): Promise<OrderSummary | undefined> {
    const order = await this.orders.find(orderId, how);
    return order && presentOrder(orderId, { ...order, status: order.placed.testMode ? 'test_mode' : 'pending' });
  }
}

/** Whether it says that the order cannot be placed, and not that a server is away. */
const isRefusal = (error: unknown): boolean => error instanceof Refused && error.problem.status < 500;

/** Null of an order of downloads alone, whatever its address. Throws 400 where the address has faults. */
function deliveryOf({ items, shipping_address: address, delivery_method: method }: Body): Delivery {
  if (!address || !method || items.every(({ kind }) => kind !== 'product')) return null;
  refuseUndeliverable(address, 'shipping_address');
  return { method, address };
}

function totalOf(items: readonly OrderedItem[], delivery: Delivery): number {
  const subtotalCents = items.reduce((sum, { cents }) => sum + cents, 0);
  return subtotalCents + deliveryCents(subtotalCents, delivery?.method ?? null);
}

/** Throws priceChanged where the page showed another price than the server's, for one of an item or for all of it. */
function refuseOtherPrices({ items: asked, total }: Body, items: readonly OrderedItem[], totalCents: number): void {
  const others = items.flatMap((item, index) => {
    const { id = '', price } = asked[index] ?? {};
    const cents = item.kind === 'product' ? item.unitCents : item.cents;
    return isPriceOf(price, cents) ? [] : [{ id, expected: centsToDollars(cents) }];
  });
  if (others.length === 0 && isPriceOf(total, totalCents)) return;
  throw new Refused(orderProblems.priceChanged, { expected: centsToDollars(totalCents), items: others });
}

/** Compares with a tolerance for floating point. A price that the page did not send is not compared. */
const isPriceOf = (dollars: number | undefined, cents: number): boolean =>
  dollars === undefined || Math.abs(dollars * 100 - cents) < 1e-6;
