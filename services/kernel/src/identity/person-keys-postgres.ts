import type { Pool } from 'pg';
import type { PersonKeys } from './sealing.ts';

/** A row without a key is a person erased: no key is ever made for them again. */
export const sealingTables = [
  `CREATE TABLE vault.person_keys (
     person_id uuid PRIMARY KEY,
     wrapped bytea,
     created_at timestamptz NOT NULL DEFAULT now()
   )`,
];

interface Row {
  person_id: string;
  wrapped: Buffer | null;
}

export class PostgresPersonKeys implements PersonKeys {
  constructor(private readonly pool: Pool) {}

  async find(people: readonly string[]): Promise<ReadonlyMap<string, Buffer | null>> {
    const { rows } = await this.pool.query<Row>({
      name: 'person-keys-read',
      text: 'SELECT person_id, wrapped FROM vault.person_keys WHERE person_id = ANY($1::uuid[])',
      values: [people],
    });
    return new Map(rows.map((row) => [row.person_id, row.wrapped]));
  }

  async add(personId: string, wrapped: Buffer): Promise<void> {
    await this.pool.query({
      name: 'person-key-create',
      text: 'INSERT INTO vault.person_keys (person_id, wrapped) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      values: [personId, wrapped],
    });
  }

  async erase(personId: string): Promise<void> {
    await this.pool.query({
      name: 'person-key-erase',
      text: `INSERT INTO vault.person_keys (person_id, wrapped) VALUES ($1, NULL)
             ON CONFLICT (person_id) DO UPDATE SET wrapped = NULL`,
      values: [personId],
    });
  }

  async any(): Promise<{ personId: string; wrapped: Buffer } | undefined> {
    const { rows } = await this.pool.query<Row & { wrapped: Buffer }>(
      'SELECT person_id, wrapped FROM vault.person_keys WHERE wrapped IS NOT NULL LIMIT 1',
    );
    return rows[0] && { personId: rows[0].person_id, wrapped: rows[0].wrapped };
  }
}
