import { Client, Pool, type PoolClient } from 'pg';
import type { Logger } from 'pino';

/** For those who hand a pool on without speaking to the database. */
export type { Pool, PoolClient } from 'pg';

/**
 * How long a request waits for the database, in ms: for a connection, for an answer, for its turn in a batch. No other
 * place decides this. Past it the request is answered 503.
 */
export const REQUEST_PATIENCE_MS = 5_000;
/** How long work that nobody waits for may take over one statement, in ms. */
const BACKGROUND_PATIENCE_MS = 30_000;
/** How long a statement's own timeout may be overdue, in ms, before the server counts as frozen. */
const OVERDUE_MS = 500;

/** How long a connection waits: `statementMs` for an answer, also of a server that is frozen and counts no timeout. */
export const timeouts = (statementMs: number) => ({
  connectionTimeoutMillis: REQUEST_PATIENCE_MS,
  statement_timeout: statementMs,
  query_timeout: statementMs + OVERDUE_MS,
});

export interface PoolSettings {
  /** Connections at most. */
  max: number;
  /** Shown by the server as application_name. */
  name: string;
  logger?: Logger;
  /** `REQUEST_PATIENCE_MS` where a request waits for it; 30 s where it is absent. */
  statementTimeoutMs?: number;
}

/** A pool that survives the loss of its server: callers get an error that `isUnavailable` knows, the process lives. */
export function createPool(
  url: string,
  { max, name, logger, statementTimeoutMs = BACKGROUND_PATIENCE_MS }: PoolSettings,
): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: name,
    max,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idleTimeoutMillis: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    ...timeouts(statementTimeoutMs),
  });
  // The pool listens to idle connections only: a checked-out one lost between two statements would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error: Error) => logger?.warn({ err: error }, 'A database connection was lost'));
  });
  pool.on('error', () => undefined);
  return pool;
}

/**
 * One transaction: committed when `work` returns, rolled back when it throws. An error of the COMMIT itself leaves the
 * outcome unknown.
 */
export async function withTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    const { command } = await client.query('COMMIT');
    // What PostgreSQL answers to COMMIT after a failed statement whose error `work` swallowed.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it had failed');
    return result;
  } catch (error) {
    broken = isUnavailable(error) || !(await rollBack(client));
    throw error;
  } finally {
    client.release(broken);
  }
}

const rollBack = (client: PoolClient): Promise<boolean> =>
  client.query('ROLLBACK').then(
    () => true,
    () => false,
  );

/** The migration statements of each component, in the order in which they were added. */
export type Migrations = Readonly<Record<string, readonly string[]>>;

/**
 * Brings components' tables to their newest shape. Steps run in order, each once for ever, all or none in one
 * transaction; processes that start together wait for each other. A step, once released, is never edited.
 */
export async function migrate(pool: Pool, components: Migrations): Promise<void> {
  // A connection of its own: a step over a large table may take longer than any request is allowed.
  const client = new Client({ ...pool.options, statement_timeout: 0, query_timeout: 0 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('easel migrations', 0))`);
    await client.query(`
      CREATE SCHEMA IF NOT EXISTS vault;
      CREATE TABLE IF NOT EXISTS vault.migrations (
        component text NOT NULL,
        step int NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (component, step)
      )`);
    const { rows } = await client.query<{ component: string; step: number }>(
      'SELECT component, max(step) AS step FROM vault.migrations GROUP BY component',
    );
    const done = new Map(rows.map(({ component, step }) => [component, step]));
    for (const [component, steps] of Object.entries(components)) {
      for (const [index, sql] of steps.entries()) {
        if (index < (done.get(component) ?? 0)) continue;
        await client.query(sql);
        await client.query('INSERT INTO vault.migrations (component, step) VALUES ($1, $2)', [component, index + 1]);
      }
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** SQLSTATE classes and codes of a server that cannot serve now: connection, resources, shutdown, standby, I/O. */
const UNAVAILABLE_STATES = /^(08|53)...$|^(57P0[1235]|57014|25P03|25006|58030)$/;

/** The driver gives these no code. */
const UNAVAILABLE_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end',
];

/** States of a transaction that may succeed when repeated: serialization, deadlock, lock not available. */
const CONTENDED_STATES = new Set(['40001', '40P01', '55P03']);

/** The database cannot be reached, or cannot serve now: nothing is wrong with the request (503). */
export function isUnavailable(error: unknown): boolean {
  return causes(error).some(({ code, message }) =>
    typeof code === 'string'
      ? UNREACHABLE.has(code) || UNAVAILABLE_STATES.test(code)
      : UNAVAILABLE_MESSAGES.some((start) => message.startsWith(start)),
  );
}

/** The same work may succeed when repeated as it is. */
export function isTransient(error: unknown): boolean {
  return isUnavailable(error) || causes(error).some(({ code }) => CONTENDED_STATES.has(String(code)));
}

/** The error, those it was caused by and those it gathers, to a depth that no cycle exceeds. */
function causes(error: unknown, depth = 5): (Error & { code?: unknown })[] {
  if (!(error instanceof Error) || depth === 0) return [];
  const gathered = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return [error, ...[error.cause, ...gathered].flatMap((inner) => causes(inner, depth - 1))];
}
