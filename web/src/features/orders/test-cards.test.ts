import { ordersHttp } from '@easel/contracts/orders/http';
import { expect, test } from 'vitest';
import { caretIn, cvvDigits, groupedNumber, slashedExpiry, testMethodOf } from './test-cards.ts';

test.each([
  ['4242 4242 4242 4242', 'pm_card_visa'],
  ['5555 5555 5555 4444', 'pm_card_mastercard'],
  ['3782 8224 6310 005', 'pm_card_amex'],
  ['6011 1111 1111 1117', 'pm_card_discover'],
  ['4000 0000 0000 3220', 'pm_card_threeDSecure2Required'],
  ['4000 0000 0000 0002', 'pm_card_chargeDeclined'],
  ['4000 0000 0000 9995', 'pm_card_chargeDeclinedInsufficientFunds'],
  ['4000 0000 0000 0069', 'pm_card_chargeDeclinedExpiredCard'],
  ['4000 0000 0000 0127', 'pm_card_chargeDeclinedIncorrectCvc'],
  ['4000 0000 0000 0119', 'pm_card_chargeDeclinedProcessingError'],
  ['4111 1111 1111 1111', undefined],
])('the card %s is sent as %s', (number, method) => {
  expect(testMethodOf(number)).toBe(method);
  expect(ordersHttp.pay.body.safeParse({ paymentMethod: method }).success).toBe(true);
});

test('groups a card number in fours, and takes nothing but digits', () => {
  expect(['4', '42424', '4242 42x', '42424242424242421'].map(groupedNumber)).toEqual([
    '4',
    '4242 4',
    '4242 42',
    '4242 4242 4242 4242',
  ]);
  expect(['1', '12', '123', '12/30', '12301'].map(slashedExpiry)).toEqual(['1', '12', '12/3', '12/30', '12/30']);
  expect(['12a', '12345'].map(cvvDigits)).toEqual(['12', '1234']);
});

test('leaves the caret behind the digit that was typed within a number', () => {
  // A 9 typed behind the second digit of '4242 4242'.
  expect(caretIn('4294 2424 2', '4292 4242', 3)).toBe(3);
  expect(caretIn('4242 9', '42429', 5)).toBe(6);
  expect(caretIn('', '', 0)).toBe(0);
});
