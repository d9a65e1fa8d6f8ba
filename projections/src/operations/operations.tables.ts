import { column, type RowOf, table } from '@easel/kernel/database/table';

/** What operators last wanted of each projection. */
export const standing = table(
  'standing',
  { name: column.text, paused: column.boolean, reason: column.text, by_id: column.text, at: column.timestamptz },
  { key: ['name'] },
);
export type StandingRow = RowOf<typeof standing>;

/** Rebuilds that were asked for. */
export const requests = table(
  'request',
  {
    run_id: column.uuid,
    name: column.text,
    accept_difference: column.boolean,
    reason: column.text,
    by_id: column.text,
    by_role: column.text.orNull,
    at: column.timestamptz,
    position: column.position,
  },
  { key: ['run_id'], indexes: ['(name, position)'] },
);
export type RequestRow = RowOf<typeof requests>;

/** Rebuilds that were called off. */
export const cancellations = table(
  'cancellation',
  { run_id: column.uuid, reason: column.text, at: column.timestamptz },
  { key: ['run_id'] },
);
export type CancellationRow = RowOf<typeof cancellations>;

/** Parked partitions that are to be tried again. */
export const retries = table(
  'retry',
  { id: column.uuid, name: column.text, partition: column.text, position: column.position },
  { key: ['id'] },
);
export type RetryRow = RowOf<typeof retries>;

/** Projections of which facts are parked. */
export const incomplete = table('incomplete', { name: column.text }, { key: ['name'] });

export const tables = [standing, requests, cancellations, retries, incomplete] as const;
