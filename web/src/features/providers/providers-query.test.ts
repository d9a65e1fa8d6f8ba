import { knownRoute } from '@easel/contracts/providers/known.http';
import { expect, test } from 'vitest';
import { PROVIDERS_ADDRESS } from './providers-query.ts';

test('reads the providers from the contract’s address', () => {
  expect(PROVIDERS_ADDRESS).toBe(knownRoute.path);
});
