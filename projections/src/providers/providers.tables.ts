import type { FailureReason } from '@easel/contracts/generation/policy';
import { column, type RowOf, table } from '@easel/kernel/database/table';

/** Days for which daily rows are kept, and the longest period that can be queried. */
export const FIGURES_KEPT_DAYS = 90;

/**
 * Generations that are in progress or still hold credits. The facts that end them do not name the provider, so it is
 * kept here.
 */
export const open = table(
  'open',
  {
    id: column.uuid,
    /** Null until the request arrives: credits are held before it is recorded. */
    provider: column.code.orNull,
    /** UTC day of the request. */
    day: column.word().orNull,
    /** Number of requested pictures. */
    pictures: column.smallint,
    ended: column.boolean,
    /** Id of the allowance from which `tenths` are held; null when none is held. */
    allowance: column.code.orNull,
    tenths: column.bigint,
    /** The credits were captured before the provider was known. */
    captured: column.boolean,
  },
  { key: ['id'] },
);
export type OpenRow = RowOf<typeof open>;

/** Daily sums by provider; a generation counts on the day of its request. */
export const days = table(
  'provider_day',
  {
    day: column.date,
    provider: column.code,
    generations: column.int,
    /** Pictures of completed generations. */
    pictures: column.int,
    completed: column.int,
    cancelled: column.int,
    /** Millionths of a dollar: certain cost, possible cost of unknown outcomes, and income. */
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

/** Histogram of completion times: counts for each step of `kernel/steps.ts`, in milliseconds. */
export const durations = table(
  'duration_day',
  { day: column.date, provider: column.code, step: column.smallint, times: column.int },
  { key: ['day', 'provider', 'step'] },
);

/** Spending by `day provider`: tenths of this allowance, and the income counted for them. */
export type Spent = Readonly<Record<string, { tenths: number; micros: number }>>;

/**
 * Monthly allowances as in `AllowanceMonth` of `contracts/src/providers/income.policy.ts`, with the spending from each,
 * so that a refund can correct income that was counted before.
 */
export const allowances = table(
  'allowance',
  {
    /** `memberId month`. */
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

/** Parked streams, whose facts are missing from the figures. */
export const incomplete = table('incomplete', { stream: column.text }, { key: ['stream'] });

export const tables = [open, days, failures, durations, allowances, incomplete] as const;
