import type { KeptFilter } from '@easel/contracts/filters/policy';
import { column, type RowOf, table } from '@easel/kernel/database/table';

/** What operators keep, and have not deleted. */
export const filters = table(
  'event_filter',
  {
    id: column.uuid,
    operator_id: column.uuid,
    name: column.text,
    filter: column.json<KeptFilter>(),
    saved_at: column.timestamptz,
  },
  { key: ['id'] },
);
export type FilterRow = RowOf<typeof filters>;

/** Operators of whom facts are parked: a list cannot say what it lacks. */
export const incomplete = table('incomplete', { id: column.uuid }, { key: ['id'] });

export const tables = [
  filters,
  'create index event_filter_operator on event_filter (operator_id)',
  incomplete,
] as const;
