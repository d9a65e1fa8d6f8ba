import { expect, test } from 'vitest';
import { budgetText, failedOf, failingText, failuresText, routeText } from './provider-texts.ts';

test('names failures by their frequency, known reasons in words', () => {
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
])('reads %j reserved of %j as %s', (reserved, day, text) => {
  expect(budgetText(reserved, day)).toBe(text);
});

test('names the provider of a route, and says where it is not configured', () => {
  const providers = [{ name: 'flux-pro', label: 'FLUX.2 pro' }];
  expect(routeText('automatic', providers)).toBe('Automatic');
  expect(routeText('flux-pro', providers)).toBe('FLUX.2 pro');
  expect(routeText('gone', providers)).toBe('gone (not configured)');
});

test('says why a provider fails; an unknown reason is said as it is', () => {
  expect(failingText('unfunded')).toBe('our account there has no funds');
  expect(failingText('eclipse')).toBe('eclipse');
});
