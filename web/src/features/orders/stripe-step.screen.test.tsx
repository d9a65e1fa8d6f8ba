import { ordersHttp } from '@easel/contracts/orders/http';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { button, server, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { cart } from '../cart/cart.ts';
import { answersFor, fox, next, onStep, openCheckout, place } from './testing/checkout-screen.tsx';
import { orderId } from './testing/sample-products.ts';

/** Stripe's card fields, as far as the checkout sees them. */
const fields = vi.hoisted(() => {
  const complete: ((event: { complete: boolean }) => void)[] = [];
  return {
    complete,
    load: vi.fn<(key: string) => Promise<unknown>>(),
    update: vi.fn<(options: object) => Promise<void>>(() => Promise.resolve()),
    submit: vi.fn<() => Promise<{ error?: { message: string } }>>(),
    confirm: vi.fn<(options: { clientSecret: string }) => Promise<{ error?: { type: string; message: string } }>>(),
    mount: (node: HTMLElement) => node.append('the fields of Stripe'),
  };
});
vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: fields.load }));

withFakeServer();
const answers = answersFor({ subtotal: 1.5, shipping: 0, total: 1.5 });
const { placed, paid } = answers;
const open = { ...answers.unpaid, clientSecret: 'pi_1_secret_2' };

beforeEach(() => {
  vi.clearAllMocks();
  fields.complete.length = 0;
  const element = {
    on: (_event: string, listener: (event: { complete: boolean }) => void) => fields.complete.push(listener),
    mount: fields.mount,
  };
  const elements = { create: () => element, update: fields.update, submit: fields.submit };
  fields.load.mockResolvedValue({ elements: () => elements, confirmPayment: fields.confirm });
  fields.submit.mockResolvedValue({});
  fields.confirm.mockResolvedValue({});
  sessionStorage.clear();
  signIn();
  cart.put(fox);
  server.reply(ordersHttp.place, placed);
});

const checkout = () => openCheckout({ stripeKey: 'pk_live_1' });

describe('with a publishable key the checkout', () => {
  test('takes the card in Stripe’s own fields, places the order, and confirms its payment once', async () => {
    const replies = [open, paid];
    server.reply(ordersHttp.pay, () => replies.shift() ?? paid);
    const user = checkout();
    await next(user);
    await onStep('Payment');
    await screen.findByText('the fields of Stripe');
    expect(fields.load).toHaveBeenCalledWith('pk_live_1');
    expect(screen.queryByLabelText('Card number')).toBeNull();
    fields.submit.mockResolvedValueOnce({ error: { message: 'Your card number is incomplete.' } });
    await next(user);
    await screen.findByText('Your card number is incomplete.');

    for (const listener of fields.complete) listener({ complete: true });
    await next(user);
    await onStep('Review');
    screen.getByText('Card, by Stripe');
    await place(user);
    await screen.findByText(`at /orders/${orderId}`);
    expect(fields.confirm).toHaveBeenCalledOnce();
    expect(fields.confirm.mock.calls[0]?.[0]).toMatchObject({ clientSecret: 'pi_1_secret_2' });
    expect(server.callsOf(ordersHttp.pay).map(({ body }) => body)).toEqual([{}, {}]);
    expect(cart.get()).toEqual([]);
  });

  test('shows the bank’s refusal at the card, and keeps the order for another one', async () => {
    server.reply(ordersHttp.pay, open);
    fields.confirm.mockResolvedValueOnce({ error: { type: 'card_error', message: 'Your card was declined.' } });
    const user = checkout();
    await next(user);
    await screen.findByText('the fields of Stripe');
    for (const listener of fields.complete) listener({ complete: true });
    await next(user);
    await onStep('Review');
    await place(user);
    await onStep('Payment');
    await screen.findByText('Your card was declined.');
    expect(cart.get()).toHaveLength(1);
  });

  test('says that the fields could not be loaded, and loads them again when asked', async () => {
    fields.load.mockResolvedValueOnce(null);
    const user = checkout();
    await next(user);
    await screen.findByText(/card fields could not be loaded/);
    await user.click(button('Load again'));
    await screen.findByText('the fields of Stripe');
    await waitFor(() => expect(screen.queryByText(/could not be loaded/)).toBeNull());
  });
});
