import type { SavedFilter } from '@easel/contracts/messages/http';
import type { PoolClient } from '@easel/kernel/database/database';
import { column, table } from '@easel/kernel/database/table';
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

/** Whether this is the first time; in the caller's transaction. */
export async function notePosted(client: PoolClient, actionId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'INSERT INTO vault.posted_replies (action_id) VALUES ($1) ON CONFLICT DO NOTHING',
    [actionId],
  );
  return rowCount === 1;
}

/** The one door to `vault.saved_filters`. */
@Injectable()
export class SavedFilters {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** The oldest first. */
  async list(operatorId: string, resource: string): Promise<SavedFilter[]> {
    const { rows } = await this.pool.query<SavedFilter>(
      `SELECT id, name, filter FROM vault.saved_filters WHERE operator_id = $1 AND resource = $2
       ORDER BY created_at, id`,
      [operatorId, resource],
    );
    return rows;
  }

  /** Undefined where there would be more than `most`. */
  async save(
    operatorId: string,
    resource: string,
    { name, filter }: Omit<SavedFilter, 'id'>,
    most: number,
  ): Promise<SavedFilter | undefined> {
    const { rows } = await this.pool.query<SavedFilter>(
      `INSERT INTO vault.saved_filters (operator_id, resource, name, filter)
       SELECT $1, $2, $3, $4
       WHERE EXISTS (SELECT FROM vault.saved_filters WHERE operator_id = $1 AND resource = $2 AND name = $3)
          OR (SELECT count(*) FROM vault.saved_filters WHERE operator_id = $1) < $5
       ON CONFLICT (operator_id, resource, name) DO UPDATE SET filter = excluded.filter
       RETURNING id, name, filter`,
      [operatorId, resource, name, JSON.stringify(filter), most],
    );
    return rows[0];
  }

  async delete(operatorId: string, resource: string, id: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'DELETE FROM vault.saved_filters WHERE operator_id = $1 AND resource = $2 AND id = $3',
      [operatorId, resource, id],
    );
    return rowCount === 1;
  }
}
