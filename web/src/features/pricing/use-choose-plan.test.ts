import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { subscriptionProblems } from '@easel/contracts/subscriptions/policy';
import { expect, test } from 'vitest';
import { dayWithZone } from '../../lib/dates.ts';
import { checkoutOf, outcomeText } from './use-choose-plan.ts';

const { code } = subscriptionProblems.paymentRequired;
const refused = (body: unknown, as = code) => new ApiError('http', 'x', { status: 402, code: as, body });

test('a plan that has to be paid for names its checkout', () => {
  expect(checkoutOf(refused({ url: 'http://127.0.0.1:4242/pay/cs_1' }))).toBe('http://127.0.0.1:4242/pay/cs_1');
  expect(checkoutOf(refused({ url: 'https://pay.example/c/1' }))).toBe('https://pay.example/c/1');
});

test('no other failure leads anywhere, nor does what is no page', () => {
  expect(checkoutOf(refused({ url: 'https://pay.example' }, 'account.insufficient_credits'))).toBeUndefined();
  expect(checkoutOf(refused({ url: 'javascript:alert(1)' }))).toBeUndefined();
  expect(checkoutOf(refused({}))).toBeUndefined();
  expect(checkoutOf(new Error('network'))).toBeUndefined();
});

test('what was settled for the end of a period is said with its day', () => {
  const endDate = '2026-12-15T12:00:00.000Z';
  const standing = { tier: 'studio', status: 'active', endDate, next: null };
  expect(outcomeText({ ...standing, next: { tier: 'starter', period: 'monthly' } })).toBe(
    `Starter begins on ${dayWithZone(endDate)}`,
  );
  expect(outcomeText({ ...standing, status: 'cancelled' })).toBe(`Your plan ends on ${dayWithZone(endDate)}`);
  expect(outcomeText(standing)).toBe('Studio goes on');
});
