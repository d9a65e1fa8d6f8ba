import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import pg from 'pg';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf, openStandIn, type OpenStandIn, SECRET_KEY, topUp } from './testing/open-stand-in.ts';

let it: OpenStandIn;
beforeAll(async () => {
  it = await openStandIn();
});
afterAll(() => it.close());

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };
const call = (path: string, init: Init = {}) =>
  fetch(`${it.url}${path}`, { ...init, headers: { authorization: `Bearer ${SECRET_KEY}`, ...init.headers } });
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const post = (body: string): Init => ({ method: 'POST', body, headers: form });

test('a wrong key is refused, and not repeated', async () => {
  const refused = clientOf(it.port, 'sk_test_wrong_and_secret').customers.create({});
  await expect(refused).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
  await expect(refused).rejects.toMatchObject({ statusCode: 401, requestId: expect.stringMatching(/^req_/) });
  await expect(refused).rejects.not.toThrow('secret');
  expect((await fetch(`${it.url}/v1/customers`)).status).toBe(401);
  expect((await fetch(`${it.url}/v1/nothing`)).status).toBe(401);
});

test('the same key makes one customer, and the same answer', async () => {
  const create = (email: string) => it.stripe.customers.create({ email }, { idempotencyKey: 'once' });
  const answers = await Promise.all(Array.from({ length: 5 }, () => create('a@example.org')));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(answers.filter(({ lastResponse }) => lastResponse.headers['idempotent-replayed'] === 'true')).toHaveLength(4);
  expect((await it.stripe.customers.list({ email: 'a@example.org' })).data).toHaveLength(1);
  await it.restart();
  expect((await create('a@example.org')).id).toBe(answers[0]?.id);
});

test('the same key with other parameters, or elsewhere, is an error of its own', async () => {
  const idempotencyKey = 'differs';
  await it.stripe.customers.create({ email: 'a@example.org' }, { idempotencyKey });
  const refused = it.stripe.customers.create({ email: 'b@example.org' }, { idempotencyKey });
  await expect(refused).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  await expect(it.stripe.checkout.sessions.create(topUp, { idempotencyKey })).rejects.toThrow(
    'Keys for idempotent requests',
  );
});

test('a decline is repeated for its key, a refusal is not kept', async () => {
  const idempotencyKey = 'declined';
  const pay = () =>
    it.stripe.paymentIntents.create(
      { amount: 900, currency: 'usd', confirm: true, payment_method: 'pm_card_chargeDeclined' },
      { idempotencyKey },
    );
  const first: Stripe.errors.StripeError = await pay().catch((error) => error);
  const second: Stripe.errors.StripeError = await pay().catch((error) => error);
  expect(first.payment_intent?.id).toMatch(/^pi_/);
  expect(second.payment_intent?.id).toBe(first.payment_intent?.id);
  const refund = (charge: string) => it.stripe.refunds.create({ charge }, { idempotencyKey: 'refused' });
  await expect(refund('ch_none')).rejects.toMatchObject({ code: 'resource_missing', statusCode: 404 });
  const paid = await it.stripe.paymentIntents.create({
    amount: 900,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
  });
  expect(await refund(paid.latest_charge as string)).toMatchObject({ amount: 900 });
});

test('keys are forgotten after a day', async () => {
  const create = () => it.stripe.customers.create({}, { idempotencyKey: 'yesterday' });
  const { id } = await create();
  it.clock.aheadMs = 90_000_000;
  await it.control('tick', {});
  it.clock.aheadMs = 0;
  expect((await create()).id).not.toBe(id);
});

test.each<[string, string, Init, number, string]>([
  ['an address that is none', '/v1/unknown', {}, 404, 'Unrecognized request URL (GET: /v1/unknown)'],
  ['an id that is none', '/v1/customers/cus_none', {}, 404, "No such customer: 'cus_none'"],
  [
    'a version that is none',
    '/v1/customers',
    { headers: { 'stripe-version': 'old' } },
    400,
    'Invalid Stripe API version',
  ],
  ['JSON', '/v1/customers', { ...post('{}'), headers: { 'content-type': 'application/json' } }, 415, 'be read'],
  ['a malformed name', '/v1/customers', post('a[b=c'), 400, 'Invalid parameter name: a[b'],
  ['an empty value', '/v1/customers', post('email='), 400, 'empty string for'],
  ['a body too large', '/v1/customers', post(`name=${'x'.repeat(300_000)}`), 413, 'be read'],
  ['a limit that is no number', '/v1/customers?limit=x', {}, 400, 'Invalid integer: x'],
  ['a page after nothing', '/v1/customers?starting_after=cus_none', {}, 404, 'No such object'],
  ['SQL', "/v1/customers?email='%3B drop schema stripe_standin", {}, 200, '"data":[]'],
  ['nothing to expand', '/v1/events?expand[]=nothing', {}, 400, 'cannot be expanded (nothing)'],
])('%s is answered as Stripe would', async (_, path, init, status, said) => {
  const reply = await call(path, init);
  const body = await reply.text();
  expect(reply.status).toBe(status);
  expect(reply.headers.get('request-id')).toMatch(/^req_/);
  expect(body).toContain(said);
  const { object, error } = JSON.parse(body) as { object?: string; error?: { type: string } };
  expect(error?.type ?? object).toBe(status < 400 ? 'list' : 'invalid_request_error');
});

test('lists are walked to their end by the library', async () => {
  const made = await Promise.all(
    Array.from({ length: 7 }, () => it.stripe.customers.create({ email: 'many@example.org' })),
  );
  const walked = await it.stripe.customers
    .list({ email: 'many@example.org', limit: 3 })
    .autoPagingToArray({ limit: 100 });
  expect(walked.map(({ id }) => id).sort()).toEqual(made.map(({ id }) => id).sort());
});

test('it says when it is ready', async () => {
  expect((await fetch(`${it.url}/health/ready`)).status).toBe(200);
});

test.each<[string, RequestInit, number]>([
  ['a page of elsewhere', { headers: { origin: 'https://evil.example', 'content-type': 'application/json' } }, 403],
  ['a form', { headers: form }, 415],
  ['nothing said about its body', {}, 415],
])('control calls refuse %s', async (_, init, status) => {
  const reply = await fetch(`${it.url}/_control/tick`, { method: 'POST', body: '{}', ...init });
  expect(reply.status).toBe(status);
});

test('control calls refuse a name of elsewhere that was bent to point here', async () => {
  const asked = request(`${it.url}/_control/settings`, { headers: { host: 'evil.example' } }).end();
  const [reply] = (await once(asked, 'response')) as [IncomingMessage];
  reply.resume();
  expect(reply.statusCode).toBe(403);
});

test('control calls name what is wrong with them', async () => {
  await expect(it.control('settings', { times: -1 })).rejects.toThrow('times');
  await expect(it.control('subscriptions/sub_none/advance', {})).rejects.toThrow('404');
  expect(await it.control('settings')).toEqual({ hold: false, times: 1 });
});

test('connections that PostgreSQL ends are made anew', async () => {
  const admin = new pg.Client(it.databaseUrl);
  await admin.connect();
  const end = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'stripe stand-in' and datname = current_database()`;
  const calls = Promise.allSettled(Array.from({ length: 20 }, () => it.stripe.customers.create({})));
  await admin.query(end);
  await calls;
  await admin.end();
  // A connection may have been handed out before its end was known.
  const retried = await it.stripe.customers.create({ name: 'After' }, { maxNetworkRetries: 2 });
  expect(await it.stripe.customers.retrieve(retried.id)).toMatchObject({ name: 'After' });
});
