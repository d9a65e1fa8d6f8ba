import { randomUUID } from 'node:crypto';
import { StripeOrdersGateway } from '@easel/api/payments/stripe-orders.gateway';
import { StripeGateway } from '@easel/api/payments/stripe.gateway';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openStandIn,
  SECRET_KEY,
  WEBHOOK_SECRET,
  type OpenStandIn,
} from '../../stand-ins/stripe/testing/open-stand-in.ts';

/** More than a page of the list has. */
const OTHERS = 101;

let cards: OpenStandIn;
beforeAll(async () => {
  cards = await openStandIn();
});
afterAll(() => cards.close());

const list = (url: string) => {
  const settings = { STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_URL: url };
  return Array.fromAsync(new StripeOrdersGateway(new StripeGateway(settings)).paidOrders());
};

const open = (orderId: string, method?: string) =>
  cards.stripe.paymentIntents.create({
    amount: 2_000,
    currency: 'usd',
    metadata: { kind: 'order', memberId: 'm', orderId },
    ...(method !== undefined && { confirm: true, payment_method: method }),
  });

test('lists the paid payments of orders on every page, with what went back, and no other payments', async () => {
  const [whole, inPart] = [randomUUID(), randomUUID()];
  const first = await open(whole, 'pm_card_visa');
  const second = await open(inPart, 'pm_card_visa');
  await cards.stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
  });
  for (let n = 0; n < OTHERS; n++) await open(randomUUID());
  await cards.stripe.refunds.create({ payment_intent: second.id, amount: 300 });
  await cards.stripe.refunds.create({ payment_intent: second.id, amount: 200 });
  const payment = { memberId: 'm', cents: 2_000, paidAt: expect.any(Date) };
  expect(await list(cards.url)).toEqual([
    { ...payment, orderId: inPart, paymentId: second.id, refundedCents: 500, refundedAt: expect.any(Date) },
    { ...payment, orderId: whole, paymentId: first.id, refundedCents: 0, refundedAt: undefined },
  ]);
});

test('fails as the card service does where it cannot be reached', async () => {
  await expect(list('http://127.0.0.1:1')).rejects.toMatchObject({ name: 'CardServiceFailed' });
});
