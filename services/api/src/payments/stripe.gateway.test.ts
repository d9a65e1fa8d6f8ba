import { expect, test } from 'vitest';
import { StripeGateway } from './stripe.gateway.ts';

const gateway = (STRIPE_SECRET_KEY: string, STRIPE_API_URL?: string): StripeGateway =>
  new StripeGateway({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_API_URL });

test.each([true, false])('says of livemode %s whether money moved, only where a live key is set', (livemode) => {
  expect(gateway('sk_live_1').livemodeOf({ livemode })).toBe(livemode);
  expect(gateway('sk_test_1').livemodeOf({ livemode })).toBeUndefined();
  expect(gateway('sk_live_1', 'http://127.0.0.1:1').livemodeOf({ livemode })).toBeUndefined();
});
