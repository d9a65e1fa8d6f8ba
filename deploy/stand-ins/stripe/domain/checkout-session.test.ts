import { expect, test } from 'vitest';
import { opened, type SessionStep, type Standing, take } from './checkout-session.ts';

const open = opened(2_500);
const standing = (status: Standing['status'], payment: Standing['payment'], awaiting = false): Standing => ({
  status,
  payment,
  awaiting,
});

test.each<[string, Standing, SessionStep, Standing, string]>([
  ['paid', open, { type: 'pay' }, standing('complete', 'paid'), 'checkout.session.completed'],
  [
    'nothing to pay',
    opened(0),
    { type: 'pay' },
    standing('complete', 'no_payment_required'),
    'checkout.session.completed',
  ],
  ['a slow bank', open, { type: 'pay-later' }, standing('complete', 'unpaid', true), 'checkout.session.completed'],
  [
    'it says yes',
    standing('complete', 'unpaid', true),
    { type: 'settle', succeeded: true },
    standing('complete', 'paid'),
    'checkout.session.async_payment_succeeded',
  ],
  [
    'it says no',
    standing('complete', 'unpaid', true),
    { type: 'settle', succeeded: false },
    standing('complete', 'unpaid'),
    'checkout.session.async_payment_failed',
  ],
  ['expired', open, { type: 'expire' }, standing('expired', 'unpaid'), 'checkout.session.expired'],
])('%s', (_, from, step, to, event) => {
  expect(take(from, step)).toEqual({ standing: to, event });
});

const steps: SessionStep[] = [
  { type: 'pay' },
  { type: 'pay-later' },
  { type: 'settle', succeeded: true },
  { type: 'expire' },
];

test.each([
  ['paid', standing('complete', 'paid')],
  ['failed', standing('complete', 'unpaid')],
  ['expired', standing('expired', 'unpaid')],
])('nothing moves a session that is %s', (_, ended) => {
  expect(steps.map((step) => take(ended, step))).toEqual([undefined, undefined, undefined, undefined]);
});

test('while the bank is asked, nobody pays again and nothing expires', () => {
  const awaiting = standing('complete', 'unpaid', true);
  expect([take(awaiting, { type: 'pay' }), take(awaiting, { type: 'expire' })]).toEqual([undefined, undefined]);
  expect(take(open, { type: 'settle', succeeded: true })).toBeUndefined();
});
