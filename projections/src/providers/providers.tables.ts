import type { FailureReason } from '@easel/contracts/generation/policy';
import { column, type RowOf, table } from '@easel/kernel/database/table';

/** So long are figures asked for, and days kept. */
export const FIGURES_KEPT_DAYS = 90;

/** Generations that have not ended, or whose credits are still held: the facts of their ends do not name a provider. */
export const open = table(
  'open',
  {
    id: column.uuid,
    /** Both null before the request: the credits are held first. */
    provider: column.code.orNull,
    /** UTC, on which it was asked for. */
    day: column.word().orNull,
    /** As many as were asked for. */
    pictures: column.smallint,
    ended: column.boolean,
    /** Of which so much is held; null where nothing of an allowance is. */
    allowance: column.code.orNull,
    tenths: column.bigint,
    /** It was spent, before its provider is known. */
    captured: column.boolean,
  },
  { key: ['id'] },
);
export type OpenRow = RowOf<typeof open>;

/** Sums of generations by the day on which they were asked for. */
export const days = table(
  'provider_day',
  {
    day: column.date,
    provider: column.code,
    generations: column.int,
    /** Of completed ones. */
    pictures: column.int,
    completed: column.int,
    cancelled: column.int,
    /** Millionths of a dollar: what they cost for sure, what they may have cost besides, and what they brought in. */
    known_micros: column.bigint,
    perhaps_micros: column.bigint,
    income_micros: column.bigint,
  },
  { key: ['day', 'provider'] },
);
export type DayRow = RowOf<typeof days>;

export const failures = table(
  'failure_day',
  { day: column.date, provider: column.code, reason: column.word<FailureReason>(), times: column.int },
  { key: ['day', 'provider', 'reason'] },
);

/** In which of the steps of `kernel/steps.ts`, of milliseconds, how many were completed. */
export const durations = table(
  'duration_day',
  { day: column.date, provider: column.code, step: column.smallint, times: column.int },
  { key: ['day', 'provider', 'step'] },
);

/** By day and provider with a space between them: tenths of this allowance, and the income that they count for. */
export type Spent = Readonly<Record<string, { tenths: number; micros: number }>>;

/**
 * `AllowanceMonth` of `contracts/src/providers/income.policy.ts`, with what was spent of it: where a payment goes back,
 * its income is counted no longer.
 */
export const allowances = table(
  'allowance',
  {
    /** Member and month with a space between them. */
    id: column.code,
    month: column.word(),
    level_tenths: column.bigint,
    owed_tenths: column.bigint,
    payments: column.int,
    reversals: column.int,
    spent: column.json<Spent>(),
  },
  { key: ['id'] },
);
export type AllowanceRow = RowOf<typeof allowances>;

/** Streams whose facts are missing in the figures. */
export const incomplete = table('incomplete', { stream: column.text }, { key: ['stream'] });

export const tables = [open, days, failures, durations, allowances, incomplete] as const;
