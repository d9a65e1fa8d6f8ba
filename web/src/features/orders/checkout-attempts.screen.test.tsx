import { ordersHttp } from '@easel/contracts/orders/http';
import { orderProblems } from '@easel/contracts/orders/policy';
import { cleanup, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { button, server, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { cart } from '../cart/cart.ts';
import { placeOrder } from './place-order.ts';
import {
  answersFor,
  fox,
  keyOf,
  next,
  onStep,
  openCheckout as open,
  owl,
  place,
  profile,
  toReview,
} from './testing/checkout-screen.tsx';
import { orderId } from './testing/sample-products.ts';

withFakeServer();
beforeEach(() => {
  signIn();
  cart.put(fox);
  server.reply(ordersHttp.place, placed);
});

const { placed, paid, unpaid } = answersFor({ subtotal: 1.5, shipping: 0, total: 1.5 });
const cancelled = { success: true as const, order: { ...placed.order, status: 'cancelled' as const } };
const CANCELLED = 'Your earlier order of this cart is cancelled.';

const orders = () => server.callsOf(ordersHttp.place);
const typePhone = (user: UserEvent) => user.type(screen.getByLabelText('Phone (optional)'), '123');

/** Opens the checkout as a tab does, and goes on to the review. */
async function review({ withPhone = false } = {}): Promise<UserEvent> {
  cleanup();
  const user = open();
  if (withPhone) await typePhone(user);
  await toReview(user);
  return user;
}

async function decline(user: UserEvent): Promise<void> {
  server.refuse(ordersHttp.pay, orderProblems.paymentRefused);
  await place(user);
  await onStep('Payment');
}

test('keeps its idempotency key after a reload, and has another one for another cart', async () => {
  server.hold(ordersHttp.place);
  await place(await review());
  await place(await review());
  cart.put(owl);
  await place(await review());
  const [first, second, third] = orders();
  expect(second?.body).toEqual(first?.body);
  expect(keyOf(second)).toBe(keyOf(first));
  expect(keyOf(third)).not.toBe(keyOf(first));
});

describe('a cart that was ordered before with other details', () => {
  test('is ordered with the new ones after the declined order was cancelled', async () => {
    const user = await review();
    await decline(user);
    await user.click(button('Previous'));
    await onStep('Personal Info');
    await typePhone(user);
    await next(user);
    await onStep('Payment');
    await next(user);
    await onStep('Review');
    // The look before the cancellation, and then the payment of the new order.
    server
      .reply(ordersHttp.pay, (call) => (JSON.stringify(call.body) === '{}' ? unpaid : paid))
      .reply(ordersHttp.cancel, cancelled);
    await place(user);
    await screen.findByText(`at /orders/${orderId}`);
    screen.getByText(CANCELLED);
    const [first, second] = orders();
    expect(second?.body).toMatchObject({ customerPhone: '123' });
    expect(keyOf(second)).not.toBe(keyOf(first));
    expect(server.calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      '/api/orders',
      `/api/orders/${orderId}/payment`,
      `/api/orders/${orderId}/payment`,
      `/api/orders/${orderId}/cancel`,
      '/api/orders',
      `/api/orders/${orderId}/payment`,
    ]);
    expect(cart.get()).toEqual([]);
  });

  /** The first tab has placed the order, and its card was declined. */
  const fromSecondTab = async () => {
    await decline(await review());
    return review({ withPhone: true });
  };

  test('leads to the first order where that is paid, cancels nothing and empties the cart', async () => {
    const user = await fromSecondTab();
    server.reply(ordersHttp.pay, paid);
    await place(user);
    await screen.findByText(`at /orders/${orderId}`);
    screen.getByText(/^You have ordered this cart already/);
    expect(orders()).toHaveLength(1);
    expect(server.callsOf(ordersHttp.cancel)).toEqual([]);
    expect(cart.get()).toEqual([]);
  });

  test('leads to the first order where it is too late to cancel it', async () => {
    const user = await fromSecondTab();
    server.reply(ordersHttp.pay, unpaid).refuse(ordersHttp.cancel, orderProblems.notCancellable);
    await place(user);
    await screen.findByText(`at /orders/${orderId}`);
    screen.getByText(/^You have ordered this cart already/);
    expect(orders()).toHaveLength(1);
    expect(server.callsOf(ordersHttp.pay).at(-1)?.body).toEqual({});
  });

  test('is not ordered while it is not known whether the first order is cancelled', async () => {
    const user = await fromSecondTab();
    server.reply(ordersHttp.pay, unpaid).breakOff(ordersHttp.cancel);
    await place(user);
    await screen.findByText(/^We could not cancel your earlier order of this cart/);
    expect(orders()).toHaveLength(1);
    server.reply(ordersHttp.cancel, cancelled);
    await place(user);
    await waitFor(() => expect(orders()).toHaveLength(2));
  });

  test('is ordered where the first order cannot be paid any more', async () => {
    const user = await fromSecondTab();
    server.refuse(ordersHttp.pay, orderProblems.notPayable).refuse(ordersHttp.cancel, orderProblems.notCancellable);
    await place(user);
    await waitFor(() => expect(orders()).toHaveLength(2));
    const [first, second] = orders();
    expect(second?.body).toMatchObject({ customerPhone: '123' });
    expect(keyOf(second)).not.toBe(keyOf(first));
  });

  test('sends the first order again under its key where its reply is missing, and cancels it', async () => {
    server.hold(ordersHttp.place);
    await place(await review());
    const user = await review({ withPhone: true });
    server.reply(ordersHttp.place, placed).reply(ordersHttp.pay, unpaid).reply(ordersHttp.cancel, cancelled);
    await place(user);
    await waitFor(() => expect(orders()).toHaveLength(3));
    const [sent, again, other] = orders();
    expect([again?.body, keyOf(again)]).toEqual([sent?.body, keyOf(sent)]);
    expect(other?.body).toMatchObject({ customerPhone: '123' });
    expect(server.callsOf(ordersHttp.cancel)).toHaveLength(1);
  });

  test('is not ordered while the first order, whose reply is missing, cannot be sent again', async () => {
    server.hold(ordersHttp.place);
    await place(await review());
    const user = await review({ withPhone: true });
    server.breakOff(ordersHttp.place);
    await place(user);
    await screen.findByText(/^We could not cancel your earlier order of this cart/);
    expect(cart.get()).toEqual([fox]);
  });
});

describe('two tabs that place the cart at the same instant', () => {
  /** Runs what asks for a lock one after the other, as a browser does. */
  class Locks {
    private last: Promise<unknown> = Promise.resolve();
    request<T>(_name: string, work: () => Promise<T>): Promise<T> {
      const turn = this.last.then(work);
      this.last = turn.catch(() => {});
      return turn;
    }
  }

  afterEach(() => Reflect.deleteProperty(navigator, 'locks'));

  test('take turns, so that the second one finds the order of the first', async () => {
    Object.defineProperty(navigator, 'locks', { value: new Locks(), configurable: true });
    server.reply(ordersHttp.pay, unpaid).reply(ordersHttp.cancel, cancelled);
    const tab = (phone: string) => {
      const order = { items: cart.get(), personal: { ...profile, phone }, delivery: null, testMode: false };
      return placeOrder({ ...order, payBy: { method: 'pm_card_visa' } }, () => {});
    };
    await Promise.all([tab(''), tab('123')]);
    expect(orders().map(({ body }) => body)).toMatchObject([{ customerPhone: '' }, { customerPhone: '123' }]);
    expect(server.callsOf(ordersHttp.cancel)).toHaveLength(1);
  });
});
