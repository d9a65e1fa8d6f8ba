import { formatProblem, sizeProblem } from '@easel/contracts/downloads/policy';
import { centsToDollars } from '@easel/contracts/kernel/money';
import { Refused } from '@easel/contracts/kernel/problem';
import type { OrderedDownload, OrderedItem } from '@easel/contracts/orders/events';
import type { orderBody } from '@easel/contracts/orders/http';
import { LEAST_CARD_CENTS, orderProblems } from '@easel/contracts/orders/policy';
import { orderStream } from '@easel/contracts/orders/stream';
import { purchaseProblems } from '@easel/contracts/purchases/policy';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { z } from 'zod/mini';
import { EntitlementsLookup, type Entitlements } from '../account/entitlements.lookup.ts';
import { PaymentsLookup } from '../payments/payments.lookup.ts';
import { PeopleLookup } from '../people/people.lookup.ts';
import { ImageOffersLookup, type ImagePrice, type OfferedImage } from '../purchases/image-offers.lookup.ts';
import { CheckoutSettingsLookup } from '../settings/checkout.lookup.ts';
import type { OrderCommand } from './orders.decider.ts';
import { PlacedOrders } from './placed-orders.ts';
import { presentOrder, type OrderSummary } from './present-order.ts';

/** Ids of orders are UUID v5 of the command's key within this namespace, and those of their items of both. */
const ORDER_NAMESPACE = '0d9c0a52-6e0f-4a3b-9a5d-4f2f6c1f9b7e';

const GONE = 'This image is no longer available';
const PAUSED = 'Sales of this image are paused while its challenge runs';
const TWICE = 'This image is in your cart more than once in this size';
export const BOUGHT_ALREADY = 'You have bought this image in this size already';

type Body = z.output<typeof orderBody>;
type Item = Extract<Body['items'][number], { kind: 'image-download' }>;

/** What was asked for, with what it is about; there may be no such image. */
interface Wanted {
  item: Item;
  image: OfferedImage | undefined;
}

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
    private readonly offers: ImageOffersLookup,
    private readonly entitlements: EntitlementsLookup,
    private readonly people: PeopleLookup,
    private readonly checkout: CheckoutSettingsLookup,
    private readonly payments: PaymentsLookup,
  ) {}

  async execute({ memberId, body, context }: PlaceOrder): Promise<OrderSummary> {
    const orderId = uuidV5(context.key, ORDER_NAMESPACE);
    const earlier = await this.asPlaced(orderId);
    if (earlier) return earlier;
    const { testMode } = await this.checkout.current();
    if (body.test_mode !== testMode) throw new Refused(orderProblems.modeChanged, { testMode });
    if (!testMode && !this.payments.takesCards) throw new Refused(orderProblems.cardsNotTaken);
    const images = await this.available(
      memberId,
      body.items.filter((item) => item.kind === 'image-download'),
    );
    const prices = await this.offers.pricesOf(
      images.map(({ image: { ownerId }, item: { resolutionTier: size } }) => ({ ownerId, size })),
    );
    refuseOtherPrices(body, prices);
    if (!testMode && sumOf(prices) < LEAST_CARD_CENTS) throw new Refused(orderProblems.belowLeast);
    const priceVersion = prices[0]?.priceVersion ?? 1;
    const items = images.map(({ item, image }, index): OrderedItem => {
      const { cents = 0, curator = false } = prices[index] ?? {};
      const itemId = uuidV5(`${index}`, orderId);
      return ordered(item, image, { itemId, cents, curator });
    });
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
          delivery: null,
          priceVersion,
        },
        context,
      ),
    );
    const placed = await this.asPlaced(orderId);
    if (!placed) throw new Error(`order ${orderId} was placed and is not there`);
    return placed;
  }

  /** Returns the order as the first call answered it, regardless of its status now. */
  private async asPlaced(orderId: string): Promise<OrderSummary | undefined> {
    const order = await this.orders.find(orderId);
    return order && presentOrder(orderId, { ...order, status: order.placed.testMode ? 'test_mode' : 'pending' });
  }

  /** Throws itemsUnavailable, with a reason for each, where any cannot be ordered. */
  private async available(memberId: string, items: readonly Item[]): Promise<{ item: Item; image: OfferedImage }[]> {
    const has = await this.entitlements.of(memberId);
    const wanted = await Promise.all(
      items.map(async (item) => ({ item, image: await this.offers.find(item.generationId, item.variantId) })),
    );
    const seen = new Set<string>();
    const faults: { id: string; reason: string }[] = [];
    const found: { item: Item; image: OfferedImage }[] = [];
    for (const { item, image } of wanted) {
      const { variantId, resolutionTier } = item;
      const isTwice = seen.has(`${variantId} ${resolutionTier}`);
      seen.add(`${variantId} ${resolutionTier}`);
      const reason = isTwice ? TWICE : await this.faultOf({ item, image }, memberId, has);
      if (reason !== undefined || !image) faults.push({ id: item.id, reason: reason ?? GONE });
      else found.push({ item, image });
    }
    if (faults.length > 0) throw new Refused(orderProblems.itemsUnavailable, { items: faults });
    return found;
  }

  /** The rules of a purchase from the wallet (buy-image.ts), and those of a file of that size and format. */
  private async faultOf({ item, image }: Wanted, memberId: string, has: Entitlements): Promise<string | undefined> {
    if (!image) return GONE;
    const { ownerId, isDeleted, isPublic, isEntry, original, variantId } = image;
    const { resolutionTier: size, format } = item;
    if (has.purchaseFor(variantId, size) !== undefined) return BOUGHT_ALREADY;
    if (ownerId === memberId && !isDeleted) return purchaseProblems.ownImage.message;
    if (!isPublic || !(await this.people.seesPicturesOf(memberId, ownerId))) return GONE;
    if (isEntry) return PAUSED;
    const { tier } = has;
    return (sizeProblem({ tier, original, size }) ?? formatProblem(tier, format))?.message;
  }
}

/** Throws priceChanged where the page showed another price than the server's, for an item or for all of them. */
function refuseOtherPrices({ items, total }: Body, prices: readonly ImagePrice[]): void {
  const totalCents = sumOf(prices);
  const others = items.flatMap(({ id, price }, index) => {
    const { cents = 0 } = prices[index] ?? {};
    return isPriceOf(price, cents) ? [] : [{ id, expected: centsToDollars(cents) }];
  });
  if (others.length === 0 && isPriceOf(total, totalCents)) return;
  throw new Refused(orderProblems.priceChanged, { expected: centsToDollars(totalCents), items: others });
}

const sumOf = (prices: readonly ImagePrice[]): number => prices.reduce((sum, { cents }) => sum + cents, 0);

/** A decimal fraction is off by a breath at most once it is multiplied. What was not shown is not compared. */
const isPriceOf = (dollars: number | undefined, cents: number): boolean =>
  dollars === undefined || Math.abs(dollars * 100 - cents) < 1e-6;

const ordered = (
  { kind, resolutionTier: size, format }: Item,
  { generationId, variantId, ownerId: sellerId, original, image }: OfferedImage,
  priced: Pick<OrderedDownload, 'itemId' | 'cents' | 'curator'>,
): OrderedDownload => ({ kind, generationId, variantId, sellerId, size, original, format, image, ...priced });
