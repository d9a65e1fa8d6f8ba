import { column, table } from '@easel/kernel/database/table';
import { type Client, type ClientBase, escapeIdentifier, type Pool } from 'pg';
import type { ReadModel } from './projector.ts';

/**
 * - `catching-up`: working through what is stored.
 * - `live`: following what comes.
 * - `stalled`: the log or the database is away; it goes on by itself.
 * - `stopped`: it cannot go on with this code.
 * - `paused`: somebody wants it to stand still.
 * - `rebuilding`: a fresh schema being filled beside the live one.
 */
export type ProjectionPhase = 'catching-up' | 'live' | 'stalled' | 'stopped' | 'paused' | 'rebuilding';

export interface Checkpoint {
  /** Everything up to it was considered. */
  position: bigint;
  /** Of the last fact among that. */
  factPosition: bigint;
  /** It has considered so many: applied, passed over or parked. */
  facts: number;
  phase: ProjectionPhase;
  parked: number;
}

/** Before the log's first event, which may stand at 0. */
export const NOWHERE = -1n;

export const projections = table(
  'read_operations.projections',
  {
    schema: column.text,
    name: column.text,
    version: column.int,
    state: column.oneOf<ProjectionPhase>(),
    reason: column.text.orNull,
    position: column.position.filled('default -1'),
    fact_position: column.position.filled('default -1'),
    events_applied: column.bigint.filled('default 0'),
    events_ignored: column.bigint.filled('default 0'),
    parked_count: column.int.filled('default 0'),
    first_live_at: column.timestamptz.orNull,
    updated_at: column.timestamptz.filled('default now()'),
  },
  { key: ['schema'], ifMissing: true },
);

export const parked = table(
  'read_operations.parked',
  {
    projector: column.text.filled(`references ${projections.name} (schema) on update cascade on delete cascade`),
    partition: column.text,
    position: column.position,
    // No jsonb: kept as text, it holds what made the fact unfit for a row (a NUL, say).
    fact: column.json<object>(),
    error: column.text.orNull,
    at: column.timestamptz.filled('default now()'),
  },
  { key: ['projector', 'partition', 'position'], ifMissing: true },
);

/**
 * Creates the schema of the projections' own state, in a transaction: its lock keeps processes that start together from
 * creating it at the same moment, which PostgreSQL refuses.
 */
export const CREATE_STATE_SCHEMA = `select pg_advisory_xact_lock(hashtextextended('easel projections', 0));
  create schema if not exists read_operations`;

const TABLES = [CREATE_STATE_SCHEMA, ...projections.create, ...parked.create].join('; ');

/** Makes the tables of the projections' own state, once for all processes that start together. */
export async function createStateTables(sql: ClientBase): Promise<void> {
  await sql.query(`begin; ${TABLES}; commit`);
}

/** Enters a projection and creates its schema, unless both stand; a projection with only one of them begins anew. */
export async function establish(
  sql: ClientBase,
  model: ReadModel,
  schema: string,
  { fresh = false, phase = 'catching-up' }: { fresh?: boolean; phase?: ProjectionPhase } = {},
): Promise<Checkpoint> {
  await createStateTables(sql);
  const known = await readCheckpoint(sql, schema);
  const { rows } = await sql.query<{ found: boolean }>('select to_regnamespace($1) is not null as found', [schema]);
  if (known && rows[0]?.found && !fresh) return known;
  const name = escapeIdentifier(schema);
  await sql.query('begin');
  try {
    await sql.query('delete from read_operations.projections where schema = $1', [schema]);
    await sql.query(`drop schema if exists ${name} cascade; create schema ${name}; set local search_path to ${name}`);
    for (const statement of model.tables) await sql.query(statement);
    await sql.query('insert into read_operations.projections (schema, name, version, state) values ($1, $2, $3, $4)', [
      schema,
      model.name,
      model.version,
      phase,
    ]);
    await sql.query('commit');
  } catch (error) {
    await sql.query('rollback').catch(() => undefined);
    throw error;
  }
  return { position: NOWHERE, factPosition: NOWHERE, facts: 0, phase, parked: 0 };
}

/** What one `create index` may sort in memory; those that are made at the same time share it. */
const SORTING_MB = 128;

/**
 * Creates those that are not there yet; on a connection to the schema. With a helper, which names the schema, two are
 * made at the same time.
 */
export async function createIndexes(
  sql: ClientBase,
  model: ReadModel,
  helper?: { sql: ClientBase; schema: string },
): Promise<void> {
  const waiting = Object.entries(model.indexes);
  const hands = helper && waiting.length > 1 ? [{ sql }, helper] : [{ sql }];
  const done = await Promise.allSettled(hands.map((hand) => createEach(waiting, hand, SORTING_MB / hands.length)));
  for (const one of done) if (one.status === 'rejected') throw one.reason;
}

/** Takes one index after the other, until none waits. */
async function createEach(
  waiting: [name: string, on: string][],
  { sql, schema }: { sql: ClientBase; schema?: string },
  sortingMb: number,
): Promise<void> {
  if (waiting.length === 0) return;
  await sql.query(`begin; set local statement_timeout to 0; set local maintenance_work_mem to '${sortingMb}MB'`);
  try {
    if (schema !== undefined) await sql.query(`set local search_path to ${escapeIdentifier(schema)}`);
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await sql.query(`create index if not exists ${escapeIdentifier(next[0])} ${next[1]}`);
    }
    await sql.query('commit');
  } catch (error) {
    await sql.query('rollback').catch(() => undefined);
    throw error;
  }
}

interface CheckpointRow {
  position: string;
  fact_position: string;
  facts: string;
  state: ProjectionPhase;
  parked_count: number;
}

export async function readCheckpoint(
  sql: ClientBase | Pool,
  schema: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<Checkpoint | undefined> {
  const { rows } = await sql.query<CheckpointRow>(
    `select position, fact_position, events_applied + events_ignored + parked_count as facts, state, parked_count
     from read_operations.projections where schema = $1 ${lock ? 'for update' : ''}`,
    [schema],
  );
  const row = rows[0];
  return (
    row && {
      position: BigInt(row.position),
      factPosition: BigInt(row.fact_position),
      facts: Number(row.facts),
      phase: row.state,
      parked: row.parked_count,
    }
  );
}

/** Tells `schema:position` when a projection has moved, `schema:position:what` when something else about it changed. */
export const MOVED_CHANNEL = 'projection_moved';

export async function setPhase(
  sql: ClientBase | Pool,
  schema: string,
  phase: ProjectionPhase,
  reason: string | null = null,
): Promise<void> {
  await sql.query(
    `with changed as (
       update read_operations.projections
       set state = $2, reason = $3, updated_at = now(),
           first_live_at = case when $2 = 'live' then coalesce(first_live_at, now()) else first_live_at end
       where schema = $1
       returning position
     )
     select pg_notify('${MOVED_CHANNEL}', concat_ws(':', $1, position, $2)) from changed`,
    [schema, phase, reason],
  );
}

/** A connection of its own for work on one schema: unqualified names mean that schema's tables. */
export async function connectTo(connect: () => Client, schema: string): Promise<Client> {
  const client = connect();
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`set search_path to ${escapeIdentifier(schema)}`);
    // A crash may take back the last moments of rows and checkpoint, both together: they are applied again.
    await client.query('set synchronous_commit to off');
    // A batch finds its rows by key, whatever the statistics of a table that was empty a moment ago make of it.
    await client.query('set enable_seqscan to off; set enable_hashjoin to off; set enable_mergejoin to off');
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}
