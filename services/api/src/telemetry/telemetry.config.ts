import { z } from 'zod';

/** The environment of whatever process is told how pages came. */
export const telemetryConfig = z.object({
  VITALS_SAMPLE: z.coerce
    .number('must be a number')
    .min(0, 'must be 0 or above')
    .max(1, 'must be at most 1')
    .default(1)
    .describe('share of page views whose speed is recorded: 1 all, 0.1 every tenth, 0 none'),
  FIELD_FACTS_AN_HOUR: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be 1 or above')
    .default(50_000)
    .describe('page views and visits that are recorded in an hour at most, of everybody together'),
  FIELD_EVENTS_AN_ADDRESS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be 1 or above')
    .default(1_000)
    .describe('page views that one address may report in an hour; a visit counts as five'),
});
export type TelemetryConfig = z.output<typeof telemetryConfig>;

/** Under which the settings are provided. */
export const TELEMETRY_SETTINGS = Symbol('telemetry settings');
