import { pino } from 'pino';
import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Api } from './api.ts';
import { MemoryArchive } from './archive/archive-memory.ts';
import { LibraryClient } from './library-client.ts';
import { StandIn } from './stand-in.ts';
import { plan, SECRET_KEY, topUp, WEBHOOK_SECRET } from './testing/open-stand-in.ts';

let standIn: StandIn;
let stripe: Stripe;
let delivered: { type: string; status: number }[];
/** What becomes of calls on their way. */
let way: (answer: Api['answer']) => Api['answer'];

const clock = { nowMs: Date.UTC(2026, 0, 31, 12) };

// Whatever is awaited below goes on without any timer of its own.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
beforeEach(() => {
  way = (answer) => answer;
  delivered = [];
  standIn = new StandIn({
    archive: new MemoryArchive(),
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: 'in-process',
    post: async (_url, { payload, signature }) => {
      const { type } = Stripe.webhooks.constructEvent(payload, signature, WEBHOOK_SECRET, Infinity);
      delivered.push({ type, status: 200 });
      return Promise.resolve(200);
    },
    retryFirstMs: 1_000,
    settleMs: 10_000,
    nowMs: () => clock.nowMs,
    origin: () => 'http://card-service.test',
    logger: pino({ level: 'silent' }),
  });
  stripe = new Stripe(SECRET_KEY, {
    httpClient: new LibraryClient((request) => way((one) => standIn.api.answer(one))(request)),
    maxNetworkRetries: 1,
    telemetry: false,
  });
});

test('a checkout is opened, paid and told of, and no socket was needed', async () => {
  const { id, url } = await stripe.checkout.sessions.create(topUp);
  expect(url).toBe(`http://card-service.test/c/pay/${id}`);
  await standIn.controls.pay(id, '4242424242424242');
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
  expect(session).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    payment_intent: { status: 'succeeded', latest_charge: { paid: true } },
  });
  expect(delivered).toEqual([]);
  await standIn.courier.tick();
  expect(delivered.map(({ type }) => type)).toEqual(['payment_intent.succeeded', 'checkout.session.completed']);
});

test('what comes by itself comes when the clock says so and somebody looks', async () => {
  const customer = await stripe.customers.create({});
  const { id } = await stripe.checkout.sessions.create({ ...plan(), customer: customer.id });
  await standIn.controls.pay(id, '4242424242424242');
  const periods = async () => {
    const { data } = await stripe.subscriptions.list({ customer: customer.id, status: 'all' });
    return data.map(({ items }) => new Date((items.data[0]?.current_period_end ?? 0) * 1_000).toISOString());
  };
  expect(await periods()).toEqual(['2026-02-28T12:00:00.000Z']);
  clock.nowMs = Date.UTC(2026, 1, 28, 12);
  expect(await periods()).toEqual(['2026-02-28T12:00:00.000Z']);
  await standIn.clockwork.tick();
  expect(await periods()).toEqual(['2026-03-31T12:00:00.000Z']);
});

test('lists are read page by page', async () => {
  for (let n = 0; n < 5; n += 1) await stripe.customers.create({ email: `${n}@example.org` });
  const seen: (string | null)[] = [];
  for await (const { email } of stripe.customers.list({ limit: 2 })) seen.push(email);
  expect(seen).toEqual(['4', '3', '2', '1', '0'].map((name) => `${name}@example.org`));
});

test('refusals are the library’s errors', async () => {
  const missing: unknown = await stripe.customers.retrieve('cus_nobody').catch((error: unknown) => error);
  expect(missing).toMatchObject({ statusCode: 404, code: 'resource_missing', type: 'StripeInvalidRequestError' });
});

test('a call whose answer is lost is repeated by the library, and is the same call', async () => {
  let calls = 0;
  way = (answer) => async (request) => {
    const reply = await answer(request);
    calls += 1;
    if (calls === 1) throw Object.assign(new Error('lost'), { code: 'ECONNRESET' });
    return reply;
  };
  const created = stripe.customers.create({ email: 'once@example.org' });
  await vi.advanceTimersToNextTimerAsync();
  await created;
  expect(calls).toBe(2);
  expect((await stripe.customers.list({ email: 'once@example.org' })).data).toHaveLength(1);
});
