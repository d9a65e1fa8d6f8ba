import type { Logger } from 'pino';
import { pause } from '../server/backoff.ts';
import type { Pool } from './database.ts';

/** Unlogged: after a crash of the database it is empty, and full again at the next beat. */
export const heartbeatTables = [
  `CREATE UNLOGGED TABLE vault.heartbeats (
     process text PRIMARY KEY,
     at timestamptz NOT NULL
   )`,
];

const BEAT_MS = 5_000;

/** Says every 5 s, until the signal, that a process of this name works; while the database is away nobody hears it. */
export async function beat(pool: Pool, name: string, { logger, signal }: { logger: Logger; signal: AbortSignal }) {
  while (!signal.aborted) {
    await pool
      .query({
        name: 'heartbeat',
        text: `INSERT INTO vault.heartbeats (process, at) VALUES ($1, now())
               ON CONFLICT (process) DO UPDATE SET at = excluded.at`,
        values: [name],
      })
      .catch((error: unknown) => logger.debug({ err: error }, 'a heartbeat was lost'));
    await pause(BEAT_MS, signal);
  }
}

/** How long ago the last process of this name said that it works, in ms; undefined where none ever did. */
export async function silenceOf(pool: Pool, name: string): Promise<number | undefined> {
  const { rows } = await pool.query<{ ms: number }>({
    name: 'silence',
    text: `SELECT extract(epoch FROM now() - at)::float8 * 1000 AS ms FROM vault.heartbeats WHERE process = $1`,
    values: [name],
  });
  return rows[0]?.ms;
}
