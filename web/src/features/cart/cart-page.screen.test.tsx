import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { button, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
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
