import type { AccountFact } from '@easel/contracts/account/events';
import { ERASED } from '@easel/contracts/kernel/event';
import { expect, test } from 'vitest';
import { idOf, memberId } from '../account/testing/account-facts.ts';
import { letterBodies } from '../mail/letter-bodies.ts';
import type { Letter } from '../mail/mails.ts';
import { payoutLetter, salesLetter } from './earnings.letters.ts';
import { bankOfPayout } from './payout-bank.ts';

const to = 'ada@example.org';
const textOf = (letter: Letter): string => letterBodies(letter, 'https://easel.example').text;
const sums = { memberId, tenths: 100, cents: 20 };
const settled = { ...sums, payoutId: idOf(6) };

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

const farewell = '-- \nEasel · https://easel.example\n';
const seeEarnings = 'See what you earned:\nhttps://easel.example/profit-sharing';

test('mails the sum, bank account and reference of a payout', () => {
  const letter = payoutLetter(to, { ...settled, outcome: 'paid', reason: 'batch 7, internal' }, 'DE … 3000');
  expect(letter.subject).toBe('Your Easel payout of $0.70');
  expect(textOf(letter)).toBe(
    [
      'Hello,',
      'we have transferred $0.70 to your bank account DE … 3000. Your bank may take some days to show it.',
      'The reference of the transfer is PAYOUT-66666666.',
      seeEarnings,
      'We send you this mail for every payout.',
      farewell,
    ].join('\n\n'),
  );
});

test('mails why a payout was returned', () => {
  const letter = payoutLetter(to, { ...settled, outcome: 'returned', reason: 'The account is closed' }, 'DE … 3000');
  expect(letter.subject).toBe('Your Easel payout of $0.70 could not be made');
  expect(textOf(letter)).toBe(
    [
      'Hello,',
      'we could not transfer $0.70 to your bank account DE … 3000. 10 credits and $0.20 went back to your Easel account.',
      'The reason is: The account is closed',
      'You can request the payout again, with another bank account if that was the reason.',
      seeEarnings,
      'We send you this mail for every payout.',
      farewell,
    ].join('\n\n'),
  );
});

test('mails an older payout without a bank account', () => {
  const letter = payoutLetter(to, { ...settled, outcome: 'paid', reason: null }, '');
  expect(textOf(letter)).toContain('we have transferred $0.70 to your bank account. Your bank');
});

test('finds the bank account of a payout by its request', async () => {
  const iban = 'DE89370400440532013000';
  const requested = (payoutId: string, change: object = {}): AccountFact => ({
    type: 'PayoutRequested',
    data: { ...sums, payoutId, payoutCents: 70, iban, accountHolder: 'Ada Byron', ...change },
  });
  async function* events() {
    yield* await Promise.resolve([
      requested(idOf(5), { iban: '' }),
      requested(idOf(6)),
      requested(idOf(7), { iban: ERASED }),
    ]);
  }
  expect(await bankOfPayout(events(), idOf(6))).toBe('DE … 3000');
  for (const payoutId of [idOf(5), idOf(7), idOf(8)]) expect(await bankOfPayout(events(), payoutId)).toBe('');
});
