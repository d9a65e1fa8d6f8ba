import type { QueryFilter } from '@easel/contracts/queries/policy';
import { column, type RowOf, table } from '@easel/kernel/database/table';

/** What operators keep, and have not deleted. */
export const queries = table(
  'query',
  {
    id: column.uuid,
    operator_id: column.uuid,
    name: column.text,
    filter: column.json<QueryFilter>(),
    saved_at: column.timestamptz,
  },
  { key: ['id'] },
);
export type QueryRow = RowOf<typeof queries>;

/** Operators of whom facts are parked: a list cannot say what it lacks. */
export const incomplete = table('incomplete', { id: column.uuid }, { key: ['id'] });

export const tables = [queries, 'create index query_operator on query (operator_id)', incomplete] as const;
