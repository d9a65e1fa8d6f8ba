import type { Pool, PoolClient } from 'pg';
import type { EventLog } from '../log/event-log.ts';

/** What the processes that write facts were called at the database before facts had macs. */
const BEFORE_MACS = ['app', 'app background', 'api', 'api background'];

/**
 * Notes, once for ever, the position of the log from which every fact of a chain has a mac: where its head is when no
 * process of before is left that could write one without. A process that writes always has sessions at the database,
 * by which it is seen. Whoever calls this writes macs already, and goes on calling it until it is noted.
 */
export async function noteMacCutOver({ pool, log }: { pool: Pool; log: Pick<EventLog, 'head'> }): Promise<void> {
  if ((await readMacCutOver(pool)) !== null || (await isOlderBeside(pool))) return;
  // Asked after: what a process of before had written is in the log by now.
  const position = (await log.head()) + 1n;
  await pool.query('INSERT INTO vault.mac_cut_over (position) VALUES ($1) ON CONFLICT DO NOTHING', [position]);
}

/** Null where it is not noted yet. */
export async function readMacCutOver(database: Pick<Pool | PoolClient, 'query'>): Promise<bigint | null> {
  const { rows } = await database.query<{ position: string }>('SELECT position FROM vault.mac_cut_over');
  return rows[0] ? BigInt(rows[0].position) : null;
}

async function isOlderBeside(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(
    'SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = ANY($1) LIMIT 1',
    [BEFORE_MACS],
  );
  return rows.length > 0;
}
