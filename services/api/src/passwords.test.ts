import { hash, verify } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, passwordMatches } from './passwords.ts';

const password = 'Crème brûlée ﬁne'; // "ﬁ" is one character

test.each(['NFC', 'NFD', 'NFKC', 'NFKD'])('accepts a password that is typed in %s', async (form) => {
  expect(await passwordMatches(await hashPassword(password), password.normalize(form))).toBe(true);
});

test('accepts what was typed for a hash of before passwords had one form', async () => {
  const typed = password.normalize('NFD');
  expect(await passwordMatches(await hash(typed), typed)).toBe(true);
  expect(await passwordMatches(await hash(typed), 'another')).toBe(false);
});

test.each([
  ['plain', 'wrong horse', 1],
  ['decomposed', password.normalize('NFD'), 2],
])('verifies a %s password as often for an unknown account as for a known one', async (_, typed, times) => {
  const stored = await hashPassword(password);
  const counts = [];
  for (const known of [stored, undefined]) {
    let count = 0;
    await passwordMatches(known, typed, (...given) => {
      count++;
      return verify(...given);
    });
    counts.push(count);
  }
  expect(counts).toEqual([times, times]);
});

test('accepts no password for an unknown account', async () => {
  expect(await passwordMatches(undefined, 'nobody has this one')).toBe(false);
});
