import { POOL } from '@easel/kernel/tokens';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';

/** How operators sign in; who they are and what they may do stands in the log. */
export const operatorTables = [
  `CREATE TABLE vault.operator_credentials (
     operator_id uuid PRIMARY KEY,
     password_hash text NOT NULL
   )`,
];

/** The one door to `vault.operator_credentials`. */
@Injectable()
export class OperatorCredentials {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async passwordHash(operatorId: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ password_hash: string }>(
      'SELECT password_hash FROM vault.operator_credentials WHERE operator_id = $1',
      [operatorId],
    );
    return rows[0]?.password_hash;
  }

  async setPasswordHash(operatorId: string, passwordHash: string): Promise<void> {
    await this.pool.query(
      `INSERT INTO vault.operator_credentials (operator_id, password_hash) VALUES ($1, $2)
       ON CONFLICT (operator_id) DO UPDATE SET password_hash = excluded.password_hash`,
      [operatorId, passwordHash],
    );
  }
}
