import { afterEach, beforeEach, expect, test } from 'vitest';
import { SLOW_CARD } from './domain/cards.ts';
import { openStandIn, type OpenStandIn, topUp } from './testing/open-stand-in.ts';

let it: OpenStandIn;
beforeEach(async () => {
  it = await openStandIn();
});
afterEach(() => it.close());

async function buy() {
  const session = await it.stripe.checkout.sessions.create(topUp);
  await it.control(`sessions/${session.id}/pay`, {});
  return it.stripe.checkout.sessions.retrieve(session.id);
}
const ids = () => it.endpoint.events.map(({ id }) => id);
const deliveries = async () => (await it.control('deliveries')).deliveries as { state: string; attempts: number }[];

test('events come signed, in order, and are listed', async () => {
  const session = await buy();
  await it.endpoint.count(2);
  expect(it.endpoint.types()).toEqual(['payment_intent.succeeded', 'checkout.session.completed']);
  const { data } = await it.stripe.events.list();
  expect(data.map(({ id }) => id)).toEqual(ids().reverse());
  const [completed] = (await it.stripe.events.list({ types: ['checkout.session.*'] as never })).data;
  expect(completed?.data.object).toMatchObject({ id: session.id });
  await it.control('tick', {});
  expect(await it.stripe.events.retrieve(completed?.id ?? '')).toMatchObject({ pending_webhooks: 0 });
});

test('a request is named by its event', async () => {
  await it.stripe.paymentIntents.create(
    { amount: 500, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' },
    { idempotencyKey: 'mine' },
  );
  const event = await it.endpoint.first('payment_intent.succeeded');
  expect(event.request).toMatchObject({ id: expect.stringMatching(/^req_/), idempotency_key: 'mine' });
});

test('what is answered 500 is sent again until it is taken, with a signature of its own', async () => {
  it.endpoint.answers.push(500, 503, 302);
  await buy();
  await it.endpoint.count(5);
  await it.control('tick', {});
  const times = (type: string) => it.endpoint.types().filter((one) => one === type).length;
  expect(times('payment_intent.succeeded') + times('checkout.session.completed')).toBe(5);
  expect(new Set(ids()).size).toBe(2);
  const all = await deliveries();
  expect(all.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  expect(all.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(5);
});

test('what waits for an endpoint goes there once it is known', async () => {
  await it.restart({ webhookUrl: null });
  await buy();
  await it.control('tick', {});
  expect(it.endpoint.events).toEqual([]);
  await expect(it.control('endpoint', { url: 'ftp://127.0.0.1' })).rejects.toThrow('400');
  await it.control('endpoint', { url: it.endpoint.url });
  await it.endpoint.count(2);
  expect(it.endpoint.types()).toEqual(['payment_intent.succeeded', 'checkout.session.completed']);
});

test('after three days it gives up', async () => {
  await it.control('settings', { hold: true });
  await buy();
  it.clock.aheadMs = 73 * 3_600_000;
  it.endpoint.answers.push(500, 500);
  // Its signature is of its time, which the endpoint takes for the future: 400 is as bad as 500.
  await it.control('release', {});
  expect((await deliveries()).map(({ state }) => state)).toEqual(['failed', 'failed']);
});

test('every event as often as asked, all copies at the same time', async () => {
  await it.control('settings', { times: 10 });
  let inside = 0;
  let most = 0;
  let open = () => {};
  const full = new Promise<void>((resolve) => (open = resolve));
  it.endpoint.onEvent = async () => {
    inside += 1;
    most = Math.max(most, inside);
    if (inside === 10) open();
    await full;
    inside -= 1;
  };
  await it.stripe.checkout.sessions.expire((await it.stripe.checkout.sessions.create(topUp)).id);
  await it.endpoint.count(10);
  expect(most).toBe(10);
  expect(new Set(ids()).size).toBe(1);
});

test('held deliveries wait, over a restart too, and come in the order that is asked for', async () => {
  await it.control('settings', { hold: true });
  const session = await buy();
  await it.stripe.refunds.create({ payment_intent: session.payment_intent as string });
  await it.restart();
  await it.control('tick', {});
  expect(it.endpoint.events).toEqual([]);
  const { delivered } = await it.control('release', {
    order: ['charge.refunded', 'checkout.session.completed', 'payment_intent.succeeded'],
  });
  expect(delivered).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }]);
  expect(it.endpoint.types()).toEqual(['charge.refunded', 'checkout.session.completed', 'payment_intent.succeeded']);
  await it.control('release', {});
  expect(it.endpoint.types()).toHaveLength(4);
});

test('a shuffle is the same for the same seed', async () => {
  await it.control('settings', { hold: true });
  for (let sale = 0; sale < 4; sale += 1) await buy();
  await it.control('release', { shuffle: 7 });
  const first = ids();
  expect(first).toHaveLength(8);
  const inOrder = (await it.stripe.events.list({ limit: 100 })).data.map(({ id }) => id).reverse();
  expect(first).not.toEqual(inOrder);
  expect([...first].sort()).toEqual([...inOrder].sort());
  await it.control('replay-all', { shuffle: 7 });
  expect(ids().slice(8)).toEqual(first);
  await it.control('replay-all', { times: 3, together: true });
  expect(ids()).toHaveLength(32 + 8);
  await it.control('replay-all', { newest: 2 });
  expect(ids().slice(40)).toEqual(inOrder.slice(-2));
});

test('an event can be dropped, and replayed at once many times', async () => {
  await it.control('settings', { hold: true });
  await buy();
  const { dropped } = await it.control('drop', { types: ['checkout.session.completed'] });
  await it.control('release', {});
  expect(it.endpoint.types()).toEqual(['payment_intent.succeeded']);
  const [{ event }] = dropped as [{ event: string }];
  const { delivered } = await it.control('replay', { event, times: 10 });
  expect(delivered).toHaveLength(10);
  expect(ids().filter((id) => id === event)).toHaveLength(10);
  await expect(it.control('replay', { event: 'evt_none' })).rejects.toThrow('No such event');
});

test('what an endpoint that was away missed is delivered after a restart', async () => {
  await it.restart({ webhookUrl: 'http://127.0.0.1:9/nobody' });
  await buy();
  await it.control('tick', {});
  expect(it.endpoint.events).toEqual([]);
  await it.restart();
  await it.endpoint.count(2);
  expect(new Set(it.endpoint.types())).toEqual(new Set(['payment_intent.succeeded', 'checkout.session.completed']));
});

test('stopping breaks off a slow delivery, which comes again', async () => {
  let arrived = () => {};
  const here = new Promise<void>((resolve) => (arrived = resolve));
  it.endpoint.onEvent = () => {
    arrived();
    return new Promise<void>(() => undefined);
  };
  await buy();
  await here;
  await it.stop();
  it.endpoint.onEvent = () => undefined;
  await it.restart();
  await it.endpoint.count(2);
});

test('a slow bank answers by itself after a while', async () => {
  await it.restart({ settleMs: 1 });
  const session = await it.stripe.checkout.sessions.create(topUp);
  await it.control(`sessions/${session.id}/pay`, { card: SLOW_CARD });
  const event = await it.endpoint.first('checkout.session.async_payment_succeeded');
  expect(event.data.object).toMatchObject({ id: session.id, payment_status: 'paid' });
});

test('the endpoint may ask back while it is told', async () => {
  const seen: unknown[] = [];
  it.endpoint.onEvent = async (event) => {
    const { id } = event.data.object as { id: string };
    if (event.type === 'checkout.session.completed') seen.push(await it.stripe.checkout.sessions.retrieve(id));
  };
  await buy();
  await it.endpoint.first('checkout.session.completed');
  expect(seen).toMatchObject([{ payment_status: 'paid' }]);
});

test('without an endpoint events wait, and are listed', async () => {
  await it.restart({ webhookUrl: null, publicUrl: 'https://pay.example/stand-in/' });
  const session = await it.stripe.checkout.sessions.create(topUp);
  expect(session.url).toBe(`https://pay.example/stand-in/c/pay/${session.id}`);
  await buy();
  expect((await it.stripe.events.list()).data).toHaveLength(2);
  await it.restart();
  await it.endpoint.count(2);
});
