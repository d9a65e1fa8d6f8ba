import { expect, test } from 'vitest';
import { idOf, memberId } from '../account/testing/account-facts.ts';
import { letterBodies } from '../mail/letter-bodies.ts';
import type { Letter } from '../mail/mails.ts';
import { payoutLetter, salesLetter } from './earnings.letters.ts';

const to = 'ada@example.org';
const textOf = (letter: Letter): string => letterBodies(letter, 'https://easel.example').text;
const settled = { memberId, payoutId: idOf(6), tenths: 100, cents: 20 };

test('mails the number, day and earnings of sales', () => {
  const one = salesLetter(to, '2026-11-20', { sales: 1, tenths: 10, cents: 0 });
  expect(one.subject).toBe('You sold a picture on Easel');
  expect(textOf(one)).toContain('on 2026-11-20 (UTC) a member bought a copy of one of your pictures.');
  expect(textOf(one)).toContain('It brings you 1 credit.');
  const many = salesLetter(to, '2026-11-20', { sales: 3, tenths: 45, cents: 120 });
  expect(many.subject).toBe('You sold 3 pictures on Easel');
  expect(textOf(many)).toContain('They bring you 4.5 credits and $1.20.');
  expect(textOf(many)).toContain('https://easel.example/profit-sharing');
});

test('mails the sum and reference of a payout', () => {
  const letter = payoutLetter(to, { ...settled, outcome: 'paid', reason: 'batch 7, internal' });
  expect(letter.subject).toBe('Your Easel payout of $0.70');
  expect(textOf(letter)).toContain('The reference of the transfer is PAYOUT-66666666.');
  expect(textOf(letter)).not.toContain('internal');
});

test('mails why a payout was returned', () => {
  const letter = payoutLetter(to, { ...settled, outcome: 'returned', reason: 'The account is closed' });
  expect(letter.subject).toBe('Your Easel payout of $0.70 could not be made');
  expect(textOf(letter)).toContain('10 credits and $0.20 went back to your account.');
  expect(textOf(letter)).toContain('The reason is: The account is closed');
});
