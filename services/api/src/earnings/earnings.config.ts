import { PAYOUT_REST_DAYS } from '@easel/contracts/earnings/policy';
import { z } from 'zod';

/** The environment of whatever process pays out earnings. */
export const earningsConfig = z.object({
  PAYOUT_REST_DAYS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be 0 or above')
    .default(PAYOUT_REST_DAYS)
    .describe('days that earnings rest in the account before they can be paid out'),
});
export type EarningsConfig = z.output<typeof earningsConfig>;

/** Under which the settings are provided. */
export const EARNINGS_SETTINGS = Symbol('earnings settings');
