import type { Call } from '@easel/contracts/kernel/testing/fake-server';
import { ordersHttp } from '@easel/contracts/orders/http';
import { orderProblems } from '@easel/contracts/orders/policy';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { token } from '../../lib/token.ts';
import { button, complaintOf, server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { cart, type CartItem } from '../cart/cart.ts';
import { CheckoutPage } from './checkout-page.tsx';
import { outbox, sendWaiting } from './outbox.ts';
import { payOrder } from './place-order.ts';
import {
  answersFor,
  fillCard,
  fox,
  next,
  onStep,
  openCheckout as open,
  place,
  profile,
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

const owl: CartItem = { ...fox, id: 'owl', name: 'An owl', price: 2 };

const { placed, paid, unpaid } = answersFor({ subtotal: 1.5, shipping: 0, total: 1.5 });
/** Everything that this browser keeps. */
const stored = () =>
  [localStorage, sessionStorage]
    .flatMap((storage) => Array.from({ length: storage.length }, (_, n) => storage.getItem(storage.key(n) ?? '')))
    .join();
const keyOf = (call: Call | undefined) => call?.headers.get('idempotency-key');

describe('the first step', () => {
  test('is filled in from the profile and says which fields are missing, at each of them', async () => {
    const user = open();
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Ada');
    await user.clear(screen.getByLabelText('First name'));
    await user.clear(screen.getByLabelText('Email'));
    await next(user);
    expect(complaintOf('First name')).toBe('Please fill in all required fields');
    expect(complaintOf('Last name')).toBe('');
    expect(complaintOf('Email')).toBe('Please fill in all required fields');
    expect(document.activeElement).toBe(screen.getByLabelText('First name'));

    await user.type(screen.getByLabelText('First name'), 'Ada');
    await user.type(screen.getByLabelText('Email'), 'ada');
    await next(user);
    expect(complaintOf('Email')).toBe('Please enter a valid email address');
  });

  test('keeps what was typed over a reload, and forgets it when the member signs out', async () => {
    const user = open();
    await user.type(screen.getByLabelText('Phone (optional)'), '123');
    cleanup();
    open();
    expect(screen.getByLabelText<HTMLInputElement>('Phone (optional)').value).toBe('123');
    cleanup();
    token.clear('signed-out');
    open();
    expect(screen.getByLabelText<HTMLInputElement>('Phone (optional)').value).toBe('');
  });
});

describe('the payment step', () => {
  test('says what is missing, and takes test cards only', async () => {
    const user = open();
    await next(user);
    await onStep('Payment');
    screen.getByText(/This installation takes test cards only.*Do not enter a real card/);
    await next(user);
    expect(complaintOf('Card number')).toBe('Please fill in all payment fields');
    expect(complaintOf('Name on card')).toBe('Please fill in all payment fields');

    await fillCard(user, '424242');
    await next(user);
    expect(complaintOf('Card number')).toBe('Please enter a valid card number');
    await fillCard(user, '4111111111111111');
    expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('4111 1111 1111 1111');
    expect(screen.getByLabelText<HTMLInputElement>('Expiry (MM/YY)').value).toBe('12/30');
    await user.type(screen.getByLabelText('Card number'), '{Backspace}9', { initialSelectionStart: 3 });
    expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('4191 1111 1111 1111');
    await next(user);
    expect(complaintOf('Card number')).toMatch(/^This installation takes test cards only/);
  });

  test('never stores what was typed, so that a reload leads back to it', async () => {
    const user = open();
    await toReview(user);
    expect(stored()).toMatch(/Ada/);
    expect(stored()).not.toMatch(/4242|12\/30/);
    cleanup();
    open({ at: '/checkout?step=review' });
    await onStep('Payment');
    expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('');
  });
});

describe('the steps', () => {
  const steps = () => screen.getAllByRole('listitem').flatMap((item) => item.textContent?.match(/^\d(.*)$/)?.[1] ?? []);

  test('lead from personal info by payment to the review and back, with the order on the last one alone', async () => {
    const user = open();
    expect(steps()).toEqual(['Personal Info', 'Payment', 'Review']);
    expect(screen.getByRole('link', { name: 'Back to Cart' }).getAttribute('href')).toBe('/cart');
    expect(screen.queryByRole('button', { name: 'Place Order' })).toBeNull();
    await toReview(user);
    expect(document.activeElement?.textContent).toBe('Review');
    button('Place Order');
    await user.click(button('Previous'));
    await onStep('Payment');
    expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('4242 4242 4242 4242');
  });

  test('leave out the payment in test mode, and say so', async () => {
    const user = open({ testMode: true });
    expect(steps()).toEqual(['Personal Info', 'Review']);
    screen.getByText('Test Mode Active');
    screen.getByText('Payment processing is skipped for testing purposes.');
    await next(user);
    await onStep('Review');
    await place(user);
    await screen.findByText(`at /orders/${orderId}`);
    screen.getByText('Test order placed successfully! No payment was processed.');
    expect(server.callsOf(ordersHttp.place)[0]?.body).toMatchObject({ test_mode: true });
    expect(server.callsOf(ordersHttp.pay)).toEqual([]);
    expect(cart.get()).toEqual([]);
  });

  test('keep everything that was typed when the mode is switched', async () => {
    function Switched() {
      const [testMode, setTestMode] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setTestMode(!testMode)}>
            Switch
          </button>
          <CheckoutPage profile={profile} testMode={testMode} stripeKey={null} />
        </>
      );
    }
    const user = show(<Switched />, { at: '/checkout' });
    await user.type(screen.getByLabelText('Phone (optional)'), '123');
    await next(user);
    await fillCard(user, '4242424242424242');
    await user.click(button('Switch'));
    await onStep('Review');
    screen.getByText('None: this is a test order');
    await user.click(button('Switch'));
    await onStep('Review');
    screen.getByText('Card ending in 4242');
    screen.getByText('123');
  });

  test('are not there without items', () => {
    cart.clear();
    open();
    screen.getByText('Your cart is empty');
  });
});

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

  test('keeps its idempotency key when the page is opened anew, and has another one for another cart', async () => {
    server.hold(ordersHttp.place);
    const placeAnew = async () => {
      cleanup();
      const user = open();
      await toReview(user);
      await place(user);
    };
    await placeAnew();
    await placeAnew();
    cart.put(owl);
    await placeAnew();
    const [first, second, third] = server.callsOf(ordersHttp.place);
    expect(second?.body).toEqual(first?.body);
    expect(keyOf(second)).toBe(keyOf(first));
    expect(keyOf(third)).not.toBe(keyOf(first));
  });

  describe('from a second tab with other details', () => {
    /** The first tab has placed the order, and its card was declined. */
    const fromSecondTab = async () => {
      server.refuse(ordersHttp.pay, orderProblems.paymentRefused);
      const first = open();
      await toReview(first);
      await place(first);
      await onStep('Payment');
      cleanup();
      const second = open();
      await second.type(screen.getByLabelText('Phone (optional)'), '123');
      await toReview(second);
      return second;
    };

    test('leads to the first order, which waits for its payment, and pays nothing', async () => {
      const user = await fromSecondTab();
      server.reply(ordersHttp.pay, unpaid);
      await place(user);
      await screen.findByText(`at /orders/${orderId}`);
      screen.getByText(/^You have ordered this cart already/);
      expect(server.callsOf(ordersHttp.place)).toHaveLength(1);
      expect(server.callsOf(ordersHttp.pay).at(-1)?.body).toEqual({});
      expect(cart.get()).toEqual([fox]);
    });

    test('leads to the first order where that is paid, and empties the cart', async () => {
      const user = await fromSecondTab();
      server.reply(ordersHttp.pay, paid);
      await place(user);
      await screen.findByText(`at /orders/${orderId}`);
      expect(server.callsOf(ordersHttp.place)).toHaveLength(1);
      expect(server.callsOf(ordersHttp.pay).at(-1)?.body).toEqual({});
      expect(cart.get()).toEqual([]);
    });

    test('places its own order where the first one cannot be paid any more', async () => {
      const user = await fromSecondTab();
      server.refuse(ordersHttp.pay, orderProblems.itemsUnavailable, [], { items: [] });
      await place(user);
      await waitFor(() => expect(server.callsOf(ordersHttp.place)).toHaveLength(2));
      const [first, second] = server.callsOf(ordersHttp.place);
      expect(second?.body).toMatchObject({ customerPhone: '123' });
      expect(keyOf(second)).not.toBe(keyOf(first));
    });

    test('sends the first order again under its key where its reply is missing', async () => {
      server.hold(ordersHttp.place);
      const first = open();
      await toReview(first);
      await place(first);
      cleanup();
      server.reply(ordersHttp.place, placed).reply(ordersHttp.pay, unpaid);
      const second = open();
      await second.type(screen.getByLabelText('Phone (optional)'), '123');
      await toReview(second);
      await place(second);
      await screen.findByText(`at /orders/${orderId}`);
      const [sent, again] = server.callsOf(ordersHttp.place);
      expect([again?.body, keyOf(again)]).toEqual([sent?.body, keyOf(sent)]);
    });
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

  test('pays the same order where nobody knows what became of the payment', async () => {
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

describe('an order that does not reach the server', () => {
  const lose = async () => {
    server.breakOff(ordersHttp.place);
    const user = open();
    await toReview(user);
    await place(user);
    await screen.findByText('at /orders');
    await waitFor(() => expect(server.callsOf(ordersHttp.place)).toHaveLength(1));
  };

  test('waits in the outbox, not in the cart, and is sent again with its key', async () => {
    await lose();
    screen.getByText('Order placed but failed to save to system - contact support');
    expect(cart.get()).toEqual([]);
    expect(outbox.get().orders).toHaveLength(1);
    expect(server.callsOf(ordersHttp.pay)).toEqual([]);

    server.reply(ordersHttp.place, placed);
    expect(await sendWaiting()).toMatchObject([{ orderId, refusal: null }]);
    const [first, again] = server.callsOf(ordersHttp.place);
    expect([again?.body, keyOf(again)]).toEqual([first?.body, keyOf(first)]);
    expect(outbox.get().orders).toEqual([]);
  });

  test('goes on waiting while the server cannot be reached, and brings its items back when it is refused', async () => {
    await lose();
    await sendWaiting();
    expect(outbox.get().orders).toHaveLength(1);
    server.refuse(ordersHttp.place, orderProblems.itemsUnavailable, [], { items: [] });
    expect(await sendWaiting()).toMatchObject([{ orderId: null, refusal: orderProblems.itemsUnavailable.message }]);
    expect(outbox.get().orders).toEqual([]);
    expect(cart.get()).toEqual([fox]);
  });

  test('waits on for its member where the session expires meanwhile, and is not sent by another one’s', async () => {
    token.set('a token', 'ada');
    await lose();
    server.refuse(ordersHttp.place, {
      status: 401,
      code: 'members.unauthenticated',
      message: 'Authentication expired',
    });
    expect(await sendWaiting()).toMatchObject([{ orderId: null, refusal: null }]);
    expect(token.get()).toBeNull();
    expect(cart.get()).toEqual([]);

    token.set('another token', 'mira');
    expect(await sendWaiting()).toEqual([]);
    token.clear('signed-out');
    token.set('a third token', 'ada');
    server.reply(ordersHttp.place, placed);
    expect(await sendWaiting()).toMatchObject([{ orderId, refusal: null }]);
  });

  test('is sent by nobody but the member who was signed in when the sending began', async () => {
    await lose();
    const [waiting] = outbox.get().orders;
    if (waiting) outbox.add({ ...waiting, key: '6d7c1b1e-1111-4c3f-9a55-0000000000cc' });
    server.reply(ordersHttp.place, () => {
      token.set('another token');
      return placed;
    });
    await sendWaiting();
    expect(server.callsOf(ordersHttp.place)).toHaveLength(2);
    expect(outbox.get().orders).toHaveLength(1);
  });

  test('is forgotten when the member signs out', async () => {
    await lose();
    token.clear('signed-out');
    expect(outbox.get().orders).toEqual([]);
  });
});
