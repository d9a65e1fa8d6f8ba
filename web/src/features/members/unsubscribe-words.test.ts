import { expect, test } from 'vitest';
import { unsubscribeOutcomeOf } from './unsubscribe-words.ts';

test.each([
  ['success', 'Successfully unsubscribed from marketing emails'],
  ['resubscribed', 'Successfully resubscribed to marketing emails'],
  ['missing', 'Missing unsubscribe token'],
  ['invalid', 'Invalid or expired unsubscribe link'],
  ['not_found', 'User account not found'],
  ['error', 'Failed to unsubscribe. Please try again or contact support.'],
  ['', 'Unknown error occurred'],
  ['toString', 'Unknown error occurred'],
])('%j is told in its words', (status, text) => {
  expect(unsubscribeOutcomeOf(status, 'a token')?.text).toBe(text);
});

test('a link alone is asked about, and nothing at all is told to be missing', () => {
  expect(unsubscribeOutcomeOf(null, 'a token')).toBeNull();
  expect(unsubscribeOutcomeOf(null, null)?.text).toBe('Missing unsubscribe token');
  expect(unsubscribeOutcomeOf(null, '')?.status).toBe('missing');
});
