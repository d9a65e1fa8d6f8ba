import type { Pool } from '@easel/kernel/database/database';
import { readModels } from '@easel/projections/read-models';
import { escapeIdentifier } from 'pg';
import { emailOf } from '../actions/operators.ts';
import type { Violation } from '../invariants/evidence.ts';

/** Where a read model still has the address of somebody who was erased, whatever its columns are. */
export async function wordsLeft(pool: Pool, erased: ReadonlySet<string>): Promise<Violation[]> {
  if (erased.size === 0) return [];
  const { rows: tables } = await pool.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema = any($1)`,
    [readModels.map(({ schema }) => schema)],
  );
  const violations: Violation[] = [];
  for (const memberId of erased) {
    for (const { schema, name } of tables) {
      const table = `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
      const { rowCount } = await pool.query(`select from ${table} as one where one::text like $1 limit 1`, [
        `%${emailOf(memberId)}%`,
      ]);
      if (rowCount !== 0) violations.push({ rule: 'erased = no words', memberId, says: `${name} has their address` });
    }
  }
  return violations;
}
