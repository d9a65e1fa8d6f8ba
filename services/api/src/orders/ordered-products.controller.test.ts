import { centred } from '@easel/contracts/products/placement';
import { describe, expect, test } from 'vitest';
import { topUpAs } from '../testing/accounts.ts';
import { smallPlacement, standardDelivery, testAddress, type TestProduct } from './testing/order-shop.ts';
import {
  type Ordered,
  shop,
  studio,
  seller,
  buyer,
  withCheckoutShop,
  newItem,
  zoomedOut,
  productOf,
  place,
  factsOf,
} from './testing/checkout-shop.ts';

withCheckoutShop();

describe('an order with products', () => {
  const total = (items: readonly TestProduct[], delivery = 5.99) =>
    Math.round(items.reduce((sum, { price = 0, quantity }) => sum + price * quantity, delivery) * 100) / 100;

  test('is placed at the server’s prices, with what may be printed, where it goes and how', async () => {
    const generationId = await studio.finished(buyer);
    const items = [
      await productOf(generationId, { productId: 'mug', price: 15, quantity: 2, placement: zoomedOut }),
      await productOf(generationId, {
        productId: 't-shirt',
        size: 'M',
        color: 'navy',
        price: 24,
        placement: smallPlacement,
      }),
      await newItem({ price: 0.75 }),
    ];
    const { body } = await place(items, { ...standardDelivery, total: 60.74 }).expect(201);
    expect(body).toMatchObject({
      message: 'Order placed successfully!',
      order: { status: 'pending', subtotal: 54.75, shipping: 5.99, total: 60.74 },
    });
    const [fact] = await factsOf(body.order as Ordered);
    expect(fact?.data).toMatchObject({
      ...testAddress,
      deliveryMethod: 'standard',
      items: [
        {
          kind: 'product',
          productId: 'mug',
          name: 'Mug',
          size: '',
          colour: '',
          quantity: 2,
          unitCents: 1500,
          cents: 3000,
          makerId: buyer.id,
          widthPx: 1024,
          heightPx: 1024,
          placement: zoomedOut,
        },
        { kind: 'product', productId: 't-shirt', size: 'M', colour: 'navy', cents: 2400 },
        { kind: 'image-download', cents: 75 },
      ],
    });
  });

  test('costs no delivery from 150 dollars on, downloads included, and ignores an address of downloads alone', async () => {
    const generationId = await studio.finished(buyer);
    const items = [await productOf(generationId, { productId: 'mug', price: 15, quantity: 10, placement: zoomedOut })];
    const { body } = await place(items, { ...standardDelivery, total: 150 }).expect(201);
    expect(body.order).toMatchObject({ subtotal: 150, shipping: 0, total: 150 });
    const downloads = await place([await newItem()], standardDelivery).expect(201);
    expect(downloads.body.order).toMatchObject({ shipping: 0 });
    const [fact] = await factsOf(downloads.body.order as Ordered);
    expect(fact?.data).toMatchObject({ deliveryMethod: null, street: '', country: '' });
  });

  test('at other prices is refused with the right ones, of one item and of all with delivery', async () => {
    const generationId = await studio.finished(buyer);
    const item = await productOf(generationId, { price: 12, quantity: 2 });
    const { body } = await place([item], { ...standardDelivery, total: 29.99 }).expect(409);
    expect(body).toMatchObject({
      code: 'orders.price_changed',
      expected: 35.99,
      items: [{ id: item.id, expected: 15 }],
    });
    const right = { ...item, price: 15 };
    expect((await place([right], { ...standardDelivery, total: 30 }).expect(409)).body).toMatchObject({
      expected: total([right]),
      items: [],
    });
  });

  test('is refused with a reason for each product that cannot be had, and for each picture', async () => {
    const [own, others] = [await studio.finished(buyer), await studio.published(seller)];
    const items = [
      await productOf(own, { productId: 'statue' }),
      await productOf(own, { productId: 't-shirt', size: 'XS', color: 'navy' }),
      await productOf(own, { productId: 't-shirt', size: 'M', color: 'pink' }),
      await productOf(own, { productId: 'mug', size: 'M' }),
      await productOf(others),
      await productOf(await studio.finished(seller)),
      await productOf(own, { productId: 'poster-large', size: '24x36', placement: centred }),
      await productOf(own, { placement: { ...zoomedOut, scale: 0.1, x: 1 } }),
    ];
    const { body } = await place(items, standardDelivery).expect(409);
    expect(body.code).toBe('orders.items_unavailable');
    const choice = 'This product is no longer available in this size or color';
    expect((body.items as { reason: string }[]).map(({ reason }) => reason)).toEqual([
      'This product is no longer available',
      choice,
      choice,
      choice,
      'This image is no longer available',
      'This image is no longer available',
      'This image is too small for this product. Please choose a smaller product, or zoom out.',
      'This image is moved off the product. Please place it again.',
    ]);
  });

  test('may have a picture that was bought printed as large as it was bought', async () => {
    const generationId = await studio.published(seller);
    await topUpAs(shop.server, buyer.id, 1000);
    const bought = { imageId: generationId, size: '1K', paymentMethod: 'dollars' };
    await shop.post(buyer, 'images/purchase', bought).expect(200);
    const { body } = await place([await productOf(generationId)], standardDelivery).expect(201);
    const [fact] = await factsOf(body.order as Ordered);
    expect(fact?.data).toMatchObject({ items: [{ makerId: seller.id, widthPx: 1024, heightPx: 1024 }] });
    const large = await productOf(generationId, { productId: 'poster-large', size: '24x36', placement: centred });
    const refused = await place([large], standardDelivery).expect(409);
    expect(refused.body.items).toEqual([
      { id: large.id, reason: expect.stringContaining('Please buy a larger size') as string },
    ]);
  });

  test('is refused in words without an address, a delivery or a quantity', async () => {
    const item = await productOf(await studio.finished(buyer));
    const wrong = async (change: object, items = [item]) => (await place(items, change).expect(400)).body.message;
    expect(await wrong({})).toBe('Please fill in all address fields');
    expect(await wrong({ shipping_address: testAddress })).toBe('Please choose a delivery method');
    expect(await wrong({ ...standardDelivery, shipping_address: { ...testAddress, city: ' ' } })).toBe(
      'Please fill in all address fields',
    );
    expect(await wrong({ ...standardDelivery, shipping_address: { ...testAddress, country: 'Atlantis' } })).toBe(
      'We do not deliver to this country yet',
    );
    for (const quantity of [0, 100, 1.5])
      expect(await wrong(standardDelivery, [{ ...item, quantity }])).toBe('Please choose a quantity from 1 to 99');
  });

  test('takes what the browser sends beside it, and reads none of it', async () => {
    const item = {
      ...(await productOf(await studio.finished(buyer))),
      name: 'A golden mug',
      thumbnail: `data:image/jpeg;base64,${'x'.repeat(100_000)}`,
      imageReference: 'none',
      imageNumber: 7,
    };
    const { body } = await place([item], { ...standardDelivery, status: 'paid', tags: ['cheap'], notes: 'n' }).expect(
      201,
    );
    expect(body.order.status).toBe('pending');
    expect((await factsOf(body.order as Ordered))[0]?.data).toMatchObject({ items: [{ name: 'Mug' }] });
  });
});
