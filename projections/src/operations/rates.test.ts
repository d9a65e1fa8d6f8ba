import { expect, test } from 'vitest';
import { silent } from '../testing/silent.ts';
import { Rates } from './rates.ts';

test('a rate is taken over the last samples, and a rebuild that counts anew is none', async () => {
  let total = 0;
  const rates = new Rates(() => Promise.resolve(new Map([['a', total]])), silent);
  expect(rates.of('a')).toBe(0);
  for (let second = 0; second <= 20; second += 2) {
    await rates.sample(second * 1_000);
    total += 100;
  }
  expect(rates.of('a')).toBe(50);
  expect(rates.of('b')).toBe(0);
  total = 10;
  await rates.sample(22_000);
  expect(rates.of('a')).toBe(0);
});

test('what cannot be read is no rate', async () => {
  let away = false;
  const rates = new Rates(async () => {
    if (away) throw new Error('away');
    return new Map([['a', performance.now()]]);
  }, silent);
  await rates.sample();
  await rates.sample();
  away = true;
  await rates.sample();
  expect(rates.of('a')).toBe(0);
});
