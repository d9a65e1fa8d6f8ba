import { PRINT_AFTER_MS } from '@easel/contracts/orders/policy';
import { isLoopbackName } from '@easel/kernel/http/network';
import { ConfigError } from '@easel/kernel/server/config';
import { z } from 'zod';

const DAY_MS = 24 * 3_600_000;
const LOOK_MS = 15 * 60_000;
const milliseconds = z.coerce.number('must be a number of milliseconds').int('must be a whole number');

/** Environment variables of the process that has orders printed. */
export const printConfig = z.object({
  PRINT_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{8,200}$/, 'must have 8 to 200 characters and no spaces')
    .optional()
    .meta({ secret: true, description: 'Prodigi’s key; unset: no order of products is printed' }),
  PRINT_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://api.sandbox.prodigi.com/v4.0' })
    .default('https://api.prodigi.com/v4.0')
    .describe('where the print service is called'),
  PRINT_AFTER_MS: milliseconds
    .min(0, 'must be 0 or above')
    .max(7 * DAY_MS, 'must be at most 7 days')
    .default(PRINT_AFTER_MS)
    .describe('how long after its payment an order is printed, in milliseconds: until then its member may change it'),
  PRINT_LOOK_MS: milliseconds
    .min(10, 'must be 10 or above')
    .max(DAY_MS, 'must be at most a day')
    .default(LOOK_MS)
    .describe('how often an order at the print service is looked at, in milliseconds'),
});
export type PrintConfig = z.output<typeof printConfig>;

/** Under which the settings are provided. */
export const PRINT_SETTINGS = Symbol('print settings');

/** Whether orders go to a stand-in on this machine, which prints nothing. */
export const isPrintedHere = ({ PRINT_URL }: Pick<PrintConfig, 'PRINT_URL'>): boolean =>
  isLoopbackName(new URL(PRINT_URL).host);

/** Throws ConfigError where the print service could not fetch a file, or its key would be sent in the clear. */
export function wholePrints(settings: PrintConfig, publicUrl: string | undefined): PrintConfig {
  if (settings.PRINT_KEY === undefined || isPrintedHere(settings)) return settings;
  if (!settings.PRINT_URL.startsWith('https:')) throw invalid('PRINT_URL must begin with https://');
  if (publicUrl?.startsWith('https:') && !isLoopbackName(new URL(publicUrl).host)) return settings;
  throw invalid(
    'PUBLIC_URL must begin with https:// where PRINT_KEY is set: the print service fetches its files there',
  );
}

const invalid = (problem: string): ConfigError => new ConfigError(`The configuration is not valid.\n  ${problem}`);
