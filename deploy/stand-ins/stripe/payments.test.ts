import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStandIn, type OpenStandIn } from './testing/open-stand-in.ts';

let it: OpenStandIn;
beforeAll(async () => {
  it = await openStandIn();
});
afterAll(() => it.close());

const pay = (amount = 2_000, payment_method = 'pm_card_visa') =>
  it.stripe.paymentIntents.create({ amount, currency: 'usd', confirm: true, payment_method });
const chargeOf = (intent: Stripe.PaymentIntent) => intent.latest_charge as string;
const eventsOf = async (type: Stripe.EventListParams['type'], id: string) => {
  const { data } = await it.stripe.events.list({ ...(type !== undefined && { type }), limit: 100 });
  return data.filter((event) => (event.data.object as { id?: string }).id === id);
};

test('an intent is made, confirmed, and read with its charge and what is left of it', async () => {
  const intent = await it.stripe.paymentIntents.create({ amount: 1_000, currency: 'USD', metadata: { order: '7' } });
  expect(intent).toMatchObject({ status: 'requires_payment_method', currency: 'usd', latest_charge: null });
  const confirmed = await it.stripe.paymentIntents.confirm(intent.id, {
    payment_method: 'pm_card_mastercard',
    expand: ['latest_charge.balance_transaction', 'payment_method'],
  });
  expect(confirmed).toMatchObject({
    amount_received: 1_000,
    latest_charge: { balance_transaction: { fee: 59, net: 941 }, metadata: { order: '7' } },
    payment_method: { card: { brand: 'mastercard', last4: '4444' } },
    status: 'succeeded',
  });
  await expect(it.stripe.paymentIntents.confirm(intent.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  });
  await expect(it.stripe.paymentIntents.cancel(intent.id)).rejects.toThrow('status of succeeded');
  const transactions = await it.stripe.balanceTransactions.list({
    source: (confirmed.latest_charge as Stripe.Charge).id,
  });
  expect(transactions.data).toHaveLength(1);
});

test('a decline is a card error, and the intent remembers it', async () => {
  const intent = await it.stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' });
  const refused = it.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' });
  await expect(refused).rejects.toBeInstanceOf(Stripe.errors.StripeCardError);
  await expect(refused).rejects.toMatchObject({
    code: 'card_declined',
    decline_code: 'generic_decline',
    payment_intent: { id: intent.id },
    statusCode: 402,
  });
  const failed = await it.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
  expect(failed).toMatchObject({ latest_charge: { status: 'failed' }, status: 'requires_payment_method' });
  expect(await eventsOf('payment_intent.payment_failed', intent.id)).toHaveLength(1);
  expect(await it.stripe.paymentIntents.cancel(intent.id)).toMatchObject({ status: 'canceled' });
});

test('the amount of an intent changes in place until it is paid or canceled', async () => {
  const { id } = await it.stripe.paymentIntents.create({ amount: 1_000, currency: 'usd', description: 'Order 7' });
  expect(await it.stripe.paymentIntents.update(id, { amount: 1_400 })).toMatchObject({
    amount: 1_400,
    description: 'Order 7',
    status: 'requires_payment_method',
  });
  await expect(it.stripe.paymentIntents.update(id, { amount: 49 })).rejects.toMatchObject({ code: 'amount_too_small' });
  const paid = await it.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  expect(paid).toMatchObject({ amount_received: 1_400, status: 'succeeded' });
  const canceled = await it.stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' });
  await it.stripe.paymentIntents.cancel(canceled.id);
  for (const closed of [id, canceled.id]) {
    const refused = it.stripe.paymentIntents.update(closed, { amount: 2_000 });
    await expect(refused).rejects.toThrow(
      "This PaymentIntent's amount could not be updated because it has a status of",
    );
    await expect(refused).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
  }
  expect(await it.stripe.paymentIntents.update(id, { metadata: { order: '7' } })).toMatchObject({ amount: 1_400 });
});

describe('a card that needs authentication', () => {
  const RETURN = 'http://localhost:3000/checkout?step=review';
  const ask = async (method = 'pm_card_threeDSecure2Required') => {
    const { id } = await it.stripe.paymentIntents.create({ amount: 1_400, currency: 'usd' });
    return it.stripe.paymentIntents.confirm(id, { payment_method: method, return_url: RETURN });
  };
  const bankOf = (intent: Stripe.PaymentIntent) => intent.next_action?.redirect_to_url?.url ?? '';
  const answer = async (intent: Stripe.PaymentIntent, given: 'complete' | 'fail') => {
    const reply = await it.post(bankOf(intent), { answer: given });
    return new URL(reply.headers.get('location') ?? '');
  };

  test.each(['pm_card_threeDSecure2Required', 'pm_card_authenticationRequiredOnSetup'])(
    'pays once its bank is answered: %s',
    async (method) => {
      const intent = await ask(method);
      expect(intent).toMatchObject({
        latest_charge: null,
        next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: RETURN } },
        status: 'requires_action',
      });
      expect(await eventsOf('payment_intent.requires_action', intent.id)).toHaveLength(1);
      const page = await fetch(bankOf(intent));
      const html = await page.text();
      expect(html).toContain('Confirm your payment of $14.00');
      expect(html).not.toContain('<script');
      expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:3000");

      const back = await answer(intent, 'complete');
      expect(back.origin + back.pathname).toBe('http://localhost:3000/checkout');
      expect(Object.fromEntries(back.searchParams)).toEqual({
        step: 'review',
        payment_intent: intent.id,
        payment_intent_client_secret: intent.client_secret,
        redirect_status: 'succeeded',
      });
      const paid = await it.stripe.paymentIntents.retrieve(intent.id);
      expect(paid).toMatchObject({ amount_received: 1_400, next_action: null, status: 'succeeded' });
      expect(await eventsOf('payment_intent.succeeded', intent.id)).toHaveLength(1);
    },
  );

  test('charges once, however often its bank is answered', async () => {
    const intent = await ask();
    const answers = [answer(intent, 'complete'), answer(intent, 'complete'), answer(intent, 'fail')];
    const [first, ...others] = (await Promise.all(answers)).map((back) => back.searchParams.get('redirect_status'));
    expect(others).toEqual([first, first]);
    const { data } = await it.stripe.charges.list({ payment_intent: intent.id });
    expect(data).toHaveLength(first === 'succeeded' ? 1 : 0);
  });

  test('charges nothing where authentication fails, and another card may pay', async () => {
    const intent = await ask();
    expect((await answer(intent, 'fail')).searchParams.get('redirect_status')).toBe('failed');
    expect(await it.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      last_payment_error: {
        code: 'payment_intent_authentication_failure',
        payment_method: { card: { last4: '3220' } },
      },
      latest_charge: null,
      next_action: null,
      payment_method: null,
      status: 'requires_payment_method',
    });
    expect(await eventsOf('payment_intent.payment_failed', intent.id)).toHaveLength(1);
    const paid = await it.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ last_payment_error: null, status: 'succeeded' });
    expect((await fetch(bankOf(intent))).status).toBe(404);
  });

  test('can be canceled while its bank waits, and is not charged then', async () => {
    const intent = await ask();
    expect(await it.stripe.paymentIntents.cancel(intent.id)).toMatchObject({ next_action: null, status: 'canceled' });
    expect((await answer(intent, 'complete')).searchParams.get('redirect_status')).toBe('failed');
    expect(await it.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      latest_charge: null,
      status: 'canceled',
    });
  });

  test('leaves the way to the bank to the library where no return is named', async () => {
    const intent = await it.stripe.paymentIntents.create({
      amount: 1_400,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_threeDSecure2Required',
    });
    expect(intent).toMatchObject({ next_action: { type: 'use_stripe_sdk' }, status: 'requires_action' });
    expect(await it.control(`payment_intents/${intent.id}/authenticate`, {})).toMatchObject({ status: 'succeeded' });
    await expect(it.control(`payment_intents/${intent.id}/authenticate`, {})).rejects.toThrow(
      'awaits no authentication',
    );
  });
});

test('a number becomes a method of which the last four digits remain', async () => {
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' };
  const method = await it.stripe.paymentMethods.create({ type: 'card', card });
  expect(method.card).toMatchObject({ brand: 'visa', last4: '4242' });
  expect(JSON.stringify(method)).not.toContain(card.number);
  await expect(
    it.stripe.paymentMethods.create({ type: 'card', card: { ...card, number: '4242424242424241' } }),
  ).rejects.toMatchObject({ code: 'incorrect_number', param: 'number' });
});

test('refunds: a part, the rest, and no more', async () => {
  const intent = await pay(2_000);
  const first = await it.stripe.refunds.create({
    payment_intent: intent.id,
    amount: 500,
    reason: 'requested_by_customer',
  });
  expect(first).toMatchObject({ amount: 500, charge: chargeOf(intent), status: 'succeeded' });
  expect(await it.stripe.charges.retrieve(chargeOf(intent), { expand: ['refunds'] })).toMatchObject({
    amount_refunded: 500,
    refunded: false,
    refunds: { data: [{ id: first.id }] },
  });
  await expect(it.stripe.refunds.create({ charge: chargeOf(intent), amount: 1_501 })).rejects.toThrow(
    'Refund amount ($15.01) is greater than unrefunded amount on charge ($15.00)',
  );
  await it.stripe.refunds.create({ charge: chargeOf(intent) });
  expect(await it.stripe.charges.retrieve(chargeOf(intent))).toMatchObject({ amount_refunded: 2_000, refunded: true });
  await expect(it.stripe.refunds.create({ charge: chargeOf(intent) })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
  const [second, earlier] = await eventsOf('charge.refunded', chargeOf(intent));
  expect(earlier?.data).toMatchObject({ object: { amount_refunded: 500 } });
  expect(second?.data).toMatchObject({
    object: { amount_refunded: 2_000 },
    previous_attributes: { amount_refunded: 500 },
  });
  expect(await eventsOf('refund.created', first.id)).toHaveLength(1);
  expect((await it.stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(2);
});

test('a refund that the bank could not take comes back', async () => {
  const intent = await pay(2_000);
  const refund = await it.stripe.refunds.create({ payment_intent: intent.id });
  await it.control(`refunds/${refund.id}/fail`, {});
  expect(await it.stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed' });
  expect(await it.stripe.charges.retrieve(chargeOf(intent))).toMatchObject({ amount_refunded: 0, refunded: false });
  expect(await eventsOf('refund.updated', refund.id)).toHaveLength(1);
});

test.each(['won', 'lost'] as const)('a dispute is opened, and %s', async (outcome) => {
  const intent = await pay(3_000);
  const opened = await it.control('disputes', { charge: chargeOf(intent) });
  const id = opened.id as string;
  expect(await it.stripe.disputes.retrieve(id)).toMatchObject({
    amount: 3_000,
    balance_transactions: [{ amount: -3_000, fee: 1_500, net: -4_500 }],
    payment_intent: intent.id,
    status: 'needs_response',
  });
  await expect(it.stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
    code: 'charge_disputed',
  });
  await expect(it.control('disputes', { charge: chargeOf(intent) })).rejects.toThrow('cannot be disputed');
  await it.control(`disputes/${id}/close`, { outcome });
  const { status, balance_transactions: moved } = await it.stripe.disputes.retrieve(id);
  expect(status).toBe(outcome);
  expect(moved.reduce((sum, { amount }) => sum + amount, 0)).toBe(outcome === 'won' ? 0 : -3_000);
  expect(await eventsOf('charge.dispute.created', id)).toHaveLength(1);
  expect(await eventsOf('charge.dispute.closed', id)).toMatchObject([{ data: { object: { status: outcome } } }]);
  const refunded = await it.stripe.refunds.create({ payment_intent: intent.id }).then(
    ({ amount }) => amount,
    (error: unknown) => (error as { code: string }).code,
  );
  expect(refunded).toBe(outcome === 'won' ? 3_000 : 'charge_disputed');
  await expect(it.control(`disputes/${id}/close`, { outcome })).rejects.toThrow('already closed');
});

test('one card disputes what it paid, and giving in loses', async () => {
  const intent = await pay(3_000, 'pm_card_createDispute');
  const [dispute] = (await it.stripe.disputes.list({ payment_intent: intent.id })).data;
  expect(dispute).toMatchObject({ reason: 'fraudulent', status: 'needs_response' });
  expect(await it.stripe.disputes.close(dispute?.id ?? '')).toMatchObject({ status: 'lost' });
});

test('customers, products and prices are kept', async () => {
  const customer = await it.stripe.customers.create({ email: 'ada@example.org', metadata: { member: 'm1', old: '1' } });
  expect(await it.stripe.customers.retrieve(customer.id)).toEqual(
    expect.objectContaining({ email: 'ada@example.org' }),
  );
  const updated = await it.stripe.customers.update(customer.id, { name: 'Ada', metadata: { old: '' } });
  expect(updated).toMatchObject({ email: 'ada@example.org', metadata: { member: 'm1' }, name: 'Ada' });
  expect(updated.metadata).not.toHaveProperty('old');
  expect((await it.stripe.customers.list({ email: 'ada@example.org' })).data).toHaveLength(1);
  const product = await it.stripe.products.create({ name: 'Studio' });
  const price = await it.stripe.prices.create({
    currency: 'usd',
    unit_amount: 3_999,
    product: product.id,
    recurring: { interval: 'month' },
  });
  expect(await it.stripe.prices.retrieve(price.id, { expand: ['product'] })).toMatchObject({
    product: { name: 'Studio' },
    type: 'recurring',
    unit_amount: 3_999,
  });
});
