import { randomUUID } from 'node:crypto';
import { orderStream } from '@easel/contracts/orders/stream';
import { centred, type Placement } from '@easel/contracts/products/placement';
import { decide, type Undated } from '@easel/kernel/deciding/decide';
import { CommandBus } from '@nestjs/cqrs';
import type { Test } from 'supertest';
import { GenerationLookup } from '../../generation/generation.lookup.ts';
import type { TestMember } from '../../testing/api-server.ts';
import { Checkout } from '../../testing/checkout.ts';
import { Studio } from '../../testing/studio.ts';
import type { OrderCommand } from '../orders.decider.ts';
import type { PrintConfig } from '../print.config.ts';

export interface TestProduct {
  kind: 'product';
  id: string;
  generationId: string;
  variantId: string;
  productId: string;
  size: string;
  color: string;
  quantity: number;
  placement: Placement;
  price?: number;
}

/** Small enough that a picture of a thousand pixels has enough of them for any product. */
export const smallPlacement: Placement = { ...centred, fit: 'border', scale: 0.5 };

export const testAddress = {
  street: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  zipCode: '62701',
  country: 'United States',
};
export const standardDelivery = { shipping_address: testAddress, delivery_method: 'standard' };

export interface TestOrder {
  reference: string;
  id: string;
  status: string;
  total: number;
}

/** A mug for $15 in the cart. */
export const testProduct = (
  picture: { generationId: string; variantId: string },
  change: Partial<TestProduct> = {},
): TestProduct => ({
  kind: 'product',
  id: `cart-${randomUUID()}`,
  ...picture,
  productId: 'mug',
  size: '',
  color: '',
  quantity: 1,
  placement: smallPlacement,
  ...change,
});

export const orderOf = (items: readonly object[]) => ({
  id: 'ORD-1764000000000',
  customerName: 'Ada Byron',
  customerEmail: 'ada@example.org',
  items,
  test_mode: false,
  ...standardDelivery,
});

/** A test's hands on orders of one member, with products and images in them. */
export class OrderShop {
  private constructor(
    readonly shop: Checkout,
    readonly studio: Studio,
    readonly buyer: TestMember,
    readonly seller: TestMember,
  ) {}

  /** `prints` are the settings of a print service; without them what is sent waits. */
  static async open(prints?: Partial<PrintConfig>): Promise<OrderShop> {
    const shop = await Checkout.open(undefined, prints && { prints });
    const studio = new Studio(shop.server);
    return new OrderShop(shop, studio, await studio.member(), await studio.member());
  }

  close(): Promise<void> {
    return this.shop.close();
  }

  /** The first picture of a generation. */
  async pictureOf(generationId: string): Promise<{ generationId: string; variantId: string }> {
    const view = await this.shop.server.app.get(GenerationLookup, { strict: false }).find(generationId);
    return { generationId, variantId: view?.variants[0]?.variantId ?? '' };
  }

  /** A mug with the buyer's own picture. */
  async mug(change: Partial<TestProduct> = {}): Promise<TestProduct> {
    return testProduct(await this.pictureOf(await this.studio.finished(this.buyer)), change);
  }

  /** Somebody else's picture for $0.75. */
  async image(): Promise<object> {
    const picture = await this.pictureOf(await this.studio.published(this.seller));
    const wanted = { kind: 'image-download', resolutionTier: '1K', format: 'png', quantity: 1 } as const;
    return { id: `cart-${randomUUID()}`, ...picture, ...wanted };
  }

  async placed(items: readonly object[]): Promise<TestOrder> {
    const reply = await this.shop.post(this.buyer, 'orders', orderOf(items)).expect(201);
    return (reply.body as { order: TestOrder }).order;
  }

  /** An order of a mug and an image, delivered for $5.99, unless other items are named. */
  async paid(items?: readonly object[], paymentMethod = 'pm_card_visa'): Promise<TestOrder> {
    const order = await this.placed(items ?? [await this.mug(), await this.image()]);
    const reply = await this.shop.post(this.buyer, `orders/${order.id}/payment`, { paymentMethod }).expect(200);
    return (reply.body as { order: TestOrder }).order;
  }

  /** A call of the member about one of their orders. */
  call({ id }: { id: string }, what: string, body: object = {}, member = this.buyer): Test {
    return this.shop.post(member, `orders/${id}/${what}`, body);
  }

  factsOf({ id }: { id: string }) {
    return this.studio.factsOf(orderStream.nameOf(id));
  }

  typesOf({ id }: { id: string }): Promise<string[]> {
    return this.studio.typesIn(orderStream.nameOf(id));
  }

  async factOf<Data = Record<string, unknown>>(order: { id: string }, type: string): Promise<Data | undefined> {
    return (await this.factsOf(order)).findLast((fact) => fact.type === type)?.data as Data | undefined;
  }

  async paymentOf(order: { id: string }): Promise<string> {
    return (await this.factOf<{ paymentId: string }>(order, 'OrderPaid'))?.paymentId ?? '';
  }

  /** Refunds of its payment at the card service, the oldest first. */
  async refundsOf(order: {
    id: string;
  }): Promise<{ id: string; amount: number; status: string | null; metadata: object | null }[]> {
    const { data } = await this.shop.service.stripe.refunds.list({ payment_intent: await this.paymentOf(order) });
    return data.toReversed().map(({ id, amount, status, metadata }) => ({ id, amount, status, metadata }));
  }

  /** A command that no route of a test brings about. */
  async decide(command: Undated<OrderCommand>): Promise<void> {
    const context = { key: randomUUID(), actor: { kind: 'system', id: 'test' }, correlationId: randomUUID() } as const;
    const bus = this.shop.server.app.get(CommandBus, { strict: false });
    await bus.execute(decide<OrderCommand>(orderStream, command.orderId, command, context));
  }

  /** Has its products printed and all of them sent in one parcel. */
  async ship({ id: orderId }: { id: string }, dispatchedAt: Date): Promise<void> {
    const [first] = await this.factsOf({ id: orderId });
    const { items } = (first?.data ?? {}) as { items: { kind: string; itemId: string }[] };
    const itemIds = items.flatMap(({ kind, itemId }) => (kind === 'product' ? [itemId] : []));
    const parcel = { parcelId: `shp_${randomUUID()}`, carrier: 'Post', trackingNumber: 'T1', trackingUrl: '' };
    const sent = { orderId, attempt: 1, printOrderId: `ord_${randomUUID()}` };
    await this.decide({ type: 'BeginPrinting', orderId });
    await this.decide({ type: 'SendOrderToPrint', ...sent });
    const parcels = [{ ...parcel, itemIds, dispatchedAt }];
    await this.decide({ type: 'ReportPrint', ...sent, parcels, problem: null, cents: null });
  }
}
