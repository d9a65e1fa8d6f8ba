import type { SubscribedTier } from '@easel/contracts/account/policy';
import type { BillingPeriod } from '@easel/contracts/subscriptions/policy';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spendAs } from '../testing/accounts.ts';
import type { TestMember } from '../testing/api-server.ts';
import { idOf } from '../testing/card-service.ts';
import { Checkout } from '../testing/checkout.ts';

/**
 * Orders of events that brought credits out of nothing while webhook, plan follower, gateway and account were each
 * right.
 */

let cardCheckout: Checkout;
beforeAll(async () => {
  cardCheckout = await Checkout.open();
});
afterAll(() => cardCheckout?.close());

async function buy(member: TestMember, tier: SubscribedTier, period: BillingPeriod = 'monthly'): Promise<string> {
  const { id } = await cardCheckout.subscribe(member, tier, period);
  const { subscription } = await cardCheckout.service.stripe.checkout.sessions.retrieve(id);
  const { data } = await cardCheckout.service.stripe.invoices.list({
    subscription: idOf(subscription),
    expand: ['data.payments'],
  });
  return idOf(data[0]?.payments?.data[0]?.payment.payment_intent);
}

async function refund(payment: string, cents?: number): Promise<string> {
  const amount = cents === undefined ? {} : { amount: cents };
  const { id } = await cardCheckout.service.stripe.refunds.create({ payment_intent: payment, ...amount });
  await cardCheckout.service.deliver({ shuffle: 7 });
  return id;
}

async function dispute(payment: string, outcome?: 'won' | 'lost'): Promise<string> {
  const { latest_charge: charge } = await cardCheckout.service.stripe.paymentIntents.retrieve(payment);
  const { id } = await cardCheckout.service.control<{ id: string }>('disputes', { charge });
  if (outcome) await cardCheckout.service.control(`disputes/${id}/close`, { outcome });
  await cardCheckout.service.deliver({ shuffle: 11 });
  return id;
}

/** What was answered to all that waited to be delivered. */
const statuses = async (): Promise<Set<number | null>> =>
  new Set((await cardCheckout.service.deliver()).map(({ status }) => status));

const credits = async (member: TestMember): Promise<number> => (await cardCheckout.balance(member)).credits;

async function keptDollars(member: TestMember): Promise<number> {
  const { data: customers } = await cardCheckout.service.stripe.customers.list({ email: member.email });
  const { data } = await cardCheckout.service.stripe.charges.list({ customer: customers[0]?.id ?? 'none', limit: 100 });
  const cents = data.filter(({ paid }) => paid).reduce((sum, one) => sum + one.amount - one.amount_refunded, 0);
  return cents / 100;
}

describe('credits are paid for', () => {
  test('a great plan by the year, left for nothing, is not paid back by choosing a small one', async () => {
    const member = await cardCheckout.member();
    await buy(member, 'curator_partner', 'yearly');
    await cardCheckout.choose(member, 'free').expect(200);
    await cardCheckout.choose(member, 'starter').expect(200);
    await cardCheckout.service.deliver();
    expect([await credits(member), await keptDollars(member)]).toEqual([10_000, 7200]);
    expect((await cardCheckout.plan(member)).subscription).toMatchObject({
      tier: 'curator_partner',
      next: { tier: 'starter' },
    });
  });

  test('nor by a lesser one, and another lesser one', async () => {
    const member = await cardCheckout.member();
    await buy(member, 'enterprise', 'yearly');
    await cardCheckout.choose(member, 'starter').expect(200);
    await cardCheckout.choose(member, 'creator').expect(200);
    await cardCheckout.service.deliver();
    expect([await credits(member), await keptDollars(member)]).toEqual([3000, 1919.88]);
    expect((await cardCheckout.plan(member)).subscription).toMatchObject({
      tier: 'enterprise',
      next: { tier: 'creator' },
    });
  });

  test('nor by a small one for a year', async () => {
    const member = await cardCheckout.member();
    await buy(member, 'enterprise');
    await cardCheckout.choose(member, 'free').expect(200);
    await cardCheckout.choose(member, 'starter', 'yearly').expect(200);
    await cardCheckout.service.deliver();
    expect([await credits(member), await keptDollars(member)]).toEqual([3000, 199.99]);
  });

  test.each(['lost dispute', 'refund'])('a plan that was left is given back by a %s like any other', async (how) => {
    const member = await cardCheckout.member();
    const payment = await buy(member, 'enterprise');
    await cardCheckout.choose(member, 'free').expect(200);
    if (how === 'refund') await refund(payment);
    else await dispute(payment, 'lost');
    expect(await credits(member)).toBe(50);
  });

  test.each(['lost dispute', 'refund'])('and where its credits were spent they are owed after a %s', async (how) => {
    const member = await cardCheckout.member();
    const payment = await buy(member, 'enterprise');
    await spendAs(cardCheckout.server, member.id, 20_000);
    if (how === 'refund') await refund(payment);
    else await dispute(payment, 'lost');
    expect(await credits(member)).toBe(-1950);
    expect((await cardCheckout.plan(member)).debt).toEqual({ credits: 1950, price: 292.5, dollars: 0 });
  });

  test('who pays again has all of it, and what is owed is taken first', async () => {
    const member = await cardCheckout.member();
    await dispute(await buy(member, 'agency'), 'lost');
    await buy(member, 'agency');
    expect([await credits(member), (await cardCheckout.plan(member)).credits.allowance]).toEqual([1200, 1200]);

    const spender = await cardCheckout.member();
    const payment = await buy(spender, 'agency');
    await spendAs(cardCheckout.server, spender.id, 4000);
    await dispute(payment, 'lost');
    expect(await credits(spender)).toBe(-350);
    await buy(spender, 'agency');
    expect([await credits(spender), (await cardCheckout.plan(spender)).debt]).toEqual([800, null]);
  });

  test('a part of it given back takes its part, and leaves the plan', async () => {
    const member = await cardCheckout.member();
    const payment = await buy(member, 'enterprise', 'yearly');
    // Of thirteen months a half of one stays paid for.
    await refund(payment, Math.ceil((191_988 * 25) / 26));
    const { tier, status } = (await cardCheckout.plan(member)).subscription;
    expect([await credits(member), tier, status]).toEqual([expect.closeTo(1500, -1), 'enterprise', 'active']);
  });

  test('a dispute that is won lifts what was owed', async () => {
    const member = await cardCheckout.member();
    const payment = await buy(member, 'studio');
    await spendAs(cardCheckout.server, member.id, 5000);
    const id = await dispute(payment);
    expect(await credits(member)).toBe(-450);
    await cardCheckout.service.control(`disputes/${id}/close`, { outcome: 'won' });
    await cardCheckout.service.deliver();
    expect(await credits(member)).toBe(100);
  });

  test('a rest that cannot go back, or whose refund fails, keeps no event from being taken', async () => {
    const member = await cardCheckout.member();
    await dispute(await buy(member, 'starter'), 'won');
    await cardCheckout.service.pay(await cardCheckout.openPlan(member, 'studio'));
    expect(await statuses()).toEqual(new Set([200]));
    expect(await credits(member)).toBe(600);

    await cardCheckout.service.pay(await cardCheckout.openPlan(member, 'agency'));
    expect(await statuses()).toEqual(new Set([200]));
    const { data } = await cardCheckout.service.stripe.refunds.list();
    const rest = data.find(({ metadata }) => metadata?.['reason'] !== undefined);
    await cardCheckout.service.control(`refunds/${rest?.id}/fail`, {});
    expect(await statuses()).toEqual(new Set([200]));
    expect((await cardCheckout.plan(member)).subscription).toMatchObject({ tier: 'agency', status: 'active' });
  });

  test('what is owed is paid from the wallet by its owner, once', async () => {
    const member = await cardCheckout.member();
    const payment = await buy(member, 'starter');
    await spendAs(cardCheckout.server, member.id, 1500);
    await refund(payment);
    expect((await cardCheckout.plan(member)).debt).toEqual({ credits: 100, price: 15, dollars: 0 });
    await cardCheckout.post(member, 'account/debt').expect(402);
    await cardCheckout.payIn(member, 20);
    await cardCheckout.service.deliver();
    for (let call = 0; call < 2; call++) {
      const { body } = await cardCheckout.post(member, 'account/debt', {}, 'the-same').expect(200);
      expect(body).toMatchObject({ balance: 5, credits: 0 });
    }
    await cardCheckout.post(member, 'account/debt').expect(409);
  });

  test('a wallet’s refund that fails has its dollars back once, whatever is told', async () => {
    const member = await cardCheckout.member();
    const { payment_intent: payment } = await cardCheckout.payIn(member, 20);
    await cardCheckout.service.deliver();
    const id = await refund(payment ?? '', 500);
    expect((await cardCheckout.balance(member)).dollars).toBe(15);
    await cardCheckout.service.control(`refunds/${id}/fail`, {});
    await cardCheckout.service.deliver();
    await cardCheckout.service.replay({ times: 2, shuffle: 3 });
    expect((await cardCheckout.balance(member)).dollars).toBe(20);
  }, 180_000);
});
