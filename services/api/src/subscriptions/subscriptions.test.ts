import type { SubscribedTier } from '@easel/contracts/account/policy';
import { planChargeCents } from '@easel/contracts/subscriptions/policy';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestMember } from '../testing/api-server.ts';
import { cards, idOf } from '../testing/card-service.ts';
import { Checkout } from '../testing/checkout.ts';

let cardCheckout: Checkout;
beforeAll(async () => {
  cardCheckout = await Checkout.open();
});
afterEach(async () => {
  await cardCheckout.service.control('settings', { hold: true, times: 1 });
  await cardCheckout.service.control('drop', {});
});
afterAll(() => cardCheckout?.close());

const DAY_MS = 86_400_000;

/** What stands in the account, briefly. */
async function standing(member: TestMember) {
  const { tier, subscription, credits, renews } = await cardCheckout.plan(member);
  return { tier, of: subscription.tier, status: subscription.status, allowance: credits.allowance, renews };
}

const daysLeft = async (member: TestMember): Promise<number> => {
  const { endDate } = (await cardCheckout.plan(member)).subscription;
  return endDate === null ? Infinity : Math.round((Date.parse(endDate) - Date.now()) / DAY_MS);
};

const subscriptionOf = async (session: { id: string }): Promise<string> =>
  idOf((await cardCheckout.service.stripe.checkout.sessions.retrieve(session.id)).subscription);

/** Of each payment of a member: what was paid, and what went back. */
async function payments(member: TestMember): Promise<[paid: number, returned: number][]> {
  const { data: customers } = await cardCheckout.service.stripe.customers.list({ email: member.email });
  const { data } = await cardCheckout.service.stripe.charges.list({ customer: customers[0]?.id ?? 'none', limit: 100 });
  return data
    .filter(({ paid }) => paid)
    .map(({ amount, amount_refunded }): [number, number] => [amount, amount_refunded])
    .reverse();
}

const reasons = async (member: TestMember): Promise<unknown[]> =>
  (await cardCheckout.facts(member))
    .filter(({ type }) => type === 'SubscriptionChanged')
    .map(({ data }) => (data as { reason: unknown }).reason);

describe('a better plan', () => {
  test('is paid for first, and is there once that was told', async () => {
    const member = await cardCheckout.member();
    const { body } = await cardCheckout.choose(member, 'studio').expect(402);
    expect(body).toMatchObject({ success: false, code: 'subscriptions.payment_required', url: expect.any(String) });
    const session = await cardCheckout.openPlan(member, 'studio');
    await cardCheckout.service.pay(session);
    expect([await cardCheckout.statusOf(member, session), (await cardCheckout.plan(member)).tier]).toEqual([
      'processing',
      'free',
    ]);
    await cardCheckout.service.deliver();
    const checkout = (await cardCheckout.get(member, `wallet/stripe/checkout-session/${session}`).expect(200))
      .body as object;
    expect(checkout).toMatchObject({
      checkout: { kind: 'plan', status: 'paid', amount: 39.99, tier: 'studio', period: 'monthly' },
    });
    expect(await cardCheckout.plan(member)).toMatchObject({
      tier: 'studio',
      label: 'Studio',
      subscription: { tier: 'studio', status: 'active', period: 'monthly' },
      renews: true,
      managed: true,
      credits: { allowance: 600, allowanceLeft: 600, permanent: 0, held: 0, spent: 0 },
      images: { used: 0, limit: 120 },
      downloads: { used: 0, limit: 300, maxSize: '8K', formats: ['png', 'jpg', 'webp'] },
    });
    expect(await daysLeft(member)).toBeGreaterThan(27);
    const facts = await cardCheckout.facts(member);
    expect(facts.map(({ type }) => type)).toEqual(['PlanPaid', 'SubscriptionChanged']);
    for (const { metadata } of facts)
      expect(metadata).toMatchObject({
        actor: { kind: 'system', id: 'stripe' },
        $causationId: expect.stringMatching(/^evt_/),
      });
  });

  test('by the year is charged at once, for a year', async () => {
    const member = await cardCheckout.member();
    await cardCheckout.subscribe(member, 'creator', 'yearly');
    expect(await daysLeft(member)).toBeGreaterThan(360);
    expect((await cardCheckout.plan(member)).subscription.period).toBe('yearly');
    expect(await payments(member)).toEqual([[planChargeCents('creator', 'yearly'), 0]]);
  });

  test('than the one that is paid for: what is left of that is given back', async () => {
    const member = await cardCheckout.member();
    await cardCheckout.subscribe(member, 'starter');
    await cardCheckout.subscribe(member, 'agency');
    expect(await standing(member)).toEqual({
      tier: 'agency',
      of: 'agency',
      status: 'active',
      allowance: 1200,
      renews: true,
    });
    // The whole of it was left.
    expect(await payments(member)).toEqual([
      [999, 999],
      [7999, 0],
    ]);
    const { data: running } = await cardCheckout.service.stripe.subscriptions.list();
    expect(running.filter(({ metadata }) => metadata['memberId'] === member.id)).toHaveLength(1);
    expect((await cardCheckout.balance(member)).credits).toBe(1200);
    expect(await reasons(member)).toEqual(['purchase', 'purchase']);
  });

  test('paid for on two pages is paid for once', async () => {
    const member = await cardCheckout.member();
    const first = await cardCheckout.openPlan(member, 'creator');
    const second = await cardCheckout.openPlan(member, 'studio');
    expect(await cardCheckout.statusOf(member, first)).toBe('expired');
    expect(await cardCheckout.statusOf(member, second)).toBe('open');
  });

  test('opens one page, however often its call comes', async () => {
    const member = await cardCheckout.member();
    const urls = await Promise.all(
      [1, 2, 3].map(
        async () => (await cardCheckout.choose(member, 'studio', 'monthly', 'the-same').expect(402)).body as object,
      ),
    );
    expect(new Set(urls.map((body) => (body as { url: string }).url)).size).toBe(1);
  });

  test('whose card is declined is not had', async () => {
    const member = await cardCheckout.member();
    const session = await cardCheckout.openPlan(member, 'studio');
    await cardCheckout.service.pay(session, cards.declined);
    await cardCheckout.service.deliver();
    expect([await cardCheckout.statusOf(member, session), (await cardCheckout.plan(member)).tier]).toEqual([
      'open',
      'free',
    ]);
  });

  test('is had when a slow bank has paid', async () => {
    const member = await cardCheckout.member();
    const session = await cardCheckout.openPlan(member, 'studio');
    await cardCheckout.service.pay(session, cards.paysLater);
    await cardCheckout.service.deliver({ shuffle: 5 });
    expect([await cardCheckout.statusOf(member, session), (await cardCheckout.plan(member)).tier]).toEqual([
      'processing',
      'free',
    ]);
    await cardCheckout.service.control(`sessions/${session}/settle`, { succeeded: true });
    await cardCheckout.service.deliver({ shuffle: 5 });
    expect([await cardCheckout.statusOf(member, session), (await cardCheckout.plan(member)).tier]).toEqual([
      'paid',
      'studio',
    ]);
  });

  test.each(['genesis', 'creator_pro', 'studio_enterprise', 'agency_unlimited'])('%s is not sold', async (tier) => {
    const { body } = await cardCheckout.choose(await cardCheckout.member(), tier).expect(422);
    expect(body).toMatchObject({ code: 'subscriptions.not_sold' });
  });

  test('free is there already', async () => {
    const { body } = await cardCheckout.choose(await cardCheckout.member(), 'free').expect(200);
    expect(body).toEqual({
      success: true,
      subscription: { tier: 'free', status: 'active', endDate: null, next: null },
      limits: { monthly: 50, total: null },
    });
  });
});

describe('a lesser plan', () => {
  test('comes when what is paid for ends, and costs nothing before', async () => {
    const member = await cardCheckout.member();
    const subscription = await subscriptionOf(await cardCheckout.subscribe(member, 'studio'));
    const { body } = await cardCheckout.choose(member, 'starter').expect(200);
    const next = { tier: 'starter', period: 'monthly' };
    expect(body).toMatchObject({ subscription: { tier: 'studio', status: 'active', next }, limits: { monthly: 120 } });
    await cardCheckout.service.deliver();
    expect(await reasons(member)).toEqual(['purchase', 'downgrade']);
    expect(await standing(member)).toMatchObject({ tier: 'studio', allowance: 600 });
    await cardCheckout.service.control(`subscriptions/${subscription}/advance`, {});
    await cardCheckout.service.deliver();
    expect(await payments(member)).toEqual([
      [3999, 0],
      [999, 0],
    ]);
    expect(await standing(member)).toMatchObject({ tier: 'starter', status: 'active' });
    // What was granted by the plan before stays that plan's.
    expect((await cardCheckout.balance(member)).credits).toBe(600);
  });

  test('of the same tier by the month comes at the end of its year', async () => {
    const member = await cardCheckout.member();
    const subscription = await subscriptionOf(await cardCheckout.subscribe(member, 'creator', 'yearly'));
    await cardCheckout.choose(member, 'creator', 'monthly').expect(200);
    expect((await cardCheckout.plan(member)).subscription).toMatchObject({
      period: 'yearly',
      next: { tier: 'creator', period: 'monthly' },
    });
    await cardCheckout.service.control(`subscriptions/${subscription}/advance`, {});
    await cardCheckout.service.deliver({ shuffle: 8 });
    expect((await cardCheckout.plan(member)).subscription).toMatchObject({
      tier: 'creator',
      period: 'monthly',
      next: null,
    });
    expect(await payments(member)).toEqual([
      [planChargeCents('creator', 'yearly'), 0],
      [1999, 0],
    ]);
  });

  test('left again costs nothing, for that time was paid for', async () => {
    const member = await cardCheckout.member();
    await cardCheckout.subscribe(member, 'studio');
    await cardCheckout.choose(member, 'starter').expect(200);
    await cardCheckout.service.deliver({ shuffle: 2 });
    const { body } = await cardCheckout.choose(member, 'studio').expect(200);
    expect(body).toMatchObject({ subscription: { tier: 'studio', status: 'active', next: null } });
    await cardCheckout.service.deliver({ shuffle: 3 });
    expect(await standing(member)).toMatchObject({ tier: 'studio', allowance: 600 });
    expect(await payments(member)).toEqual([[3999, 0]]);
    expect((await cardCheckout.choose(member, 'agency').expect(402)).body).toHaveProperty('url');
  });

  test('that is free is charged no more, from the end of what is paid for on', async () => {
    const member = await cardCheckout.member();
    const subscription = await subscriptionOf(await cardCheckout.subscribe(member, 'studio'));
    const { body } = await cardCheckout.choose(member, 'free').expect(200);
    expect(body).toMatchObject({ subscription: { tier: 'studio', status: 'cancelled', next: null } });
    await cardCheckout.service.deliver({ shuffle: 9 });
    expect(await standing(member)).toMatchObject({ tier: 'studio', status: 'cancelled', renews: false });
    await cardCheckout.service.control(`subscriptions/${subscription}/advance`, {});
    await cardCheckout.service.deliver();
    expect(await payments(member)).toEqual([[3999, 0]]);
    expect(await standing(member)).toMatchObject({ tier: 'free', of: 'studio' });
  });

  test('that is free is left again for nothing while the time that was paid for runs', async () => {
    const member = await cardCheckout.member();
    await cardCheckout.subscribe(member, 'studio');
    await cardCheckout.choose(member, 'free').expect(200);
    await cardCheckout.service.deliver();
    await cardCheckout.choose(member, 'studio').expect(200);
    await cardCheckout.service.deliver();
    expect(await standing(member)).toMatchObject({ tier: 'studio', status: 'active', renews: true });
    expect(await payments(member)).toEqual([[3999, 0]]);
  });
});

describe('while a year is paid for', () => {
  test('a higher plan by the month is not offered, one by the year is', async () => {
    const member = await cardCheckout.member();
    await cardCheckout.subscribe(member, 'starter', 'yearly');
    const { body } = await cardCheckout.choose(member, 'studio', 'monthly').expect(422);
    expect(body).toMatchObject({ code: 'subscriptions.yearly_only' });
    await cardCheckout.choose(member, 'studio', 'yearly').expect(402);
  });

  test('of the months not opened before, what is left goes back where another year begins', async () => {
    const member = await cardCheckout.member();
    await cardCheckout.subscribe(member, 'starter', 'yearly');
    await cardCheckout.subscribe(member, 'studio', 'yearly');
    const [[paid, returned] = [0, 0], second] = await payments(member);
    expect([paid, second]).toEqual([planChargeCents('starter', 'yearly'), [planChargeCents('studio', 'yearly'), 0]]);
    // All of its months are still to come, for this one passes to the new plan.
    expect(paid - returned).toBeLessThanOrEqual(1);
    expect((await cardCheckout.balance(member)).credits).toBe(600);
  });

  test('the same by the year is had for the whole price, and the month goes back', async () => {
    const member = await cardCheckout.member();
    await cardCheckout.subscribe(member, 'starter', 'monthly');
    await cardCheckout.subscribe(member, 'starter', 'yearly');
    expect(await payments(member)).toEqual([
      [999, 999],
      [planChargeCents('starter', 'yearly'), 0],
    ]);
    expect((await cardCheckout.balance(member)).credits).toBe(150);
    expect((await cardCheckout.plan(member)).subscription).toMatchObject({ tier: 'starter', period: 'yearly' });
  });
});

describe('the next period', () => {
  test('is paid for by itself', async () => {
    const member = await cardCheckout.member();
    const subscription = await subscriptionOf(await cardCheckout.subscribe(member, 'creator'));
    await cardCheckout.service.control(`subscriptions/${subscription}/advance`, {});
    await cardCheckout.service.deliver({ shuffle: 4 });
    expect(await standing(member)).toMatchObject({ tier: 'creator', status: 'active' });
    expect(await daysLeft(member)).toBeGreaterThan(55);
    expect(await reasons(member)).toEqual(['purchase', 'renewal']);
  });

  test('that is not paid for leaves the plan until its end', async () => {
    const member = await cardCheckout.member();
    const subscription = await subscriptionOf(await cardCheckout.subscribe(member, 'creator'));
    const { endDate } = (await cardCheckout.plan(member)).subscription;
    await cardCheckout.service.control(`subscriptions/${subscription}/payments`, { fail: true });
    await cardCheckout.service.control(`subscriptions/${subscription}/advance`, {});
    await cardCheckout.service.deliver({ shuffle: 6 });
    expect((await cardCheckout.plan(member)).subscription).toMatchObject({ tier: 'creator', endDate });
    await cardCheckout.service.control(`subscriptions/${subscription}/payments`, { fail: false });
    await cardCheckout.service.control(`subscriptions/${subscription}/retry`, {});
    await cardCheckout.service.deliver({ shuffle: 6 });
    expect(await daysLeft(member)).toBeGreaterThan(55);
    expect(await standing(member)).toMatchObject({ tier: 'creator', status: 'active' });
  });

  test('never paid for ends it', async () => {
    const member = await cardCheckout.member();
    const subscription = await subscriptionOf(await cardCheckout.subscribe(member, 'creator'));
    await cardCheckout.service.control(`subscriptions/${subscription}/payments`, { fail: true });
    await cardCheckout.service.control(`subscriptions/${subscription}/advance`, {});
    for (let retry = 0; retry < 3; retry++)
      await cardCheckout.service.control(`subscriptions/${subscription}/retry`, {});
    await cardCheckout.service.deliver({ shuffle: 8 });
    expect(await standing(member)).toMatchObject({ tier: 'free', of: 'creator', status: 'cancelled', renews: false });
  });
});

describe('the card service’s page', () => {
  test('is not there where nothing was bought', async () => {
    const { body } = await cardCheckout.post(await cardCheckout.member(), 'auth/billing-portal').expect(409);
    expect(body).toMatchObject({ code: 'subscriptions.not_managed' });
  });

  test('cancels at the end of what is paid for, and takes that back', async () => {
    const member = await cardCheckout.member();
    const subscription = await subscriptionOf(await cardCheckout.subscribe(member, 'studio'));
    const press = async (action: 'cancel' | 'resume') => {
      const { body } = await cardCheckout.post(member, 'auth/billing-portal').expect(200);
      const { url } = body as { url: string };
      await fetch(url, { method: 'POST', body: new URLSearchParams({ subscription, action }), redirect: 'manual' });
      await cardCheckout.service.deliver();
    };
    for (let round = 0; round < 2; round++) {
      await press('cancel');
      expect(await standing(member)).toMatchObject({ tier: 'studio', status: 'cancelled', renews: false });
      await press('resume');
      expect(await standing(member)).toMatchObject({ tier: 'studio', status: 'active', renews: true });
    }
    await press('cancel');
    await cardCheckout.service.control(`subscriptions/${subscription}/advance`, {});
    await cardCheckout.service.deliver();
    expect(await standing(member)).toMatchObject({ tier: 'free', of: 'studio', status: 'cancelled' });
    expect((await cardCheckout.get(member, 'auth/me').expect(200)).body).toMatchObject({
      user: { limits: { monthly: 50 }, subscription: { tier: 'studio', status: 'cancelled' } },
    });
    // Whoever comes back pays anew.
    await cardCheckout.subscribe(member, 'studio');
    expect(await standing(member)).toMatchObject({ tier: 'studio', status: 'active' });
  });
});

describe('a plan whose payment went back', () => {
  async function paymentOf(session: { id: string }): Promise<string> {
    const subscription = await subscriptionOf(session);
    const { data } = await cardCheckout.service.stripe.invoices.list({ subscription, expand: ['data.payments'] });
    return idOf(data.at(-1)?.payments?.data[0]?.payment.payment_intent);
  }
  const isCharged = async (session: { id: string }) =>
    (await cardCheckout.service.stripe.subscriptions.retrieve(await subscriptionOf(session))).status === 'active';

  test('whole is over, its credits too, and nothing more is charged', async () => {
    const member = await cardCheckout.member();
    const session = await cardCheckout.subscribe(member, 'studio');
    await cardCheckout.service.stripe.refunds.create({ payment_intent: await paymentOf(session) });
    await cardCheckout.service.deliver({ shuffle: 1 });
    expect(await standing(member)).toMatchObject({ tier: 'free', status: 'ended' });
    expect((await cardCheckout.balance(member)).credits).toBe(50);
    expect(await isCharged(session)).toBe(false);
    await cardCheckout.service.replay({ times: 3, shuffle: 21 });
    expect(await cardCheckout.types(member)).toEqual([
      'PlanPaid',
      'SubscriptionChanged',
      'PlanRefunded',
      'SubscriptionChanged',
      'CreditsRevoked',
    ]);
    await cardCheckout.subscribe(member, 'agency');
    expect(await standing(member)).toMatchObject({ tier: 'agency', status: 'active' });
  });

  test('before it was heard that it came is never had', async () => {
    const member = await cardCheckout.member();
    const session = await cardCheckout.service.pay(await cardCheckout.openPlan(member, 'studio'));
    await cardCheckout.service.stripe.refunds.create({ payment_intent: await paymentOf(session) });
    await cardCheckout.service.control('release', { order: ['refund.created', 'charge.refunded'] });
    await cardCheckout.service.deliver({ shuffle: 12 });
    expect(await standing(member)).toMatchObject({ tier: 'free' });
    expect((await cardCheckout.balance(member)).credits).toBe(50);
  });

  test('in part is kept', async () => {
    const member = await cardCheckout.member();
    const session = await cardCheckout.subscribe(member, 'studio');
    await cardCheckout.service.stripe.refunds.create({ payment_intent: await paymentOf(session), amount: 1000 });
    await cardCheckout.service.deliver();
    expect(await standing(member)).toMatchObject({ tier: 'studio', status: 'active' });
    expect(await isCharged(session)).toBe(true);
  });

  test('by a dispute is back when that is won, for the time that was paid for', async () => {
    const member = await cardCheckout.member();
    const session = await cardCheckout.subscribe(member, 'studio');
    const { latest_charge: charge } = await cardCheckout.service.stripe.paymentIntents.retrieve(
      await paymentOf(session),
    );
    const { id } = await cardCheckout.service.control<{ id: string }>('disputes', { charge });
    await cardCheckout.service.deliver();
    expect(await standing(member)).toMatchObject({ tier: 'free', status: 'ended' });
    expect((await cardCheckout.balance(member)).credits).toBe(50);
    await cardCheckout.service.control(`disputes/${id}/close`, { outcome: 'won' });
    await cardCheckout.service.deliver();
    expect(await standing(member)).toMatchObject({ tier: 'studio', status: 'cancelled', renews: false });
    expect((await cardCheckout.balance(member)).credits).toBe(600);
    await cardCheckout.service.replay({ times: 2, shuffle: 31 });
    expect(await standing(member)).toMatchObject({ tier: 'studio', status: 'cancelled' });
    expect((await cardCheckout.balance(member)).credits).toBe(600);
  });

  test('is back where its refund fails at the bank, for the time that was paid for', async () => {
    const member = await cardCheckout.member();
    const session = await cardCheckout.subscribe(member, 'studio');
    const { id } = await cardCheckout.service.stripe.refunds.create({ payment_intent: await paymentOf(session) });
    await cardCheckout.service.deliver({ shuffle: 4 });
    expect((await cardCheckout.balance(member)).credits).toBe(50);
    await cardCheckout.service.control(`refunds/${id}/fail`, {});
    await cardCheckout.service.deliver();
    expect(await standing(member)).toMatchObject({ tier: 'studio', status: 'cancelled', allowance: 600 });
    expect((await cardCheckout.balance(member)).credits).toBe(600);
  });

  test('while another was to come takes that with it', async () => {
    const member = await cardCheckout.member();
    const session = await cardCheckout.subscribe(member, 'studio');
    await cardCheckout.choose(member, 'starter').expect(200);
    const { latest_charge: charge } = await cardCheckout.service.stripe.paymentIntents.retrieve(
      await paymentOf(session),
    );
    const { id } = await cardCheckout.service.control<{ id: string }>('disputes', { charge });
    await cardCheckout.service.deliver();
    await cardCheckout.service.control(`disputes/${id}/close`, { outcome: 'won' });
    await cardCheckout.service.deliver();
    expect((await cardCheckout.plan(member)).subscription).toMatchObject({
      tier: 'studio',
      status: 'cancelled',
      next: null,
    });
    const { body } = await cardCheckout.choose(member, 'starter').expect(409);
    expect(body).toMatchObject({ code: 'subscriptions.ends_first' });
  });
});

test('processes each webhook once when all are delivered ten times at once and in any order', async () => {
  const member = await cardCheckout.member();
  await cardCheckout.service.control('settings', { hold: true, times: 10 });
  const session = await cardCheckout.service.pay(await cardCheckout.openPlan(member, 'studio'));
  const first = await cardCheckout.service.deliver({ together: true, shuffle: 17 });
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await cardCheckout.types(member)).toEqual(['PlanPaid', 'SubscriptionChanged']);
  const subscription = await subscriptionOf(session);
  await cardCheckout.service.control(`subscriptions/${subscription}/advance`, { periods: 2 });
  await cardCheckout.service.stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
  const second = await cardCheckout.service.deliver({ together: true, shuffle: 19 });
  expect(new Set(second.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await standing(member)).toEqual({
    tier: 'studio',
    of: 'studio',
    status: 'cancelled',
    allowance: 600,
    renews: false,
  });
  const before = await cardCheckout.types(member);
  await cardCheckout.service.replay({ times: 5, shuffle: 23 });
  expect(await cardCheckout.types(member)).toEqual(before);
  expect((await cardCheckout.balance(member)).credits).toBe(600);
});

test('each plan that is sold leads to the next', async () => {
  const sold: SubscribedTier[] = ['starter', 'creator', 'studio', 'agency', 'enterprise', 'curator_partner'];
  const member = await cardCheckout.member();
  for (const tier of sold) await cardCheckout.subscribe(member, tier);
  expect(await standing(member)).toMatchObject({ tier: 'curator_partner', allowance: 10_000 });
  expect((await cardCheckout.balance(member)).credits).toBe(10_000);
  const paid = await payments(member);
  expect(paid.map(([cents]) => cents)).toEqual(sold.map((tier) => planChargeCents(tier, 'monthly')));
  // Each made way at once for the next: only the last one costs anything.
  expect(paid.slice(0, -1).every(([cents, returned]) => returned >= cents - 1)).toBe(true);
});
