import { expect, test } from 'vitest';
import { dayWithZone } from '../../lib/dates.ts';
import { debtText, limitsOf, statusOf, termText } from './plan-words.ts';
import { samplePlan } from './testing/sample-plan.ts';

test('a plan renews or ends, and free has no end', () => {
  expect(termText(samplePlan('creator'))).toMatch(/^Monthly\. Renews on December 1[45], 2026 \(.+\)$/);
  expect(termText(samplePlan('creator', { renews: false }))).toMatch(/^Monthly\. Ends on /);
  expect(termText(samplePlan('free'))).toBe('No end date');
  expect(statusOf(samplePlan('free'))).toBe('Active');
});

test('another plan that is to come is named with its day', () => {
  const plan = samplePlan('creator');
  const next = { tier: 'starter', period: 'yearly' } as const;
  const coming = { ...plan, subscription: { ...plan.subscription, next } };
  expect(termText(coming)).toMatch(/^Monthly\. Starter, yearly, begins on December 1[45], 2026 \(.+\)$/);
});

test('what is owed is said with the ways to pay it', () => {
  expect(debtText(samplePlan())).toBeUndefined();
  expect(debtText(samplePlan('free', { debt: { credits: 100, price: 15, dollars: 0 } }))).toBe(
    'You owe 100 credits: a payment was taken back. Later allowances pay the credits, or your wallet does for $15.00.',
  );
  expect(debtText(samplePlan('free', { debt: { credits: 0, price: 0, dollars: 2.5 } }))).toBe(
    'You owe $2.50: a payment was taken back. Funds that you add to your wallet pay the dollars.',
  );
});

test('what has expired says so, whatever its status', () => {
  const { subscription } = samplePlan('studio');
  const expired = samplePlan('free', { subscription });
  expect(statusOf(expired)).toBe('Expired');
  expect(termText(expired)).toMatch(/^Ended on /);
});

test('the limits tell what is left of the allowance and what is used of the rest', () => {
  expect(limitsOf(samplePlan('creator'))).toEqual([
    {
      name: 'Allowance',
      text: `120 of 300 credits left, until ${dayWithZone('2026-12-01T00:00:00.000Z')}`,
      used: 180,
      max: 300,
    },
    { name: 'Images this month', text: '12 of 60 used', used: 12, max: 60 },
    { name: 'Others’ pictures downloaded this month', text: '3 of 100 used', used: 3, max: 100 },
  ]);
});

test('where there is no limit there is nothing to fill', () => {
  const { images } = { images: { used: 1200, limit: null } };
  expect(limitsOf(samplePlan('agency_unlimited', { images }))[1]).toEqual({
    name: 'Images this month',
    text: '1,200, no limit',
    used: 1200,
    max: null,
  });
});

test('the places are there before the figures are', () => {
  expect(limitsOf(undefined).map(({ name }) => name)).toEqual(limitsOf(samplePlan()).map(({ name }) => name));
});
