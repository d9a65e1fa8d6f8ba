import type { FailureReason } from '@easel/contracts/generation/policy';
import { column, type RowOf, table } from '@easel/kernel/database/table';

/** So long are figures asked for, and rows kept. */
export const FIGURES_KEPT_DAYS = 90;

/**
 * Generations of the last days, each by the instant at which it was asked for. A row of each, not a sum of each day:
 * the facts of its end do not name its provider, and percentiles over any number of days are exact.
 */
export const generations = table(
  'generation',
  {
    id: column.uuid,
    provider: column.code,
    asked_at: column.timestamptz,
    /** As many as were asked for. */
    pictures: column.smallint,
    outcome: column.word<'completed' | 'failed' | 'cancelled'>().orNull,
    /** Why it failed. */
    reason: column.word<FailureReason>().orNull,
    /** Of a completed one. */
    processing_ms: column.int.orNull,
    /** Millionths of a dollar: what it cost for sure, and what it may have cost. */
    known_micros: column.bigint,
    perhaps_micros: column.bigint,
  },
  { key: ['id'], indexes: ['(asked_at)'] },
);
export type GenerationRow = RowOf<typeof generations>;

/** What was held of a month's allowance for a generation; free credits are never paid for, and are left out. */
export const spent = table(
  'spent',
  {
    generation_id: column.uuid,
    held_at: column.timestamptz,
    member_id: column.uuid,
    month: column.word(),
    allowance_tenths: column.bigint,
    captured: column.boolean,
  },
  { key: ['generation_id'], indexes: ['(held_at)'] },
);

/** `AllowanceMonth` of `contracts/src/providers/income.policy.ts`. */
export const allowances = table(
  'allowance',
  {
    member_id: column.uuid,
    month: column.word(),
    level_tenths: column.bigint,
    owed_tenths: column.bigint,
    payments: column.int,
    reversals: column.int,
  },
  { key: ['member_id', 'month'] },
);

/** Streams whose facts are missing in the figures. */
export const incomplete = table('incomplete', { stream: column.text }, { key: ['stream'] });

export const tables = [generations, spent, allowances, incomplete] as const;
