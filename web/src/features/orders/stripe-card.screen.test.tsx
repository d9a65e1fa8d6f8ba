import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StripeCard } from './stripe-card.ts';

type Change = (event: { complete: boolean }) => void;

const load = vi.hoisted(() => vi.fn<(key: string) => Promise<unknown>>());
vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: load }));

const fake = () => {
  const listeners: Change[] = [];
  const element = {
    on: (_event: string, listener: Change) => listeners.push(listener),
    mount: vi.fn<(node: HTMLElement) => void>(),
  };
  const elements = {
    create: () => element,
    update: vi.fn<(options: object) => void>(),
    submit: vi.fn<() => Promise<object>>(),
  };
  const stripe = {
    elements: vi.fn<(options: object) => typeof elements>(() => elements),
    confirmPayment: vi.fn<(options: object) => Promise<object>>(),
  };
  return { element, elements, stripe, listeners };
};

let service: ReturnType<typeof fake>;
beforeEach(() => {
  service = fake();
  load.mockResolvedValue(service.stripe);
});
afterEach(() => vi.clearAllMocks());

const open = (onComplete: (isComplete: boolean) => void = () => {}) =>
  StripeCard.open('pk_live_1', { cents: 2499, isDark: true }, onComplete);

test('asks Stripe for card fields of this sum, and says when they are filled in', async () => {
  const completed: boolean[] = [];
  const card = await open((isComplete) => completed.push(isComplete));
  expect(load).toHaveBeenCalledWith('pk_live_1');
  expect(service.stripe.elements).toHaveBeenCalledWith(
    expect.objectContaining({ mode: 'payment', amount: 2499, currency: 'usd', allowedPaymentMethodTypes: ['card'] }),
  );
  const node = document.createElement('div');
  card.mount(node);
  expect(service.element.mount).toHaveBeenCalledWith(node);
  for (const listener of service.listeners) listener({ complete: true });
  expect(completed).toEqual([true]);
  card.charge(3098);
  expect(service.elements.update).toHaveBeenCalledWith({ amount: 3098 });
});

test('fails where Stripe’s script does not load', async () => {
  load.mockRejectedValue(new Error('net::ERR_BLOCKED_BY_CLIENT'));
  await expect(open()).rejects.toThrow('BLOCKED');
  load.mockResolvedValue(null);
  await expect(open()).rejects.toThrow('not loaded');
});

test('says what is wrong with the card before an order is placed', async () => {
  service.elements.submit.mockResolvedValueOnce({ error: { message: 'Your card number is incomplete.' } });
  service.elements.submit.mockResolvedValueOnce({});
  const card = await open();
  expect(await card.check()).toBe('Your card number is incomplete.');
  expect(await card.check()).toBeUndefined();
});

test('confirms the payment of the order, and passes on the bank’s refusal alone', async () => {
  const card = await open();
  service.stripe.confirmPayment.mockResolvedValueOnce({ error: { type: 'card_error', message: 'Declined.' } });
  expect(await card.confirm('pi_1_secret_2', '/checkout?order=7')).toBe('Declined.');
  expect(service.stripe.confirmPayment).toHaveBeenCalledWith(
    expect.objectContaining({
      clientSecret: 'pi_1_secret_2',
      redirect: 'if_required',
      confirmParams: { return_url: new URL('/checkout?order=7', window.location.href).href },
    }),
  );
  service.stripe.confirmPayment.mockResolvedValueOnce({ error: { type: 'api_connection_error', message: 'Gone.' } });
  expect(await card.confirm('pi_1_secret_2', '/checkout?order=7')).toBeUndefined();
  service.stripe.confirmPayment.mockResolvedValueOnce({ paymentIntent: { status: 'succeeded' } });
  expect(await card.confirm('pi_1_secret_2', '/checkout?order=7')).toBeUndefined();
});
