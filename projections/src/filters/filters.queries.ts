import type { SavedEventFilter } from '@easel/contracts/filters/http';
import { queriesOf, sql } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import { WrittenStatement } from '../kernel/statement.ts';
import { filters } from './filters.projector.ts';
import type { tables } from './filters.tables.ts';

export const filtersModel = readModel(filters);
const db = queriesOf<Database<typeof tables>>(filtersModel.schema);

const OWN = new WrittenStatement('own filters', { operator: column.uuid }, (given) =>
  db
    .selectFrom('event_filter')
    .where('operator_id', '=', given('operator'))
    .select(['id', 'name', 'filter'])
    .orderBy(sql`lower(name)`)
    .orderBy('id'),
);

const LACKING = new WrittenStatement('incomplete filters', { operator: column.uuid }, (given) =>
  db.selectFrom('incomplete').where('id', '=', given('operator')).select('id'),
);

const ONE = new WrittenStatement('one filter', { id: column.uuid }, (given) =>
  db.selectFrom('event_filter').where('id', '=', given('id')).select(['id', 'name', 'filter']),
);

/** Finds what an operator keeps, by name. */
export async function ownFilters(
  reads: Reads,
  operator: string,
): Promise<{ filters: readonly unknown[]; incomplete: boolean }> {
  const [found, lacking] = await Promise.all([OWN.run(reads, { operator }), LACKING.run(reads, { operator })]);
  return { filters: found, incomplete: lacking.length > 0 };
}

/** Finds a filter by its id, whosever it is. */
export async function oneFilter(reads: Reads, id: string): Promise<SavedEventFilter | undefined> {
  const [found] = await ONE.run(reads, { id });
  return found;
}
