import type { Pool, PoolClient } from 'pg';
import type { NewFact } from './new-fact.ts';
import type { OutboxEntry, OutboxRows } from './outbox.ts';

export const outboxTables = [
  `CREATE TABLE vault.outbox (
     id uuid PRIMARY KEY,
     stream text NOT NULL UNIQUE,
     facts jsonb NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now()
   )`,
  // Null for a stream that begins with these facts.
  'ALTER TABLE vault.outbox ADD COLUMN expected_revision bigint',
];

export class PostgresOutbox implements OutboxRows<PoolClient> {
  constructor(private readonly pool: Pool) {}

  async add({ id, stream, facts, expected }: OutboxEntry, tx: PoolClient): Promise<boolean> {
    const { rowCount } = await tx.query(
      `INSERT INTO vault.outbox (id, stream, facts, expected_revision) VALUES ($1, $2, $3, $4)
       ON CONFLICT (stream) DO NOTHING`,
      [id, stream, JSON.stringify(facts), expected === 'none' ? null : expected],
    );
    return rowCount === 1;
  }

  async find(stream: string): Promise<OutboxEntry | undefined> {
    const { rows } = await this.pool.query<{ id: string; facts: NewFact[]; expected: string | null }>(
      'SELECT id, facts, expected_revision AS expected FROM vault.outbox WHERE stream = $1',
      [stream],
    );
    const row = rows[0];
    return row && { ...row, stream, expected: row.expected === null ? 'none' : Number(row.expected) };
  }

  async remove(id: string): Promise<void> {
    await this.pool.query('DELETE FROM vault.outbox WHERE id = $1', [id]);
  }

  async streams(): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ stream: string }>('SELECT stream FROM vault.outbox ORDER BY created_at');
    return rows.map(({ stream }) => stream);
  }
}
