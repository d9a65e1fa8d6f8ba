import { expect, test } from 'vitest';
import { budgetText, failedOf, failingText, failuresText, routeText } from './provider-texts.ts';

test('lists failures by frequency, known reasons in words', () => {
  const failed = { moderated: 1, unknown_outcome: 3, of_tomorrow: 2 };
  expect(failuresText({ failed })).toBe('outcome unknown 3, Of tomorrow 2, moderated 1');
  expect(failedOf({ failed })).toBe(6);
  expect(failuresText({ failed: {} })).toBe('none');
});

test.each([
  [3.2, 50, '$3.20 of $50.00'],
  [null, 50, '$0.00 of $50.00'],
  [3.2, null, '$3.20, no budget'],
  [null, null, 'No budget'],
])('formats %j reserved of %j as %s', (reserved, day, text) => {
  expect(budgetText(reserved, day)).toBe(text);
});

test('shows a route’s provider, and marks one that is not configured', () => {
  const providers = [{ name: 'flux-pro', label: 'FLUX.2 pro' }];
  expect(routeText('automatic', providers)).toBe('Automatic');
  expect(routeText('flux-pro', providers)).toBe('FLUX.2 pro');
  expect(routeText('gone', providers)).toBe('gone (not configured: its requests are refused)');
});

test('explains why a provider fails, and shows unknown reasons unchanged', () => {
  expect(failingText('unfunded')).toBe('our account there has no funds');
  expect(failingText('eclipse')).toBe('eclipse');
});
