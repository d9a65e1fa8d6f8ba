import { expect, test } from 'vitest';
import { CHECKOUT_FORCE_MS, CHECKOUT_LOOKUP_MS, CHECKOUT_PAGE_MS } from './checkout.policy.ts';

test('a page that asks a process which has just looked shows a change in time, with half a second for the calls', () => {
  expect(CHECKOUT_LOOKUP_MS + CHECKOUT_PAGE_MS + 500).toBeLessThanOrEqual(CHECKOUT_FORCE_MS);
});
