import { expect, test } from 'vitest';
import { cardOf, cardOfMethod, isDecline, outcomeOf, SLOW_CARD } from './cards.ts';
import { feeCents } from './fees.ts';
import { whyNot } from './payment-intent.ts';
import { waitMs } from '../../backoff.ts';

test.each([
  ['4242 4242 4242 4242', 'visa', '4242'],
  ['5555-5555-5555-4444', 'mastercard', '4444'],
  ['378282246310005', 'amex', '0005'],
])('%s is a card of which little is kept', (number, brand, last4) => {
  expect(cardOf(number)).toEqual({ brand, last4 });
});

test.each([
  ['4242424242424241', 'incorrect_number'],
  ['', 'incorrect_number'],
  ['４２４２４２４２４２４２４２４２', 'incorrect_number'],
  ['4012888888881881', 'card_declined'],
])('%s is none', (number, code) => {
  expect(cardOf(number)).toMatchObject({ code });
});

test.each([
  ['4242424242424242', 'paid'],
  ['4000000000000259', 'paid'],
  ['4000000000000002', 'declined'],
  ['4000000000003220', 'authentication'],
  ['4000002500003155', 'authentication'],
  [SLOW_CARD, 'later'],
  ['4000000000000341', 'later'],
])('%s is %s', (number, kind) => {
  const card = cardOf(number);
  if (isDecline(card)) throw new Error('it is a test card');
  expect(outcomeOf(card).kind).toBe(kind);
});

test('ready-made methods are cards', () => {
  expect(cardOfMethod('pm_card_visa')).toEqual({ brand: 'visa', last4: '4242' });
  expect(cardOfMethod('tok_chargeDeclined')).toEqual({ brand: 'visa', last4: '0002' });
  expect(cardOfMethod('pm_card_threeDSecure2Required')).toEqual({ brand: 'visa', last4: '3220' });
  expect(cardOfMethod('pm_card_authenticationRequiredOnSetup')).toEqual({ brand: 'visa', last4: '3155' });
  expect(cardOfMethod('pm_card_nobody')).toBeUndefined();
  expect(cardOfMethod('pm_1234')).toBeUndefined();
});

test('fees are 2.9 % and 30 cents', () => {
  expect([0, 50, 1_000, 75_000].map(feeCents)).toEqual([0, 31, 59, 2_205]);
});

test('an intent is confirmed once', () => {
  expect(whyNot('requires_payment_method', 'confirm')).toBeUndefined();
  expect(whyNot('succeeded', 'confirm')).toContain('already succeeded');
  expect(whyNot('processing', 'cancel')).toContain('status of processing');
  expect(whyNot('requires_action', 'cancel')).toBeUndefined();
});

test('waits double, and end at an hour', () => {
  expect([1, 2, 3, 12, 13, 500].map((attempts) => waitMs(attempts, 1_000) / 1_000)).toEqual([
    1, 2, 4, 2_048, 3_600, 3_600,
  ]);
});
