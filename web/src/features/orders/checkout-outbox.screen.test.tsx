import { ordersHttp } from '@easel/contracts/orders/http';
import { orderProblems } from '@easel/contracts/orders/policy';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { server, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { token } from '../../lib/token.ts';
import { cart } from '../cart/cart.ts';
import { outbox, sendWaiting } from './outbox.ts';
import { answersFor, fox, keyOf, openCheckout as open, place, toReview } from './testing/checkout-screen.tsx';
import { orderId } from './testing/sample-products.ts';

withFakeServer();
beforeEach(() => {
  signIn();
  cart.put(fox);
  server.reply(ordersHttp.place, placed);
});

const { placed } = answersFor({ subtotal: 1.5, shipping: 0, total: 1.5 });

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

  test('is sent only by the member who was signed in when the sending began', async () => {
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
