import { cutText } from '@easel/contracts/kernel/cut-text';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { EventLog } from '@easel/kernel/log/event-log';
import type { ClientBase } from 'pg';
import { failureOf } from './failure.ts';
import { MOVED_CHANNEL } from './projection-state.ts';
import type { ReadModel } from './projector.ts';

const MAX_ERROR_CHARS = 2_000;

/** What a fact queues with; a fact so broken that its projector cannot tell queues with its stream. */
export function partitionOf(model: ReadModel, fact: Recorded): string {
  try {
    const key: unknown = model.partition(fact);
    return typeof key === 'string' && key !== '' ? key : fact.stream;
  } catch {
    return fact.stream;
  }
}

export async function parkedPartitions(sql: ClientBase, schema: string): Promise<Set<string>> {
  const { rows } = await sql.query<{ partition: string }>(
    'select distinct partition from read_operations.parked where projector = $1',
    [schema],
  );
  return new Set(rows.map(({ partition }) => partition));
}

/** Sets a fact aside: with the error that it caused, or with none where it only waits behind another. */
export async function parkFact(
  sql: ClientBase,
  schema: string,
  model: ReadModel,
  fact: Recorded,
  error: unknown,
): Promise<void> {
  await sql.query(
    'insert into read_operations.parked (projector, partition, position, fact, error) values ($1, $2, $3, $4, $5)',
    [schema, partitionOf(model, fact), fact.position, toJson(fact), error === null ? null : errorText(error)],
  );
  await tellParked(sql, schema);
}

export interface Unparked {
  applied: number;
  left: number;
}

/**
 * Tries the parked facts of one partition again, in order, up to the first that still fails. Runs beside the projector,
 * which waits meanwhile at the checkpoint's row.
 * @param sql connected to the read model's schema
 * @param log decodes what could not be read when it was parked
 */
export async function unpark(
  sql: ClientBase,
  model: ReadModel,
  partition: string,
  log: Pick<EventLog, 'decode'>,
): Promise<Unparked> {
  const { schema } = model;
  let applied = 0;
  await sql.query('begin');
  try {
    await sql.query('select from read_operations.projections where schema = $1 for update', [schema]);
    for (;;) {
      const parked = await firstParked(sql, schema, partition);
      if (!parked || !(await applyOne(sql, model, partition, await readAgain(parked, log)))) break;
      applied += 1;
    }
    const { rows } = await sql.query<{ left: number }>(
      'select count(*)::int as left from read_operations.parked where projector = $1 and partition = $2',
      [schema, partition],
    );
    const left = rows[0]?.left ?? 0;
    // Of a partition that never was there is nothing to be marked.
    if (left === 0 && applied > 0) await model.markIncomplete(sql, [partition], false);
    await sql.query(
      `update read_operations.projections
       set parked_count = parked_count - $2, events_applied = events_applied + $2 where schema = $1`,
      [schema, applied],
    );
    await tellParked(sql, schema);
    await sql.query('commit');
    return { applied, left };
  } catch (error) {
    await sql.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Once a transaction, however often it is called. */
async function tellParked(sql: ClientBase, schema: string): Promise<void> {
  await sql.query('select pg_notify($1, $2)', [MOVED_CHANNEL, `${schema}:-1:parked`]);
}

async function firstParked(sql: ClientBase, schema: string, partition: string): Promise<Recorded | undefined> {
  const { rows } = await sql.query<{ fact: string }>(
    `select fact::text as fact from read_operations.parked
     where projector = $1 and partition = $2 order by position limit 1`,
    [schema, partition],
  );
  return rows[0] && fromJson(rows[0].fact);
}

/** What could not be read is parked as it is stored; what could, opened. */
async function readAgain({ unreadable, ...fact }: Recorded, log: Pick<EventLog, 'decode'>): Promise<Recorded> {
  return unreadable ? log.decode(fact) : fact;
}

async function applyOne(sql: ClientBase, model: ReadModel, partition: string, fact: Recorded): Promise<boolean> {
  const place = [model.schema, partition, fact.position];
  await sql.query('savepoint unparked');
  try {
    if (fact.unreadable) throw new Error(`unreadable: ${fact.unreadable.detail}`);
    const batch = model.startBatch();
    batch.add(fact);
    await batch.write(sql);
    await sql.query(
      'delete from read_operations.parked where projector = $1 and partition = $2 and position = $3',
      place,
    );
    await sql.query('release savepoint unparked');
    return true;
  } catch (error) {
    if (failureOf(error) !== 'fact') throw error;
    await sql.query('rollback to savepoint unparked; release savepoint unparked');
    await sql.query(
      'update read_operations.parked set error = $4 where projector = $1 and partition = $2 and position = $3',
      [...place, errorText(error)],
    );
    return false;
  }
}

const errorText = (error: unknown): string => cutText(String(error).replaceAll('\0', ''), MAX_ERROR_CHARS);

const toJson = (fact: Recorded): string => JSON.stringify({ ...fact, position: String(fact.position) });

function fromJson(text: string): Recorded {
  const { position, recordedAt, ...rest } = JSON.parse(text) as Recorded & { position: string; recordedAt: string };
  return { ...rest, position: BigInt(position), recordedAt: new Date(recordedAt) };
}
