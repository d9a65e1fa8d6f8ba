import { failureReasons } from '@easel/contracts/generation/policy';
import { expect, test } from 'vitest';
import { failureText } from './failure-words.ts';

test.each(failureReasons)('says of %s that nothing was paid, and what can be done', (reason) => {
  expect(failureText(reason)).toMatch(/Its credits are yours again\.|Nothing was charged\./);
  expect(failureText(reason)).toMatch(/try again|Try again|Change|Choose/);
});

test('says what each failure is in words of its own', () => {
  expect(new Set(failureReasons.map(failureText)).size).toBe(failureReasons.length);
  expect(failureText('moderated')).toContain('does not make what this prompt asks for');
  expect(failureText('unknown_outcome')).toContain('its answer never came');
});

test('says of a reason that is not known that it failed', () => {
  expect(failureText('something_new')).toBe('Generation failed. Its credits are yours again.');
  expect(failureText(null)).toBe('Generation failed. Its credits are yours again.');
});
