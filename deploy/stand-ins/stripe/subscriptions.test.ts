import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SLOW_CARD } from './domain/cards.ts';
import { openStandIn, type OpenStandIn, plan } from './testing/open-stand-in.ts';

let it: OpenStandIn;
beforeAll(async () => {
  it = await openStandIn();
});
afterAll(() => it.close());

const DAY_MS = 86_400_000;

async function subscribe(params = plan(), card = '4242424242424242') {
  const session = await it.stripe.checkout.sessions.create(params);
  await it.post(session.url ?? '', { card });
  const paid = await it.stripe.checkout.sessions.retrieve(session.id);
  return { session: paid, id: paid.subscription as string, customer: paid.customer as string };
}
const read = (id: string) => it.stripe.subscriptions.retrieve(id);
const itemOf = (subscription: Stripe.Subscription) => subscription.items.data[0] as Stripe.SubscriptionItem;
const invoiceOf = (id: string) => it.stripe.invoices.retrieve(id, { expand: ['payments'] });
const invoicesOf = async (id: string) => (await it.stripe.invoices.list({ subscription: id })).data;

/** What was told of a subscription and its invoices, oldest first. */
async function told(id: string): Promise<string[]> {
  const { data } = await it.stripe.events.list({ limit: 100 });
  const about = data.filter((event) => JSON.stringify(event.data.object).includes(id));
  return about.map(({ type }) => type).reverse();
}

test('a checkout starts a subscription, with its customer and a paid invoice', async () => {
  const { session, id, customer } = await subscribe();
  expect(session).toMatchObject({ mode: 'subscription', payment_status: 'paid', payment_intent: null });
  const subscription = await read(id);
  expect(subscription).toMatchObject({
    cancel_at_period_end: false,
    customer,
    items: { data: [{ price: { unit_amount: 1_999, recurring: { interval: 'month' } } }] },
    metadata: { tier: 'creator' },
    status: 'active',
  });
  const invoice = await invoiceOf(subscription.latest_invoice as string);
  expect(invoice).toMatchObject({
    amount_paid: 1_999,
    billing_reason: 'subscription_create',
    parent: { subscription_details: { subscription: id, metadata: { tier: 'creator' } } },
    status: 'paid',
  });
  expect(invoice.payments?.data[0]?.payment.payment_intent).toMatch(/^pi_/);
  const intent = invoice.payments?.data[0]?.payment.payment_intent as string;
  const { data } = await it.stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intent },
    expand: ['data.invoice'],
  });
  expect(data).toMatchObject([{ invoice: { id: invoice.id }, amount_paid: 1_999 }]);
  expect((await it.stripe.invoicePayments.list({ invoice: invoice.id })).data).toHaveLength(1);
  expect(await told(id)).toEqual(['customer.subscription.created', 'invoice.paid', 'checkout.session.completed']);
  expect((await it.stripe.subscriptions.list({ customer, status: 'active' })).data.map((one) => one.id)).toEqual([id]);
});

test('each period is paid for anew', async () => {
  const { id } = await subscribe();
  const before = itemOf(await read(id));
  await it.control(`subscriptions/${id}/advance`, { periods: 2 });
  const after = itemOf(await read(id));
  expect(after.current_period_start).toBeGreaterThan(before.current_period_end);
  const invoices = await invoicesOf(id);
  expect(invoices.map((invoice) => [invoice.billing_reason, invoice.status])).toEqual([
    ['subscription_cycle', 'paid'],
    ['subscription_cycle', 'paid'],
    ['subscription_create', 'paid'],
  ]);
  expect(invoices[0]?.period_start).toBe(after.current_period_start);
});

test('a card that was authenticated at the checkout pays renewals unasked', async () => {
  const opened = await it.stripe.checkout.sessions.create(plan());
  const asked = await it.post(opened.url ?? '', { card: '4000002500003155' });
  await it.post(asked.headers.get('location') ?? '', { answer: 'complete' });
  const { payment_status, subscription } = await it.stripe.checkout.sessions.retrieve(opened.id);
  expect(payment_status).toBe('paid');
  await it.control(`subscriptions/${subscription as string}/advance`, {});
  const invoices = await invoicesOf(subscription as string);
  expect(invoices.map(({ status }) => status)).toEqual(['paid', 'paid']);
});

test('a period ends by itself at its time', async () => {
  const { id } = await subscribe();
  it.clock.aheadMs = 32 * DAY_MS;
  await it.control('tick', {});
  it.clock.aheadMs = 0;
  expect(await invoicesOf(id)).toHaveLength(2);
});

test('a payment that fails makes it past due, one that works active again', async () => {
  const { id } = await subscribe();
  await it.control(`subscriptions/${id}/payments`, { fail: true });
  await it.control(`subscriptions/${id}/advance`, {});
  const owing = await read(id);
  expect(owing.status).toBe('past_due');
  const invoice = await invoiceOf(owing.latest_invoice as string);
  expect(invoice).toMatchObject({ amount_remaining: 1_999, attempt_count: 1, status: 'open' });
  expect(await told(id)).toContain('invoice.payment_failed');
  expect(await it.stripe.invoices.pay(invoice.id)).toMatchObject({ attempt_count: 2, status: 'open' });
  await it.control(`subscriptions/${id}/payments`, { fail: false });
  expect(await it.stripe.invoices.pay(invoice.id)).toMatchObject({ amount_remaining: 0, status: 'paid' });
  expect((await read(id)).status).toBe('active');
  await expect(it.stripe.invoices.pay(invoice.id)).rejects.toThrow('already paid');
});

test('who never pays loses it', async () => {
  const { id } = await subscribe();
  await it.control(`subscriptions/${id}/payments`, { fail: true });
  await it.control(`subscriptions/${id}/advance`, {});
  for (let attempt = 2; attempt <= 4; attempt += 1) await it.control(`subscriptions/${id}/retry`, {});
  expect(await read(id)).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } });
  expect((await told(id)).at(-1)).toBe('customer.subscription.deleted');
  expect((await invoicesOf(id))[0]?.status).toBe('uncollectible');
});

test('cancelled at the end of the period, resumed, and cancelled for good', async () => {
  const { id } = await subscribe();
  const leaving = await it.stripe.subscriptions.update(id, { cancel_at_period_end: true });
  expect(leaving).toMatchObject({ cancel_at_period_end: true, status: 'active' });
  expect(leaving.cancel_at).toBe(itemOf(leaving).current_period_end);
  const staying = await it.stripe.subscriptions.update(id, { cancel_at_period_end: false });
  expect(staying).toMatchObject({ cancel_at: null, cancel_at_period_end: false, canceled_at: null });
  await it.stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await it.control(`subscriptions/${id}/advance`, {});
  expect(await read(id)).toMatchObject({ status: 'canceled', ended_at: expect.any(Number) });
  expect(await invoicesOf(id)).toHaveLength(1);
  await expect(it.control(`subscriptions/${id}/advance`, {})).rejects.toThrow('no further period');
  await expect(it.stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toThrow('no longer');
  const updated = (await told(id)).filter((type) => type === 'customer.subscription.updated');
  expect(updated).toHaveLength(3);
});

test('cancelled at once', async () => {
  const { id } = await subscribe();
  expect(await it.stripe.subscriptions.cancel(id)).toMatchObject({ status: 'canceled' });
  await expect(it.stripe.subscriptions.cancel(id)).rejects.toMatchObject({ code: 'resource_missing' });
});

const priced = (id: string, item: string, cents: number, more: Stripe.SubscriptionUpdateParams = {}) =>
  it.stripe.products.create({ name: 'Studio' }).then((product) =>
    it.stripe.subscriptions.update(id, {
      items: [
        {
          id: item,
          price_data: { currency: 'usd', product: product.id, unit_amount: cents, recurring: { interval: 'month' } },
        },
      ],
      ...more,
    }),
  );

test('a dearer price: the difference at once, or with the next invoice, or never', async () => {
  const { id } = await subscribe();
  const item = itemOf(await read(id)).id;
  const atOnce = await priced(id, item, 3_999, { proration_behavior: 'always_invoice' });
  expect(itemOf(atOnce).price.unit_amount).toBe(3_999);
  const invoice = await invoiceOf(atOnce.latest_invoice as string);
  expect(invoice).toMatchObject({ amount_paid: 2_000, billing_reason: 'subscription_update' });
  await priced(id, item, 7_999);
  await priced(id, item, 9_999, { proration_behavior: 'none' });
  expect(await invoicesOf(id)).toHaveLength(2);
  await it.control(`subscriptions/${id}/advance`, {});
  const [next] = await invoicesOf(id);
  expect(next?.lines.data.map(({ amount }) => amount)).toEqual([9_999, 4_000]);
});

test('a cheaper price is given back on the next invoices', async () => {
  const { id } = await subscribe(plan(9_999));
  const item = itemOf(await read(id)).id;
  await priced(id, item, 999, { proration_behavior: 'always_invoice' });
  await it.control(`subscriptions/${id}/advance`, { periods: 2 });
  expect((await invoicesOf(id)).map(({ amount_due }) => amount_due)).toEqual([0, 0, 0, 9_999]);
  const [last] = await invoicesOf(id);
  expect(last?.total).toBe(999 * 2 - 9_000);
});

test('a yearly price begins a period anew, and is paid at once', async () => {
  const { id } = await subscribe();
  const item = itemOf(await read(id)).id;
  const product = await it.stripe.products.create({ name: 'Creator' });
  const yearly = await it.stripe.subscriptions.update(id, {
    items: [
      {
        id: item,
        price_data: { currency: 'usd', product: product.id, unit_amount: 19_188, recurring: { interval: 'year' } },
      },
    ],
  });
  const { current_period_start: start, current_period_end: end } = itemOf(yearly);
  expect((end - start) / 86_400).toBeGreaterThanOrEqual(365);
  expect((await invoiceOf(yearly.latest_invoice as string)).amount_paid).toBe(19_188 - 1_999);
});

test('a change that cannot be paid for is undone where that is asked for', async () => {
  const { id } = await subscribe();
  const item = itemOf(await read(id)).id;
  await it.control(`subscriptions/${id}/payments`, { fail: true });
  await expect(
    priced(id, item, 3_999, { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' }),
  ).rejects.toBeInstanceOf(Stripe.errors.StripeCardError);
  expect(itemOf(await read(id)).price.unit_amount).toBe(1_999);
  expect((await priced(id, item, 3_999, { proration_behavior: 'always_invoice' })).status).toBe('past_due');
});

test.each([
  [SLOW_CARD, 'active', 'paid', 'checkout.session.async_payment_succeeded'],
  ['4000000000000341', 'incomplete_expired', 'uncollectible', 'checkout.session.async_payment_failed'],
])('a slow bank: card %s ends %s', async (card, status, invoiceStatus, event) => {
  const { session, id } = await subscribe(plan(), card);
  expect(session.payment_status).toBe('unpaid');
  expect(await read(id)).toMatchObject({ status: 'incomplete' });
  await it.control(`sessions/${session.id}/settle`, { succeeded: status === 'active' });
  const subscription = await read(id);
  expect(subscription.status).toBe(status);
  expect((await invoiceOf(subscription.latest_invoice as string)).status).toBe(invoiceStatus);
  expect((await told(session.id)).at(-1)).toBe(event);
});

test.each([
  [true, 'paid', 'invoice.paid'],
  [false, 'uncollectible', 'invoice.payment_failed'],
])(
  'a slow bank that answers %s after the plan was ended leaves its invoice %s, and starts nothing',
  async (succeeded, status, event) => {
    const { session, id } = await subscribe(plan(), SLOW_CARD);
    expect(await it.stripe.subscriptions.cancel(id)).toMatchObject({ status: 'incomplete_expired' });
    await it.control(`sessions/${session.id}/settle`, { succeeded });
    const subscription = await read(id);
    expect(subscription.status).toBe('incomplete_expired');
    const { amount_paid, status: left } = await invoiceOf(subscription.latest_invoice as string);
    expect([left, amount_paid]).toEqual([status, succeeded ? 1_999 : 0]);
    expect(await told(id)).toContain(event);
  },
);

test('the portal cancels and resumes, for its customer alone', async () => {
  const { id, customer } = await subscribe();
  const other = await subscribe();
  const portal = await it.stripe.billingPortal.sessions.create({
    customer,
    return_url: 'http://localhost:3000/profile',
  });
  const page = (await (await fetch(portal.url)).text()).replaceAll(/\s+/g, ' ');
  expect(page).toContain('$19.99 every month, active');
  expect(page).toContain('href="http://localhost:3000/profile"');
  expect(page).not.toContain(other.id);
  expect((await it.post(portal.url, { subscription: id, action: 'cancel' })).status).toBe(303);
  expect((await read(id)).cancel_at_period_end).toBe(true);
  expect(await (await fetch(portal.url)).text()).toContain('Resume');
  await it.post(portal.url, { subscription: id, action: 'resume' });
  expect((await read(id)).cancel_at_period_end).toBe(false);
  expect((await it.post(portal.url, { subscription: other.id, action: 'cancel' })).status).toBe(410);
  expect((await read(other.id)).cancel_at_period_end).toBe(false);
  it.clock.aheadMs = DAY_MS;
  expect((await fetch(portal.url)).status).toBe(410);
  it.clock.aheadMs = 0;
});

/** Schedules another price, at another rhythm, for the end of the running period. */
async function scheduled(id: string): Promise<Stripe.SubscriptionSchedule> {
  const { id: product } = await it.stripe.products.create({ name: 'Starter plan' });
  const schedule = await it.stripe.subscriptionSchedules.create({ from_subscription: id });
  const [running] = schedule.phases;
  return it.stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      {
        start_date: running?.start_date ?? 0,
        end_date: running?.end_date ?? 0,
        items: [{ price: running?.items[0]?.price as string, quantity: 1 }],
      },
      {
        duration: { interval: 'year', interval_count: 1 },
        items: [
          {
            price_data: { currency: 'usd', unit_amount: 9_588, recurring: { interval: 'year' }, product },
            quantity: 1,
          },
        ],
        metadata: { tier: 'starter' },
      },
    ],
  });
}

test('a schedule changes nothing before its period, then price, rhythm and metadata, and is charged', async () => {
  const { id } = await subscribe();
  const { phases } = await scheduled(id);
  const [running, next] = phases;
  expect(next?.start_date).toBe(running?.end_date);
  const before = await it.stripe.subscriptions.retrieve(id, { expand: ['schedule'] });
  expect([itemOf(before).price.unit_amount, before.metadata['tier']]).toEqual([1_999, 'creator']);
  expect(before.schedule).toMatchObject({ object: 'subscription_schedule', status: 'active', phases });
  expect(await invoicesOf(id)).toHaveLength(1);
  await expect(it.stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toThrow(/schedule/);
  await it.control(`subscriptions/${id}/advance`, {});
  const after = await read(id);
  expect([itemOf(after).price.unit_amount, after.metadata['tier'], after.schedule]).toEqual([9_588, 'starter', null]);
  expect(itemOf(after)).toMatchObject({ current_period_start: next?.start_date, current_period_end: next?.end_date });
  const [invoice] = await invoicesOf(id);
  expect(invoice).toMatchObject({
    amount_paid: 9_588,
    parent: { subscription_details: { metadata: { tier: 'starter' } } },
  });
});

test('a schedule that is released, or whose subscription ends, does nothing more', async () => {
  const { id } = await subscribe();
  const { id: released } = await scheduled(id);
  expect(await it.stripe.subscriptionSchedules.release(released)).toMatchObject({
    status: 'released',
    released_subscription: id,
  });
  await it.control(`subscriptions/${id}/advance`, {});
  expect(itemOf(await read(id)).price.unit_amount).toBe(1_999);
  const { id: ended } = await scheduled(id);
  await it.stripe.subscriptions.cancel(id);
  expect((await it.stripe.subscriptionSchedules.retrieve(ended)).status).toBe('canceled');
  await expect(it.stripe.subscriptionSchedules.release(ended)).rejects.toThrow(/canceled/);
});

test('a customer who is deleted has no plan, no name and no address; what was paid stays', async () => {
  const { id, customer } = await subscribe();
  await it.stripe.customers.update(customer, { email: 'gone@example.org', name: 'Gone' });
  expect(await it.stripe.customers.del(customer)).toMatchObject({ id: customer, deleted: true });
  expect(await it.stripe.customers.retrieve(customer)).toEqual(
    expect.objectContaining({ id: customer, deleted: true }),
  );
  expect((await it.stripe.customers.list({ email: 'gone@example.org' })).data).toEqual([]);
  expect(await read(id)).toMatchObject({ status: 'canceled' });
  expect(await told(id)).toContain('customer.subscription.deleted');
  expect(await invoicesOf(id)).toHaveLength(1);
  const missing = { code: 'resource_missing' };
  await expect(it.stripe.customers.del(customer)).rejects.toMatchObject(missing);
  await expect(it.stripe.customers.update(customer, { email: 'back@example.org' })).rejects.toMatchObject(missing);
});
