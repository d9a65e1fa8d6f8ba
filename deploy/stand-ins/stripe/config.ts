import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const milliseconds = z.coerce.number().int().min(1);

export const USAGE = `Stands in for Stripe on this machine.

  STRIPE_STANDIN_DATABASE_URL    the PostgreSQL database; its role may create the schema stripe_standin
  STRIPE_STANDIN_PORT            0 picks a free one (12111)
  STRIPE_STANDIN_SECRET_KEY      the key that calls must carry, such as sk_test_…
  STRIPE_STANDIN_WEBHOOK_SECRET  what events are signed with, such as whsec_…
  STRIPE_STANDIN_WEBHOOK_URL     where events are sent; without it they wait
  STRIPE_STANDIN_PUBLIC_URL      where browsers reach it, if not by its own address
  STRIPE_STANDIN_RETRY_FIRST_MS  how long after its first failure an event is sent again (1000)
  STRIPE_STANDIN_SETTLE_MS       how long a slow bank takes (10000)
  STRIPE_STANDIN_LOG_LEVEL       (info)

Prints {"ready":true,"port":N} once it serves; logs go to stderr. SIGTERM stops it, and so does the end of its standard
input where EASEL_EXIT_WITH_PARENT=1 is set.
`;

const shape = z.object({
  STRIPE_STANDIN_DATABASE_URL: z.url(),
  STRIPE_STANDIN_PORT: port.default(12_111),
  STRIPE_STANDIN_SECRET_KEY: z.string().regex(/^sk_test_\S+$/, 'begins with sk_test_'),
  STRIPE_STANDIN_WEBHOOK_SECRET: z.string().regex(/^whsec_\S+$/, 'begins with whsec_'),
  STRIPE_STANDIN_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  STRIPE_STANDIN_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  STRIPE_STANDIN_RETRY_FIRST_MS: milliseconds.optional(),
  STRIPE_STANDIN_SETTLE_MS: milliseconds.optional(),
  STRIPE_STANDIN_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** @throws Error that names each wrong variable, without its value */
export function readConfig(env: NodeJS.ProcessEnv): z.output<typeof shape> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = shape.safeParse(given);
  if (result.success) return result.data;
  const wrong = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(wrong.join('; '));
}
