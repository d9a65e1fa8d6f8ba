import { column, table } from '@easel/kernel/database/table';
import type { Pool } from 'pg';
import type { AllowanceSweeps, Sweep } from './allowance-sweeps.ts';

/** `reached`: the member looked at last, in the order of their ids. */
export const allowanceSweepTables = [
  `CREATE TABLE vault.allowance_sweeps (
     month text PRIMARY KEY,
     reached uuid,
     opened bigint NOT NULL DEFAULT 0,
     finished_at timestamptz
   )`,
  // Members whose account could not be opened then: they are come back to.
  'CREATE TABLE vault.allowances_left (member_id uuid PRIMARY KEY, since timestamptz NOT NULL DEFAULT now())',
];

export const allowanceSweeps = table(
  'allowance_sweeps',
  {
    month: column.text,
    reached: column.uuid.orNull,
    opened: column.bigint.filled('default 0'),
    finished_at: column.timestamptz.orNull,
  },
  { key: ['month'] },
);

export const allowancesLeft = table(
  'allowances_left',
  { member_id: column.uuid, since: column.timestamptz.filled('default now()') },
  { key: ['member_id'] },
);

/** `vault.allowance_sweeps`, and the members left behind. */
export class StoredAllowanceSweeps implements AllowanceSweeps {
  constructor(private readonly pool: Pool) {}

  async clock(): Promise<Date> {
    const { rows } = await this.pool.query<{ now: Date }>('SELECT now()');
    if (!rows[0]) throw new Error('the database does not tell the time');
    return rows[0].now;
  }

  async begin(month: string): Promise<Sweep | undefined> {
    await this.pool.query('INSERT INTO vault.allowance_sweeps (month) VALUES ($1) ON CONFLICT DO NOTHING', [month]);
    const { rows } = await this.pool.query<Sweep & { month: string }>(
      'SELECT month, reached, finished_at IS NOT NULL AS finished FROM vault.allowance_sweeps ORDER BY month DESC LIMIT 1',
    );
    const [latest] = rows;
    return latest?.month === month ? { reached: latest.reached, finished: latest.finished } : undefined;
  }

  async advance(month: string, reached: string, opened: number): Promise<void> {
    await this.pool.query('UPDATE vault.allowance_sweeps SET reached = $2, opened = opened + $3 WHERE month = $1', [
      month,
      reached,
      opened,
    ]);
  }

  async finish(month: string): Promise<number> {
    const { rows } = await this.pool.query<{ opened: string }>(
      'UPDATE vault.allowance_sweeps SET finished_at = now() WHERE month = $1 RETURNING opened',
      [month],
    );
    return Number(rows[0]?.opened);
  }

  async leave(memberId: string): Promise<void> {
    await this.pool.query('INSERT INTO vault.allowances_left (member_id) VALUES ($1) ON CONFLICT DO NOTHING', [
      memberId,
    ]);
  }

  async left(after: string | null, limit: number): Promise<string[]> {
    const { rows } = await this.pool.query<{ member_id: string }>(
      `SELECT member_id FROM vault.allowances_left WHERE $1::uuid IS NULL OR member_id > $1 ORDER BY member_id LIMIT $2`,
      [after, limit],
    );
    return rows.map(({ member_id }) => member_id);
  }

  async settle(memberId: string): Promise<void> {
    await this.pool.query('DELETE FROM vault.allowances_left WHERE member_id = $1', [memberId]);
  }
}
