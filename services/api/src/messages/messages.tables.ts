import type { SavedFilter } from '@easel/contracts/messages/http';
import type { PoolClient } from '@easel/kernel/database/database';
import { PreparedStatement, queriesOf } from '@easel/kernel/database/query-writer';
import { column, type Database, table } from '@easel/kernel/database/table';
import { POOL } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';

export const messageTables = [
  // Replies that are in the mail's queue, or have left it.
  `CREATE TABLE vault.posted_replies (
     action_id uuid PRIMARY KEY,
     posted_at timestamptz NOT NULL DEFAULT now()
   )`,
  // Of the console's lists: each operator's own, no fact of the product.
  `CREATE TABLE vault.saved_filters (
     id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
     operator_id uuid NOT NULL,
     resource text NOT NULL,
     name text NOT NULL,
     filter jsonb NOT NULL,
     created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     UNIQUE (operator_id, resource, name)
   )`,
];

export const postedReplies = table(
  'posted_replies',
  { action_id: column.uuid, posted_at: column.timestamptz.filled('default now()') },
  { key: ['action_id'] },
);

export const savedFilters = table(
  'saved_filters',
  {
    id: column.uuid.filled('default gen_random_uuid()'),
    operator_id: column.uuid,
    resource: column.text,
    name: column.text,
    filter: column.jsonb<SavedFilter['filter']>(),
    created_at: column.timestamptz.filled('default clock_timestamp()'),
  },
  { key: ['id'] },
);

const db = queriesOf<Database<[typeof postedReplies, typeof savedFilters]>>('vault');

const NOTE_POSTED = new PreparedStatement('posted-reply-note', { actionId: column.uuid }, (given) =>
  db
    .insertInto('posted_replies')
    .values({ action_id: given('actionId') })
    .onConflict((on) => on.doNothing()),
);

/** Whether this is the first time; in the caller's transaction. */
export async function notePosted(client: PoolClient, actionId: string): Promise<boolean> {
  const { rowCount } = await NOTE_POSTED.run(client, { actionId });
  return rowCount === 1;
}

const ofList = { operatorId: column.uuid, resource: column.text };

const LIST = new PreparedStatement('saved-filters', ofList, (given) =>
  db
    .selectFrom('saved_filters')
    .where('operator_id', '=', given('operatorId'))
    .where('resource', '=', given('resource'))
    .select(['id', 'name', 'filter'])
    .orderBy('created_at')
    .orderBy('id'),
);

const SAVE = new PreparedStatement(
  'saved-filter-save',
  { ...ofList, name: column.text, filter: column.jsonb<SavedFilter['filter']>(), most: column.int },
  (given) => {
    const own = db.selectFrom('saved_filters').where('operator_id', '=', given('operatorId'));
    const same = own.where('resource', '=', given('resource')).where('name', '=', given('name'));
    return db
      .insertInto('saved_filters')
      .columns(['operator_id', 'resource', 'name', 'filter'])
      .expression(
        db
          .selectNoFrom([
            given('operatorId').as('operator_id'),
            given('resource').as('resource'),
            given('name').as('name'),
            given('filter').as('filter'),
          ])
          .where((eb) =>
            eb.or([eb.exists(same), eb(own.select(eb.fn.countAll<number>().as('count')), '<', given('most'))]),
          ),
      )
      .onConflict((on) =>
        on.columns(['operator_id', 'resource', 'name']).doUpdateSet((eb) => ({ filter: eb.ref('excluded.filter') })),
      )
      .returning(['id', 'name', 'filter']);
  },
);

const DELETE = new PreparedStatement('saved-filter-delete', { ...ofList, id: column.uuid }, (given) =>
  db
    .deleteFrom('saved_filters')
    .where('operator_id', '=', given('operatorId'))
    .where('resource', '=', given('resource'))
    .where('id', '=', given('id')),
);

/** The one door to `vault.saved_filters`. */
@Injectable()
export class SavedFilters {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** The oldest first. */
  async list(operatorId: string, resource: string): Promise<SavedFilter[]> {
    const { rows } = await LIST.run(this.pool, { operatorId, resource });
    return rows;
  }

  /** Undefined where there would be more than `most`. */
  async save(
    operatorId: string,
    resource: string,
    { name, filter }: Omit<SavedFilter, 'id'>,
    most: number,
  ): Promise<SavedFilter | undefined> {
    const { rows } = await SAVE.run(this.pool, { operatorId, resource, name, filter, most });
    return rows[0];
  }

  async delete(operatorId: string, resource: string, id: string): Promise<boolean> {
    const { rowCount } = await DELETE.run(this.pool, { operatorId, resource, id });
    return rowCount === 1;
  }
}
