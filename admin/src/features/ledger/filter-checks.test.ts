import { expect, test } from 'vitest';
import { amountProblem, idProblem } from './filter-checks.ts';

test('an id is looked for when it is whole', () => {
  expect(idProblem('2b1e8f0a-9d1c-4f6e-8a57-0c6b3a1f2e4d')).toBeUndefined();
  expect(idProblem('2b1e8f0a')).toBe('A whole id is needed');
  expect(idProblem('=HYPERLINK("x")')).toBe('A whole id is needed');
});

test.each(['0', '12', '12.5', '999999999.99'])('%s is an amount', (text) => {
  expect(amountProblem(text)).toBeUndefined();
});

test.each(['-1', '1,5', '1.234', '1e9', 'much'])('%s is none', (text) => {
  expect(amountProblem(text)).toBe('An amount like 12.50');
});
