import { expect, test } from 'vitest';
import { conflictText } from './conflict.ts';

const message = 'Somebody else has changed it.';

test('a conflict tells how it stands now', () => {
  expect(conflictText({ message, body: { present: { testMode: true, version: 3 } } })).toBe(
    'Somebody else has changed it. Test mode is on now, and yours was not done. The history tells who changed it and why.',
  );
  expect(conflictText({ message, body: { present: { testMode: false } } })).toMatch(/Test mode is off now/);
});

test.each([undefined, null, 'text', {}, { present: null }, { present: {} }])('%j does not say how', (body) => {
  expect(conflictText({ message, body })).toBeUndefined();
});
