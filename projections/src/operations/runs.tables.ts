import type { RebuildRun } from '@easel/contracts/operations/http';
import type { RunStatus } from '@easel/contracts/operations/policy';
import { column, table } from '@easel/kernel/database/table';
import { lags } from './lags.tables.ts';

/** When this read side began. Requests that are older were carried out, or not, by one that is no more. */
const begun = table(
  'read_operations.begun',
  { at: column.timestamptz.filled('default now()') },
  { key: [], ifMissing: true },
);

/**
 * What came of the rebuilds that operators asked for: made by whoever carries them out, so no replay brings it back.
 */
export const runs = table(
  'read_operations.runs',
  {
    run_id: column.uuid,
    status: column.oneOf<RunStatus>(),
    /** How often it was begun; one that was handed back does not count. */
    attempts: column.int.filled('default 0'),
    started_at: column.timestamptz.orNull,
    ended_at: column.timestamptz.orNull,
    facts: column.bigint.filled('default 0'),
    total: column.bigint.orNull,
    facts_per_second: column.float.orNull,
    eta_seconds: column.float.orNull,
    tables: column.json<RebuildRun['tables']>().filled(`default '[]'`),
    error: column.text.orNull,
    /** Written in the swap's own transaction: its rows serve, whether or not the log tells so yet. */
    swapped: column.boolean.filled('default false'),
  },
  { key: ['run_id'], ifMissing: true },
);

/** What came of the partitions that were to be tried again. */
const retries = table(
  'read_operations.retries',
  {
    id: column.uuid,
    applied: column.int,
    left_parked: column.int,
    error: column.text.orNull,
    at: column.timestamptz.filled('default now()'),
  },
  { key: ['id'], ifMissing: true },
);

/** Statements. */
export const createRunTables: readonly string[] = [
  ...begun.create,
  'insert into read_operations.begun select where not exists (select from read_operations.begun)',
  ...runs.create,
  // Older ones lack them.
  'alter table read_operations.runs add column if not exists total bigint',
  'alter table read_operations.runs add column if not exists swapped boolean not null default false',
  ...retries.create,
  ...lags.create,
];
