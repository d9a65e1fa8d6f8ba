import type { SavedQuery } from '@easel/contracts/queries/http';
import { queriesOf, sql } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import { WrittenStatement } from '../kernel/statement.ts';
import { queries } from './queries.projector.ts';
import type { tables } from './queries.tables.ts';

export const queriesModel = readModel(queries);
const db = queriesOf<Database<typeof tables>>(queriesModel.schema);

const OWN = new WrittenStatement('own queries', { operator: column.uuid }, (given) =>
  db
    .selectFrom('query')
    .where('operator_id', '=', given('operator'))
    .select(['id', 'name', 'filter'])
    .orderBy(sql`lower(name)`)
    .orderBy('id'),
);

const LACKING = new WrittenStatement('incomplete queries', { operator: column.uuid }, (given) =>
  db.selectFrom('incomplete').where('id', '=', given('operator')).select('id'),
);

const ONE = new WrittenStatement('one query', { id: column.uuid }, (given) =>
  db.selectFrom('query').where('id', '=', given('id')).select(['id', 'name', 'filter']),
);

/** Finds what an operator keeps, by name. */
export async function ownQueries(
  reads: Reads,
  operator: string,
): Promise<{ queries: readonly unknown[]; incomplete: boolean }> {
  const [found, lacking] = await Promise.all([OWN.run(reads, { operator }), LACKING.run(reads, { operator })]);
  return { queries: found, incomplete: lacking.length > 0 };
}

/** Finds a query by its id, whosever it is. */
export async function oneQuery(reads: Reads, id: string): Promise<SavedQuery | undefined> {
  const [found] = await ONE.run(reads, { id });
  return found;
}
