import { isIP, isIPv4 } from 'node:net';
import { z } from 'zod';

/** Names of whole ranges, as Fastify knows them. */
const RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Proxies before us by their addresses, as Fastify takes them. No count of them: whoever came past them could claim any
 * address. Nor everybody, which is the same.
 */
const trustedProxies = z
  .string()
  .refine((text) => !listed(text).some((part) => part.endsWith('/0')), 'must not name a network of everybody (/0)')
  .refine(
    (text) => listed(text).every(isProxy),
    'must be addresses and networks of proxies, such as 10.0.0.5,192.168.0.0/16 or loopback',
  )
  .transform(listed);

function listed(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

function isProxy(text: string): boolean {
  if (RANGES.includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  if (isIP(address) === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (isIPv4(address) ? 32 : 128))
  );
}

/** The environment of every process that answers HTTP. */
export const serverConfig = z.object({
  RATE_LIMIT_SCALE: z.coerce
    .number('must be a number')
    .positive('must be above 0')
    .default(1)
    .describe('multiplies every rate limit'),
  TRUST_PROXY: trustedProxies
    .optional()
    .describe('proxies whose X-Forwarded-For counts, by address or network; unset: nobody’s does'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://example.org' })
    .optional()
    .describe('of the site, for links in mails and what search engines are told; unset: where the server listens'),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\S+$/, 'must begin with pk_test_ or pk_live_')
    .optional()
    .describe('Stripe’s publishable key: the checkout shows Stripe’s own card fields; goes with STRIPE_SECRET_KEY'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must have 16 to 200 characters and no spaces')
    .optional()
    .meta({
      secret: true,
      description: 'what /metrics asks for, as Authorization: Bearer; unset: there is no /metrics',
    }),
});
