import { PAYOUT_REST_DAYS } from '@easel/contracts/earnings/policy';
import { z } from 'zod';

/** Environment variables of processes that pay out earnings. */
export const payoutsConfig = z.object({
  PAYOUT_REST_DAYS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be 0 or above')
    .default(PAYOUT_REST_DAYS)
    .describe('days that earnings rest in the account before they can be paid out'),
});
export type PayoutsConfig = z.output<typeof payoutsConfig>;

/** Injection token of the settings. */
export const PAYOUT_SETTINGS = Symbol('payout settings');
