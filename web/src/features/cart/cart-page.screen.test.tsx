import { productsHttp } from '@easel/contracts/products/http';
import type { PendingProduct } from '@easel/contracts/products/pending';
import { centred } from '@easel/contracts/products/placement';
import { productProblems } from '@easel/contracts/products/policy';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { settingsHttp } from '@easel/contracts/settings/http';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { button, server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { samplePrices } from '../prices/testing/sample-prices.ts';
import { cartText } from './cart-text.ts';
import { CartPage } from './cart-page.tsx';
import type { CartItem } from './cart.ts';

withFakeServer();
beforeEach(signIn);

const fox: CartItem = {
  kind: 'image-download',
  type: 'image-download',
  id: 'fox',
  generationId: '6d7c1b1e-1111-4c3f-9a55-000000000001',
  variantId: '6d7c1b1e-1111-4c3f-9a55-000000000002',
  format: 'png',
  resolutionTier: '2K',
  price: 1.5,
  quantity: 1,
  name: 'A fox',
  image: '/api/images/a.webp',
};
const owl = { ...fox, id: 'owl', name: 'An owl', price: 'free' };

const fill = (...stored: unknown[]) => cartText.set(JSON.stringify(stored));
const open = (...stored: unknown[]) => {
  fill(...stored);
  return show(<CartPage walletDollars={5} canCheckOut funds={() => null} />, { at: '/cart' });
};

test('sums up the order and leads to the checkout, with the wallet as the second way', () => {
  open(fox, { ...fox, id: 'two', price: 2 });
  const summary = screen.getByRole('region', { name: 'Order summary' });
  expect(summary.textContent).toContain('2 image downloads');
  expect(summary.textContent).toContain('Subtotal$3.50');
  expect(summary.textContent).toContain('Secure checkout powered by Stripe');
  expect(screen.getByRole('link', { name: 'Proceed to Checkout' }).getAttribute('href')).toBe('/checkout');
  button('Pay $3.50 from your wallet');
});

test('leads to no checkout where orders cannot be paid by card, and says so', () => {
  fill(fox);
  show(<CartPage walletDollars={5} canCheckOut={false} funds={() => null} />, { at: '/cart' });
  screen.getByText('Orders cannot be paid by card here yet. You can pay from your wallet.');
  expect(screen.queryByRole('link', { name: 'Proceed to Checkout' })).toBeNull();
  button('Pay $1.50 from your wallet');
});

test('shows an item that cannot be read with its reason, and keeps it until it is removed', async () => {
  const user = open(fox, owl);
  screen.getByText('An owl');
  screen.getByText('Its price cannot be read, so it cannot be ordered.');
  screen.getByRole('region', { name: 'Order summary' });

  await user.click(button('Remove: A fox'));
  expect(JSON.parse(cartText.get() ?? '')).toEqual([owl]);
  expect(screen.queryByRole('link', { name: 'Proceed to Checkout' })).toBeNull();

  await user.click(button('Remove: An owl'));
  expect(cartText.get()).toBeNull();
  screen.getByText('Your cart is empty');
});

test('puts back everything that was cleared, what cannot be read too', async () => {
  const user = open(fox, owl);
  await user.click(button('Clear Cart'));
  screen.getByText('Your cart is empty');
  await user.click(button('Undo'));
  expect(JSON.parse(cartText.get() ?? '')).toEqual([fox, owl]);
});

const shirt: PendingProduct = {
  kind: 'product',
  id: 'shirt',
  productId: 't-shirt',
  generationId: '6d7c1b1e-1111-4c3f-9a55-000000000001',
  variantId: '6d7c1b1e-1111-4c3f-9a55-000000000002',
  name: 'T-shirt',
  size: 'XL',
  color: 'navy',
  price: 24,
  quantity: 1,
  image: '/api/images/auth/a-thumb.webp',
  imageNumber: 2,
  placement: centred,
};
const printable = {
  generationId: shirt.generationId,
  variantId: shirt.variantId,
  imageNumber: 2,
  title: 'A fox',
  width: 4096,
  height: 4096,
  preview_url: '/api/images/auth/a.webp',
  thumbnail_url: '/api/images/auth/a-thumb.webp',
};
const summary = () => screen.getByRole('region', { name: 'Order summary' });

describe('with printed products', () => {
  beforeEach(() => {
    server
      .reply(settingsHttp.prices, samplePrices())
      .reply(productsHttp.picture, { success: true, picture: printable });
  });

  test('says what they are in words, takes quantities, and what delivery costs from', async () => {
    const user = open(shirt);
    await screen.findByText('T-shirt · XL · Navy');
    const row = screen.getByRole('listitem');
    within(row).getByText('Image 2 · Cropped to fill');
    expect(summary().textContent).toContain('1 printed product');
    expect(summary().textContent).toContain('Deliveryfrom $5.99, free from $150.00');

    await user.click(button('One less'));
    expect(within(row).getByRole('status').textContent).toBe('1');
    await user.click(button('One more'));
    within(row).getByText('$48.00');
    within(row).getByText('$24.00 each');
    expect(summary().textContent).toContain('2 printed products');
    expect(summary().textContent).toContain('Subtotal$48.00');
    for (let copies = 2; copies < 7; copies++) await user.click(button('One more'));
    expect(summary().textContent).toContain('Deliveryfree');
    expect(screen.queryByRole('group', { name: 'Pay from your wallet' })).toBeNull();
    screen.getByRole('link', { name: 'Proceed to Checkout' });
  });

  test('are removed one by one, and come back with Undo where all were cleared', async () => {
    const user = open(shirt, fox);
    await user.click(await screen.findByRole('button', { name: 'Remove: T-shirt · XL · Navy' }));
    expect(JSON.parse(cartText.get() ?? '')).toEqual([fox]);
    await user.click(button('Clear Cart'));
    await user.click(button('Undo'));
    expect(JSON.parse(cartText.get() ?? '')).toEqual([fox]);
  });

  test('pays the downloads alone from the wallet', async () => {
    server.hold(purchasesHttp.purchase);
    const user = open(shirt, fox);
    await screen.findByText('Printed products are paid by card. Your wallet pays the image downloads alone.');
    await user.click(button('Pay $1.50 from your wallet'));
    expect(server.callsOf(purchasesHttp.purchase).map(({ body }) => body)).toMatchObject([
      { imageId: fox.generationId, amount: 1.5 },
    ]);
  });

  test('shows another price with its reason, and checks out once it is updated', async () => {
    const user = open({ ...shirt, price: 20 });
    await screen.findByText('Its price is $24.00 now.');
    screen.getByText('1 item has changed. To check out, update or remove what is marked.');
    expect(screen.queryByRole('link', { name: 'Proceed to Checkout' })).toBeNull();
    await user.click(button('Update the price: T-shirt · XL · Navy'));
    expect(summary().textContent).toContain('Subtotal$24.00');
    screen.getByRole('link', { name: 'Proceed to Checkout' });
  });

  test('keeps one whose picture is gone until it is removed', async () => {
    server.refuse(productsHttp.picture, productProblems.notFound);
    const user = open(shirt);
    await screen.findByText('T-shirt · XL · Navy');
    const row = screen.getByRole('listitem');
    await within(row).findByText('Its picture cannot be printed any more.');
    expect(JSON.parse(cartText.get() ?? '')).toEqual([shirt]);
    await user.click(within(row).getByText('Remove'));
    screen.getByText('Your cart is empty');
  });
});
