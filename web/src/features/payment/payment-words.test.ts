import type { Checkout } from '@easel/contracts/payments/http';
import { expect, test } from 'vitest';
import type { Outcome } from './checkout-watch.ts';
import { cancelledVerdict, isInForce, unknownVerdict, verdictOf, wareText, wayOn } from './payment-words.ts';

const wallet: Checkout = { id: 'cs_1', kind: 'wallet', status: 'open', amount: 25, tier: null, period: null };
const plan: Checkout = { ...wallet, kind: 'plan', amount: 191.88, tier: 'creator', period: 'yearly' };

test('what is bought is named', () => {
  expect(wareText(wallet)).toBe('$25.00 for your wallet');
  expect(wareText(plan)).toBe('Creator, yearly');
});

test('money is claimed by `paid` alone', () => {
  const others: Outcome[] = ['checking', 'slow', 'unfinished', 'failed', 'expired'];
  for (const checkout of [wallet, plan]) {
    expect(verdictOf(checkout, 'paid').heading).toBe('Payment received');
    for (const outcome of others) {
      const { heading, text } = verdictOf(checkout, outcome);
      expect(`${heading} ${text}`).not.toMatch(/received|were added|has begun/);
    }
  }
  expect(`${cancelledVerdict.text} ${unknownVerdict.text}`).not.toMatch(/received|were added/);
});

test('a plan is claimed once it is in force', () => {
  expect(verdictOf(plan, 'paid', true)).toEqual({
    heading: 'Subscription upgraded successfully!',
    text: 'Creator, yearly: your plan has begun.',
  });
  expect(verdictOf(wallet, 'paid', true).heading).toBe('Payment received');
  const has = (tier: 'creator' | 'free', period: 'yearly' | 'monthly' | null) => ({ tier, subscription: { period } });
  expect(isInForce(plan, has('creator', 'yearly'))).toBe(true);
  // The same plan by months is what it was before.
  expect(isInForce(plan, has('creator', 'monthly'))).toBe(false);
  expect(isInForce(plan, has('free', null))).toBe(false);
});

test('every outcome leads on', () => {
  expect(wayOn('plan', false).to).toBe('/pricing');
  expect(wayOn('wallet', false).to).toBe('/statement');
  expect(wayOn('plan', true).to).toBe('/generator');
});
