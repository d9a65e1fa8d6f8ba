import { ConfigError } from '@easel/kernel/server/config';
import { expect, test } from 'vitest';
import { paymentsConfig, wholePayments } from './payments.config.ts';
import { PaymentsLookup } from './payments.lookup.ts';

const settingsOf = (secret: string, publishable?: string) =>
  paymentsConfig.parse({
    STRIPE_SECRET_KEY: secret,
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_PUBLISHABLE_KEY: publishable,
  });

test('a publishable key must be of the same mode as the secret one', () => {
  expect(() => wholePayments(settingsOf('sk_live_1', 'pk_test_1'))).toThrow(ConfigError);
  expect(() => wholePayments(settingsOf('sk_test_1', 'pk_live_1'))).toThrow(/same mode/);
  expect(() => wholePayments(paymentsConfig.parse({ STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }))).toThrow(ConfigError);
  expect(wholePayments(settingsOf('rk_live_1', 'pk_live_1')).STRIPE_PUBLISHABLE_KEY).toBe('pk_live_1');
});

test.each([
  ['sk_test_1', undefined, true],
  ['sk_live_1', undefined, false],
  ['sk_live_1', 'pk_live_1', true],
])('with %s and %s orders can be paid by card: %s', (secret, publishable, takesCards) => {
  const lookup = new PaymentsLookup(settingsOf(secret, publishable));
  expect(lookup.takesCards).toBe(takesCards);
  expect(lookup.publishableKey).toBe(publishable ?? null);
});
