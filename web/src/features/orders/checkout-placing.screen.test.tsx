import { ordersHttp } from '@easel/contracts/orders/http';
import { orderProblems } from '@easel/contracts/orders/policy';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { button, server, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { cart } from '../cart/cart.ts';
import { payOrder } from './place-order.ts';
import {
  answersFor,
  fillCard,
  fox,
  keyOf,
  next,
  onStep,
  openCheckout as open,
  owl,
  place,
  stored,
  toReview,
} from './testing/checkout-screen.tsx';
import { orderId } from './testing/sample-products.ts';

withFakeServer();
beforeEach(() => {
  sessionStorage.clear();
  signIn();
  cart.put(fox);
  server.reply(ordersHttp.place, placed);
});

const { placed, paid } = answersFor({ subtotal: 1.5, shipping: 0, total: 1.5 });

describe('placing an order', () => {
  test('sends the cart and the name of the test method, empties the cart and leads to the order', async () => {
    server.reply(ordersHttp.pay, paid);
    const user = open();
    await toReview(user, '5555555555554444');
    await place(user);
    await screen.findByText(`at /orders/${orderId}`);
    screen.getByText('Order placed successfully!');
    const [call] = server.callsOf(ordersHttp.place);
    expect(call?.body).toMatchObject({
      customerName: 'Ada Byron',
      customerEmail: 'ada@example.com',
      items: [{ id: 'fox', price: 1.5, quantity: 1 }],
      total: 1.5,
      test_mode: false,
    });
    expect(server.callsOf(ordersHttp.pay)[0]?.body).toEqual({ paymentMethod: 'pm_card_mastercard' });
    expect(JSON.stringify(server.calls)).not.toContain('5555');
    expect(cart.get()).toEqual([]);
    expect(stored()).not.toMatch(/Ada/);
  });

  test('shows a declined card with the bank’s message, and tries the same order with another one', async () => {
    const message = 'Your card has insufficient funds.';
    server.refuse(ordersHttp.pay, { ...orderProblems.paymentRefused, message });
    const user = open();
    await toReview(user, '4000000000009995');
    await place(user);
    await onStep('Payment');
    screen.getByText(message);
    expect(screen.queryByText('Placing your order...')).toBeNull();
    expect(cart.get()).toHaveLength(1);

    server.reply(ordersHttp.pay, paid);
    await fillCard(user, '4242424242424242');
    await next(user);
    await onStep('Review');
    expect(screen.queryByText(message)).toBeNull();
    await place(user);
    await screen.findByText(`at /orders/${orderId}`);
    expect(server.callsOf(ordersHttp.place)).toHaveLength(1);
    expect(server.callsOf(ordersHttp.pay).map(({ body }) => body)).toEqual([
      { paymentMethod: 'pm_card_chargeDeclinedInsufficientFunds' },
      { paymentMethod: 'pm_card_visa' },
    ]);
  });

  test('asks again where the price has changed, with the right total', async () => {
    const prices = { expected: 2.25, items: [{ id: 'fox', expected: 2.25 }] };
    server.refuse(ordersHttp.place, orderProblems.priceChanged, [], prices).reply(ordersHttp.pay, paid);
    const user = open();
    await toReview(user);
    await place(user);
    await screen.findByText(/the total was \$1\.50 and is \$2\.25 now/);
    expect(screen.getByRole('region', { name: 'Order summary' }).textContent).toContain('Total$2.25');

    server.reply(ordersHttp.place, placed);
    await place(user);
    await screen.findByText(`at /orders/${orderId}`);
    const [before, after] = server.callsOf(ordersHttp.place);
    expect(after?.body).toMatchObject({ total: 2.25, items: [{ price: 2.25 }] });
    expect(keyOf(after)).not.toBe(keyOf(before));
  });

  test('says beside an item why it cannot be ordered, and takes it out', async () => {
    cart.put(owl);
    const items = [{ id: 'owl', reason: 'This image is not for sale any more' }];
    server.refuse(ordersHttp.place, orderProblems.itemsUnavailable, [], { items });
    const user = open();
    await toReview(user);
    await place(user);
    await screen.findByText('This image is not for sale any more');
    await user.click(button('Remove: An owl'));
    expect(cart.get()).toEqual([fox]);
    expect(screen.queryByRole('button', { name: 'Remove: A fox' })).toBeNull();
    expect(screen.queryByText(orderProblems.itemsUnavailable.message)).toBeNull();
  });

  test('has the order reviewed again where the mode was switched meanwhile', async () => {
    server.refuse(ordersHttp.place, orderProblems.modeChanged, [], { testMode: true });
    const user = open();
    await toReview(user);
    await place(user);
    await screen.findByText(orderProblems.modeChanged.message);
    expect(cart.get()).toHaveLength(1);
  });

  test('places nothing where another tab has changed the cart, and leads to the orders once that has emptied it', async () => {
    const user = open();
    await toReview(user);
    localStorage.setItem('cart', JSON.stringify([fox, owl]));
    await place(user);
    await screen.findByText(/^Your cart has changed, perhaps in another tab/);
    expect(server.callsOf(ordersHttp.place)).toEqual([]);
    expect(screen.getByRole('list', { name: 'Items' }).textContent).toContain('An owl');
    localStorage.removeItem('cart');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'cart' })));
    await screen.findByText('Your cart is empty');
    expect(screen.getByRole('link', { name: 'Your orders' }).getAttribute('href')).toBe('/orders');
  });

  test('pays the same order again after a payment of unknown outcome', async () => {
    server.breakOff(ordersHttp.pay);
    const user = open();
    await toReview(user);
    await place(user);
    await screen.findByText(/Try again: you are not charged twice/);
    server.reply(ordersHttp.pay, paid);
    await place(user);
    await screen.findByText(`at /orders/${orderId}`);
    expect(server.callsOf(ordersHttp.place)).toHaveLength(1);
    expect(server.callsOf(ordersHttp.pay)).toHaveLength(2);
  });

  test('empties the cart, too, when an order that was declined is paid from its own page', async () => {
    server.refuse(ordersHttp.pay, orderProblems.paymentRefused);
    const user = open();
    await toReview(user);
    await place(user);
    await onStep('Payment');
    expect(cart.get()).toHaveLength(1);
    server.reply(ordersHttp.pay, paid);
    expect(await payOrder(orderId, { method: 'pm_card_visa' })).toEqual({ kind: 'paid' });
    expect(cart.get()).toEqual([]);
  });

  test('says why an order cannot be paid any more, and places a new one with another key', async () => {
    const items = [{ id: orderId, reason: 'You have bought this image in this size already' }];
    server.refuse(ordersHttp.pay, orderProblems.itemsUnavailable, [], { items });
    const user = open();
    await toReview(user);
    await place(user);
    await screen.findByText(
      /You have bought this image in this size already\. Place the order again to make a new one\.$/,
    );
    await place(user);
    await waitFor(() => expect(server.callsOf(ordersHttp.place)).toHaveLength(2));
    const [first, second] = server.callsOf(ordersHttp.place);
    expect(keyOf(second)).not.toBe(keyOf(first));
  });
});
