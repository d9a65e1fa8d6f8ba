import { randomUUID } from 'node:crypto';
import { generationStream } from '@easel/contracts/generation/stream';
import { centred, type Placement } from '@easel/contracts/products/placement';
import { orderStream } from '@easel/contracts/orders/stream';
import { decide } from '@easel/kernel/deciding/decide';
import { CommandBus } from '@nestjs/cqrs';
import supertest, { type Test } from 'supertest';
import { afterAll, beforeAll, expect } from 'vitest';
import type { GenerationCommand } from '../../generation/generation.decider.ts';
import { GenerationLookup } from '../../generation/generation.lookup.ts';
import { signInOperator, type TestMember } from '../../testing/api-server.ts';
import { Checkout } from '../../testing/checkout.ts';
import { Studio } from '../../testing/studio.ts';
import { testProduct, type TestProduct } from './order-shop.ts';

interface Item {
  kind: 'image-download';
  id: string;
  generationId: string;
  variantId: string;
  resolutionTier: string;
  format: string;
  quantity: 1;
  price?: number;
}
export interface Ordered {
  id: string;
  reference: string;
  status: string;
  total: number;
}

export let shop: Checkout;
export let studio: Studio;
export let seller: TestMember;
export let buyer: TestMember;
/** Opens the checkout for the tests of a file, with a seller and a buyer. */
export function withCheckoutShop(): void {
  beforeAll(async () => {
    shop = await Checkout.open();
    studio = new Studio(shop.server);
    [seller, buyer] = [await studio.member(), await studio.member()];
  });
  afterAll(() => shop.close());
}

export const itemOf = async (generationId: string, change: Partial<Item> = {}): Promise<Item> => {
  const view = await shop.server.app.get(GenerationLookup, { strict: false }).find(generationId);
  const variantId = view?.variants[0]?.variantId ?? '';
  const wanted = { kind: 'image-download', resolutionTier: '1K', format: 'png', quantity: 1 } as const;
  return { id: `cart-${randomUUID()}`, generationId, variantId, ...wanted, ...change };
};
export const newItem = async (change: Partial<Item> = {}) => itemOf(await studio.published(seller), change);

/** Enters it in a challenge, as its seller. */
export const enter = ({ generationId, variantId }: Item, closesAt: Date) =>
  shop.server.app.get(CommandBus, { strict: false }).execute(
    decide<GenerationCommand>(
      generationStream,
      generationId,
      {
        type: 'TagEntry',
        generationId,
        memberId: seller.id,
        variantId,
        competitionId: randomUUID(),
        entryId: randomUUID(),
        kind: 'poster',
        closesAt: closesAt.toISOString(),
      },
      { key: randomUUID(), actor: { kind: 'system', id: 'test' }, correlationId: randomUUID() },
    ),
  );

export const zoomedOut: Placement = { ...centred, fit: 'border' };
export const productOf = async (generationId: string, change: Partial<TestProduct> = {}): Promise<TestProduct> => {
  const { variantId } = await itemOf(generationId);
  return testProduct({ generationId, variantId }, change);
};

export const bodyOf = (items: readonly (Item | TestProduct)[], change: object = {}) => ({
  id: 'ORD-1764000000000',
  customerName: 'Ada Byron',
  customerEmail: 'ada@example.org',
  items,
  test_mode: false,
  ...change,
});
export const place = (items: readonly (Item | TestProduct)[], change: object = {}, key = randomUUID()): Test =>
  shop.post(buyer, 'orders', bodyOf(items, change), key);
export const placed = async (...items: Item[]): Promise<Ordered> =>
  ((await place(items.length > 0 ? items : [await newItem()]).expect(201)).body as { order: Ordered }).order;
export const pay = ({ id }: { id: string }, paymentMethod?: string, key?: string, member = buyer): Test =>
  shop.post(member, `orders/${id}/payment`, { ...(paymentMethod !== undefined && { paymentMethod }) }, key);
export const cancel = ({ id }: { id: string }, member = buyer): Test => shop.post(member, `orders/${id}/cancel`);
export const factsOf = ({ id }: { id: string }) => studio.factsOf(orderStream.nameOf(id));
export const typesOf = ({ id }: { id: string }) => studio.typesIn(orderStream.nameOf(id));
/** The purchases of an order, as the account has them. */
export const purchasesOf = async (order: { id: string }) => {
  const [first] = await factsOf(order);
  const { items } = (first?.data ?? {}) as { items: { itemId: string }[] };
  const ids = items.map(({ itemId }) => itemId);
  const facts = await studio.factsOf(`account-${buyer.id}`);
  return facts.filter(
    ({ type, data }) => type === 'ImagePurchased' && ids.includes((data as { purchaseId: string }).purchaseId),
  );
};
/** The payment of an order, opened. */
export const opened = async (order: { id: string }): Promise<string> => {
  const { body } = await pay(order).expect(200);
  expect(body).toMatchObject({ payment: 'open', message: null, clientSecret: expect.stringMatching(/^pi_.+_secret_/) });
  return (body as { clientSecret: string }).clientSecret.split('_secret_')[0] ?? '';
};
/** As the browser does it, by itself. */
export const confirm = (paymentId: string, payment_method = 'pm_card_visa'): Promise<unknown> =>
  shop.service.stripe.paymentIntents.confirm(paymentId, { payment_method });
export const toggle = async (testMode: boolean) => {
  const operator = await signInOperator(shop.server);
  const { body } = await supertest(shop.server.http)
    .get('/api/admin/settings/checkout')
    .set(...operator)
    .expect(200);
  const { version } = body as { version: number };
  await supertest(shop.server.http)
    .put('/api/admin/settings/checkout')
    .set(...operator)
    .send({ version, testMode, reason: 'a test' })
    .expect(200);
};
export const PAID = ['OrderPlaced', 'OrderPaymentOpened', 'OrderPaid', 'OrderStatusChanged'];
