import type { Pool } from 'pg';
import type { Snapshot, SnapshotRows } from './snapshots.ts';

export const snapshotTables = [
  `CREATE TABLE vault.snapshots (
     stream text NOT NULL,
     fold text NOT NULL,
     revision bigint NOT NULL,
     position bigint NOT NULL,
     hash text NOT NULL,
     state jsonb NOT NULL,
     PRIMARY KEY (stream, fold)
   )`,
];

export class PostgresSnapshots implements SnapshotRows {
  constructor(private readonly pool: Pool) {}

  async find(stream: string, fold: string): Promise<Snapshot | undefined> {
    const { rows } = await this.pool.query<{ revision: string; position: string; hash: string; state: unknown }>({
      name: 'snapshot-load',
      text: 'SELECT revision, position, hash, state FROM vault.snapshots WHERE stream = $1 AND fold = $2',
      values: [stream, fold],
    });
    const row = rows[0];
    return row && { ...row, revision: Number(row.revision), position: BigInt(row.position) };
  }

  async keep(stream: string, fold: string, { revision, position, hash, state }: Snapshot): Promise<void> {
    await this.pool.query(
      `INSERT INTO vault.snapshots (stream, fold, revision, position, hash, state) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (stream, fold) DO UPDATE
       SET revision = excluded.revision, position = excluded.position, hash = excluded.hash, state = excluded.state
       WHERE snapshots.revision < excluded.revision`,
      [stream, fold, revision, position, hash, JSON.stringify(state)],
    );
  }
}
