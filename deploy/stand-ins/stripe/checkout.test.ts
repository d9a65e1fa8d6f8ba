import pg from 'pg';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_VERSION } from './api-version.ts';
import { SLOW_CARD } from './domain/cards.ts';
import { openStandIn, type OpenStandIn, plan, topUp } from './testing/open-stand-in.ts';

let it: OpenStandIn;
beforeAll(async () => {
  it = await openStandIn();
});
afterAll(() => it.close());

const open = (params: Stripe.Checkout.SessionCreateParams = topUp) => it.stripe.checkout.sessions.create(params);
const urlOf = (session: Stripe.Checkout.Session) => session.url ?? '';

test('speaks the version that the library asks for', async () => {
  expect(Stripe.API_VERSION).toBe(API_VERSION);
  const { lastResponse } = await open();
  expect(lastResponse.apiVersion).toBe(API_VERSION);
  expect(lastResponse.requestId).toMatch(/^req_\w+$/);
});

test('a session is opened, read, listed, and its lines are shown when asked for', async () => {
  const session = await open();
  expect(session).toMatchObject({
    object: 'checkout.session',
    amount_total: 2_500,
    client_reference_id: 'member-1',
    currency: 'usd',
    livemode: false,
    metadata: { purpose: 'wallet' },
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    url: `${it.url}/c/pay/${session.id}`,
  });
  expect(session.id).toMatch(/^cs_test_\w{58}$/);
  const read = await it.stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items.data.price.product'] });
  expect(read.line_items?.data[0]).toMatchObject({
    amount_total: 2_500,
    description: 'Wallet top-up',
    price: { unit_amount: 2_500, product: { name: 'Wallet top-up' } },
  });
  expect((await it.stripe.checkout.sessions.listLineItems(session.id)).data).toHaveLength(1);
  const newer = await open();
  const page = await it.stripe.checkout.sessions.list({ limit: 2, status: 'open' });
  expect(page.data.map(({ id }) => id)).toEqual([newer.id, session.id]);
  const before = await it.stripe.checkout.sessions.list({ ending_before: session.id });
  expect(before.data.map(({ id }) => id)).toEqual([newer.id]);
  const [after] = (await it.stripe.checkout.sessions.list({ starting_after: newer.id, limit: 1 })).data;
  expect(after?.id).toBe(session.id);
});

test('the page shows what is bought, and runs no script', async () => {
  const nasty = '<script>alert(1)</script>';
  const [line] = topUp.line_items ?? [];
  const session = await open({
    ...topUp,
    line_items: [
      { ...line, price_data: { currency: 'usd', unit_amount: 2_500, product_data: { name: nasty } }, quantity: 2 },
    ],
  });
  const page = await fetch(urlOf(session));
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(html).toContain('$50.00');
  expect(html).toContain('href="http://localhost:3000/wallet"');
  expect(html).not.toContain('<script');
  const policy = page.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  // A browser holds the redirect after the form against it.
  expect(policy).toContain("form-action 'self' http://localhost:3000");
});

test('a card pays: back to the shop, and the events say so', async () => {
  const session = await open();
  const reply = await it.post(urlOf(session), { card: '4242 4242 4242 4242' });
  expect(reply.status).toBe(302);
  expect(reply.headers.get('location')).toBe(`http://localhost:3000/wallet?paid=${session.id}`);
  const paid = await it.stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge.balance_transaction'],
  });
  expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
  const charge = (paid.payment_intent as Stripe.PaymentIntent).latest_charge as Stripe.Charge;
  expect(charge).toMatchObject({ amount: 2_500, paid: true, payment_method_details: { card: { last4: '4242' } } });
  expect(charge.balance_transaction).toMatchObject({ amount: 2_500, fee: 103, net: 2_397 });

  const told = await it.endpoint.first('checkout.session.completed');
  expect(told.data.object).toMatchObject({ id: session.id, payment_status: 'paid', client_reference_id: 'member-1' });
  expect(told).toMatchObject({ object: 'event', api_version: API_VERSION, livemode: false });
  expect(await it.endpoint.first('payment_intent.succeeded')).toMatchObject({ data: { object: { amount: 2_500 } } });
});

test('a second click pays nothing', async () => {
  const session = await open();
  const clicks = await Promise.all(
    Array.from({ length: 5 }, () => it.post(urlOf(session), { card: '4242424242424242' })),
  );
  expect(clicks.map(({ status }) => status)).toEqual([302, 302, 302, 302, 302]);
  const { payment_intent: intent } = await it.stripe.checkout.sessions.retrieve(session.id);
  expect((await it.stripe.charges.list({ payment_intent: intent as string })).data).toHaveLength(1);
  const again = await fetch(urlOf(session), { redirect: 'manual' });
  expect(again.headers.get('location')).toContain(session.id);
});

test.each([
  ['4000000000000002', 'Your card was declined.', 'card_declined'],
  ['4000000000009995', 'Your card has insufficient funds.', 'card_declined'],
  ['4000000000000069', 'Your card has expired.', 'expired_card'],
  ['4012888888881881', 'Your request was in test mode, but used a non test card.', 'card_declined'],
])('card %s is declined, and another one may pay', async (card, message, code) => {
  const session = await open();
  const reply = await it.post(urlOf(session), { card });
  expect(reply.status).toBe(402);
  expect(await reply.text()).toContain(message);
  const { status, payment_intent: id } = await it.stripe.checkout.sessions.retrieve(session.id);
  expect(status).toBe('open');
  expect(await it.stripe.paymentIntents.retrieve(id as string)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code },
  });
  expect((await it.post(urlOf(session), { card: '5555555555554444' })).status).toBe(302);
  expect(await it.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    payment_intent: id,
    payment_status: 'paid',
  });
});

test.each(['4242424242424241', 'abc', ''])('the number %j is none', async (card) => {
  const session = await open();
  const reply = await it.post(urlOf(session), { card });
  expect(reply.status).toBe(402);
  expect(await reply.text()).toContain('Your card number is incorrect.');
});

test.each([
  [SLOW_CARD, 'paid', 'checkout.session.async_payment_succeeded'],
  ['4000000000000341', 'unpaid', 'checkout.session.async_payment_failed'],
] as const)('card %s pays later', async (card, payment_status, event) => {
  const session = await open();
  expect((await it.post(urlOf(session), { card })).status).toBe(302);
  expect(await it.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
  });
  await it.control(`sessions/${session.id}/settle`, { succeeded: payment_status === 'paid' });
  expect(await it.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status });
  expect((await it.endpoint.first(event)).data.object).toMatchObject({ id: session.id, payment_status });
  await expect(it.control(`sessions/${session.id}/settle`, {})).rejects.toThrow('awaits no payment');
});

test.each(['4000000000003220', '4000002500003155'])('card %s pays once its bank is answered', async (card) => {
  const session = await open();
  const asked = await it.post(urlOf(session), { card });
  const bank = asked.headers.get('location') ?? '';
  expect(asked.status).toBe(302);
  expect(await it.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open' });
  const page = await fetch(bank);
  expect(await page.text()).toContain('Complete authentication');
  // The shop is where the checkout's page goes on to by itself.
  expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${it.url} http://localhost:3000`);

  const failed = await it.post(bank, { answer: 'fail' });
  const back = await fetch(failed.headers.get('location') ?? '');
  expect(await back.text()).toContain('We are unable to authenticate your payment method.');

  const again = await it.post(urlOf(session), { card });
  const complete = await it.post(again.headers.get('location') ?? '', { answer: 'complete' });
  const done = await fetch(complete.headers.get('location') ?? '', { redirect: 'manual' });
  expect(done.headers.get('location')).toBe(`http://localhost:3000/wallet?paid=${session.id}`);
  const paid = await it.stripe.checkout.sessions.retrieve(session.id);
  expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid' });
  expect((await it.stripe.charges.list({ payment_intent: paid.payment_intent as string })).data).toHaveLength(1);
});

test('a session that costs nothing needs no card', async () => {
  const session = await open({
    ...topUp,
    line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 0, product_data: { name: 'A gift' } } }],
  });
  expect(session.payment_status).toBe('no_payment_required');
  expect((await it.post(urlOf(session), {})).status).toBe(302);
  expect(await it.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    payment_status: 'no_payment_required',
    payment_intent: null,
  });
});

test('an expired session takes no money', async () => {
  const session = await open();
  expect(await it.stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null });
  expect((await it.post(urlOf(session), { card: '4242424242424242' })).status).toBe(410);
  await expect(it.stripe.checkout.sessions.expire(session.id)).rejects.toThrow('status of expired');
  expect((await it.endpoint.first('checkout.session.expired')).data.object).toMatchObject({ id: session.id });
  expect((await fetch(`${it.url}/c/pay/cs_test_unknown`)).status).toBe(404);
});

test('a session expires at its time', async () => {
  const session = await open({ ...topUp, expires_at: Math.floor(Date.now() / 1000) + 1_900 });
  it.clock.aheadMs = 2_000_000;
  await it.control('tick', {});
  it.clock.aheadMs = 0;
  expect(await it.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired' });
});

test('a bank that is answered after the session expired takes no money', async () => {
  const session = await open();
  const asked = await it.post(urlOf(session), { card: '4000000000003220' });
  await it.stripe.checkout.sessions.expire(session.id);
  const answer = await it.post(asked.headers.get('location') ?? '', { answer: 'complete' });
  expect(answer.headers.get('location')).toContain('redirect_status=failed');
  const { payment_intent: id } = await it.stripe.checkout.sessions.retrieve(session.id);
  expect(await it.stripe.paymentIntents.retrieve(id as string)).toMatchObject({ status: 'requires_payment_method' });
});

test.each<[string, object, object]>([
  ['no success_url', { success_url: undefined }, { code: 'parameter_missing', param: 'success_url' }],
  ['an address that is none', { success_url: 'wallet' }, { code: 'url_invalid', param: 'success_url' }],
  ['a parameter of another call', { amount: 5 }, { code: 'parameter_unknown', param: 'amount' }],
  [
    'an amount that is no integer',
    { line_items: [{ price_data: { currency: 'usd', unit_amount: 1.5, product_data: { name: 'x' } } }] },
    { code: 'parameter_invalid_integer', param: 'line_items[0][price_data][unit_amount]' },
  ],
  [
    'too little',
    { line_items: [{ price_data: { currency: 'usd', unit_amount: 49, product_data: { name: 'x' } } }] },
    { code: 'amount_too_small' },
  ],
  ['a customer that is not there', { customer: 'cus_none' }, { code: 'resource_missing', param: 'customer' }],
  ['a recurring price for once', { line_items: plan().line_items }, { param: 'mode' }],
  ['an expiry too soon', { expires_at: Math.floor(Date.now() / 1000) + 60 }, { param: 'expires_at' }],
])('is refused as Stripe would: %s', async (_, change, error) => {
  const refused = open({ ...topUp, ...change });
  await expect(refused).rejects.toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  await expect(refused).rejects.toMatchObject({ rawType: 'invalid_request_error', ...error });
});

test('keeps no card number anywhere', async () => {
  const number = '4000000000009995';
  await it.post(urlOf(await open()), { card: number });
  await it.stripe.paymentIntents
    .create({
      amount: 500,
      currency: 'usd',
      confirm: true,
      payment_method_data: { type: 'card', card: { number, exp_month: 1, exp_year: 2040 } } as never,
    })
    .catch(() => undefined);
  const client = new pg.Client(it.databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ dump: string }>(
    `select coalesce((select json_agg(o)::text from stripe_standin.objects o), '')
      || coalesce((select json_agg(e)::text from stripe_standin.events e), '')
      || coalesce((select json_agg(r)::text from stripe_standin.replies r), '') as dump`,
  );
  await client.end();
  expect(rows[0]?.dump).toContain('9995');
  expect(rows[0]?.dump).not.toContain(number);
});
