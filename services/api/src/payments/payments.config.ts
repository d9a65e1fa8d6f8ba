import { ConfigError } from '@easel/kernel/server/config';
import { serverConfig } from '@easel/kernel/server/server-config';
import { z } from 'zod';

/** The environment of whatever process takes payments. */
export const paymentsConfig = z.object({
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(test|live)_\S+$/, 'must begin with sk_test_ or sk_live_')
    .optional()
    .meta({ secret: true, description: 'Stripe’s key; unset: nothing can be paid for' }),
  STRIPE_PUBLISHABLE_KEY: serverConfig.shape.STRIPE_PUBLISHABLE_KEY,
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must begin with whsec_')
    .optional()
    .meta({ secret: true, description: 'what Stripe signs its events with; goes with the key' }),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address like http://127.0.0.1:12111' })
    .optional()
    .describe('where Stripe is called; unset: Stripe itself'),
});
export type PaymentsConfig = z.output<typeof paymentsConfig>;

/** Under which the settings are provided. */
export const PAYMENT_SETTINGS = Symbol('payment settings');

/** Throws ConfigError where money would be taken and no word of it believed. */
export function wholePayments(settings: PaymentsConfig): PaymentsConfig {
  if (settings.STRIPE_SECRET_KEY !== undefined && settings.STRIPE_WEBHOOK_SECRET === undefined) {
    throw new ConfigError(
      'The configuration is not valid.\n  STRIPE_WEBHOOK_SECRET is missing: STRIPE_SECRET_KEY is set',
    );
  }
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = settings;
  if (publishable !== undefined && modeOf(secret) !== modeOf(publishable)) {
    throw new ConfigError(
      'The configuration is not valid.\n  STRIPE_PUBLISHABLE_KEY must be of the same mode as STRIPE_SECRET_KEY',
    );
  }
  return settings;
}

/** `live`, `test`, or undefined where there is no key. */
const modeOf = (key: string | undefined): string | undefined => /^\wk_(test|live)_/.exec(key ?? '')?.[1];
