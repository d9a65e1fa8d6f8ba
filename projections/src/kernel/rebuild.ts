import { pause } from '@easel/kernel/server/backoff';
import { faultPoint } from '@easel/kernel/server/fault-point';
import type { FollowedLog } from '@easel/kernel/following/following';
import { LockSession } from '@easel/kernel/following/lock-session';
import { readAhead } from '@easel/kernel/following/subscription-inbox';
import { type Client, type ClientBase, escapeIdentifier, type Pool } from 'pg';
import { BatchWriter, NeedsCare } from './batch-writer.ts';
import type { Log } from './log.ts';
import { type Checkpoint, connectTo, createIndexes, establish, NOWHERE, readCheckpoint } from './projection-state.ts';
import { LINGER_MS, PORTION_SIZE, singleConnection } from './projector-runner.ts';
import type { ReadModel } from './projector.ts';
import { compareTables, type TableComparison } from './table-comparison.ts';

export interface RebuildOptions {
  model: ReadModel;
  log: FollowedLog;
  /** Its settings serve for the rebuild's own connections. */
  pool: Pool;
  logger: Log;
  /** Cancels, until the swap has begun: the live rows stay as they are. */
  signal: AbortSignal;
  /** Swap even where the fresh rows differ from the live ones: a mended fault makes them differ. */
  acceptDifference?: boolean;
  /** Its swap had begun: it goes on with the fresh rows that were left, and takes them whatever they compare like. */
  resumes?: boolean;
  /**
   * Called, and waited for, before anything is swapped. True begins the swap: what ends it from then on is to be
   * resumed.
   */
  beginSwap?: () => Promise<boolean>;
  /** Called within the swap's transaction, and waited for. */
  onSwap?: (sql: ClientBase, compared: Compared) => Promise<void>;
  /** Called, and waited for, once it is certain that nobody else is at it. */
  onBegin?: () => Promise<void>;
  onProgress?: (progress: RebuildProgress) => void;
  /** Facts in one transaction at most. */
  batchSize?: number;
  /** Called after every few facts, and waited for: it goes on in small steps then, so that others get their turn. */
  giveWay?: (signal: AbortSignal) => Promise<void>;
}

export interface RebuildProgress {
  /** Applied so far. */
  facts: number;
  /** Those that the live rows are made of, which grow meanwhile; undefined where these are of another log. */
  total: number | undefined;
  /** So far; undefined while it is being filled. */
  compared?: readonly TableComparison[];
}

/** Somebody else is at it. */
export class RebuildUnderWay extends Error {
  override readonly name = 'RebuildUnderWay';
}

export interface Compared {
  facts: number;
  /** Every table. */
  tables: readonly TableComparison[];
  /** Those that are not equal. */
  differences: readonly TableComparison[];
}

export type RebuildOutcome =
  | ({ kind: 'swapped' } & Compared)
  /** The fresh rows differ, and nothing was changed: rebuild again with `acceptDifference` to take them. */
  | ({ kind: 'different' } & Compared)
  | { kind: 'cancelled' };

const BATCH_SIZE = 5_000;
/** Where it gives way to others: nothing of it holds them up for long. */
const GENTLE = { batch: 200, portion: 50 };
/** Readers that began before the swap have this long to end before their tables go. */
const OLD_READERS_MS = 30_000;
const OLD_READERS_POLL_MS = 50;

/**
 * Fills a fresh schema from the log's start beside the live one, which goes on being written and read, and puts it in
 * the live one's place when both stand at the same fact. Readers wait for nothing and keep their statements.
 */
export async function rebuild(options: RebuildOptions): Promise<RebuildOutcome> {
  const { model } = options;
  return alone(options, async (live, connect) => {
    await options.onBegin?.();
    const beside = await connectTo(connect, nextSchema(model));
    try {
      await allowLongWork(beside);
      return await new Rebuild(options, live, beside).run();
    } finally {
      await beside.end().catch(() => undefined);
    }
  });
}

/** Takes away what a rebuild has left whose process ended before it did. Throws RebuildUnderWay. */
export function clearUp({ model, pool, signal }: Pick<RebuildOptions, 'model' | 'pool' | 'signal'>): Promise<void> {
  return alone({ model, pool }, async (live) => {
    await discard(live, model);
    await untilUnread(live, oldSchema(model), signal);
    await drop(live, oldSchema(model));
  });
}

/** As the only one who rebuilds the read model. */
async function alone<T>(
  { model, pool }: Pick<RebuildOptions, 'model' | 'pool'>,
  work: (live: Client, connect: () => Client) => Promise<T>,
): Promise<T> {
  const connect = singleConnection(pool, `rebuild ${model.name}`, { patient: true });
  const live = await connectTo(connect, model.schema);
  try {
    await allowLongWork(live);
    // The swap is made by the connection that holds the lock: who has lost one cannot make the other.
    const session = await LockSession.on(live);
    if (!(await session.tryLock(`easel rebuild ${model.schema}`))) {
      throw new RebuildUnderWay(`${model.schema} is being rebuilt already`);
    }
    return await work(live, connect);
  } finally {
    await live.end().catch(() => undefined);
  }
}

const nextSchema = (model: ReadModel): string => `${model.schema}_next`;
const oldSchema = (model: ReadModel): string => `${model.schema}_old`;

/** Comparing whole tables takes as long as it takes, and the swap waits for the last facts inside its transaction. */
const allowLongWork = (sql: Client): Promise<unknown> =>
  sql.query('set statement_timeout to 0; set idle_in_transaction_session_timeout to 0');

class Rebuild {
  private readonly fresh: string;
  /** Written by the writers before this one. */
  private facts = 0;
  private indexed = false;
  private swapBegun: boolean;

  constructor(
    private readonly options: RebuildOptions,
    private readonly live: Client,
    private readonly beside: Client,
  ) {
    this.fresh = nextSchema(options.model);
    this.swapBegun = options.resumes ?? false;
  }

  async run(): Promise<RebuildOutcome> {
    const { model, signal, logger } = this.options;
    const { position } = await establish(this.live, model, model.schema);
    await drop(this.live, oldSchema(model));
    const left = this.swapBegun ? await readCheckpoint(this.live, this.fresh) : undefined;
    // Rows beyond the live ones were left beside others, which have begun anew since.
    const fresh = !left || left.position > position;
    ({ facts: this.facts } = await establish(this.beside, model, this.fresh, { fresh, phase: 'rebuilding' }));
    try {
      const outcome = await this.fill();
      logger.info({ projection: model.schema, outcome: outcome.kind }, 'A rebuild has ended');
      if (outcome.kind === 'swapped') {
        await untilUnread(this.live, oldSchema(model), signal);
        await drop(this.live, oldSchema(model));
      } else if (!this.swapBegun) await discard(this.live, model);
      return outcome;
    } catch (error) {
      if (!this.swapBegun) await discard(this.live, model).catch(() => undefined);
      throw error;
    }
  }

  /** In bulk; where a bad fact turns up, once more from the last batch on, with care. */
  private async fill(): Promise<RebuildOutcome> {
    for (let careUntil = NOWHERE; ;) {
      const checkpoint = await this.checkpointOf(this.fresh);
      const writer = new BatchWriter(this.beside, this.options.model, this.fresh, checkpoint);
      try {
        return await this.meet(writer, careUntil);
      } catch (error) {
        if (!(error instanceof NeedsCare)) throw error;
        careUntil = error.until;
        this.facts += writer.written;
      }
    }
  }

  /** Writes facts up to the one that the live rows stand at; then holds those still, and swaps. */
  private async meet(writer: BatchWriter, careUntil: bigint): Promise<RebuildOutcome> {
    const { model, log, signal, giveWay, onProgress } = this.options;
    const { batchSize = giveWay ? GENTLE.batch : BATCH_SIZE } = this.options;
    const size = Math.min(giveWay ? GENTLE.portion : PORTION_SIZE, batchSize);
    const { position } = await this.checkpointOf(model.schema);
    const head = await log.head({ atLeast: position });
    // Rows made of a log that a shorter one has replaced stand at a fact that will never come.
    const isForeign = position > head;
    const enough = new AbortController();
    const going = AbortSignal.any([signal, enough.signal]);
    const after = writer.position === NOWHERE ? 'start' : writer.position;
    const what = { categories: model.categories, stored: model.stored, after, signal: going } as const;
    let held: Checkpoint | undefined;
    let considered = writer.position;
    let target = isForeign ? head : NOWHERE;
    let total: number | undefined;
    try {
      for await (const next of readAhead(log, what, { size, lingerMs: LINGER_MS })) {
        const facts = next.kind === 'facts' ? next.facts : [];
        const mark = next.kind === 'checkpoint' ? next.position : next.kind === 'caught-up' ? head : NOWHERE;
        considered = latest(considered, facts.at(-1)?.position ?? mark);
        for (;;) {
          if (considered >= target && !isForeign) {
            ({ factPosition: target, facts: total } = held ?? (await this.checkpointOf(model.schema)));
          }
          const due = facts.filter((fact) => fact.position <= target);
          if (writer.parked > 0 || writer.position < careUntil) await writer.apply(due, NOWHERE);
          else writer.gather(due);
          if (writer.waiting >= batchSize) await writer.flush(NOWHERE);
          onProgress?.({ facts: this.facts + writer.written + writer.waiting, total });
          if (considered < target) break;
          await writer.apply([], NOWHERE);
          if (held) return await this.swap(isForeign ? writer.position : held.position, this.facts + writer.written);
          if (this.indexed) held = await this.hold();
          else {
            // The live rows may go on meanwhile.
            await createIndexes(this.beside, model, { sql: this.live, schema: this.fresh });
            this.indexed = true;
          }
        }
        if (!held) await giveWay?.(going);
      }
      return { kind: 'cancelled' };
    } finally {
      enough.abort();
      await writer.settled().catch(() => undefined);
      if (held) await this.live.query('rollback').catch(() => undefined);
    }
  }

  private async checkpointOf(schema: string, options: { lock?: boolean } = {}): Promise<Checkpoint> {
    const checkpoint = await readCheckpoint(this.live, schema, options);
    if (!checkpoint) throw new Error(`${schema} has gone`);
    return checkpoint;
  }

  /** Locks the live checkpoint: its projector waits there until the swap is done or given up. */
  private async hold(): Promise<Checkpoint> {
    await this.live.query('begin');
    return this.checkpointOf(this.options.model.schema, { lock: true });
  }

  private async swap(position: bigint, facts: number): Promise<RebuildOutcome> {
    const { model, signal, acceptDifference = false, onProgress, beginSwap, onSwap } = this.options;
    const { fresh } = this;
    const tables: TableComparison[] = [];
    const whole = { facts, total: facts, compared: tables };
    onProgress?.(whole);
    const [here, there] = [
      { sql: this.live, schema: model.schema },
      { sql: this.beside, schema: fresh },
    ];
    for await (const compared of compareTables(here, there)) {
      tables.push(compared);
      onProgress?.(whole);
      if (signal.aborted) return { kind: 'cancelled' };
    }
    const differences = tables.filter(({ equal }) => !equal);
    const result: Compared = { facts, tables, differences };
    if (differences.length > 0 && !acceptDifference && !this.swapBegun) return { kind: 'different', ...result };
    this.swapBegun = (await beginSwap?.()) ?? true;
    if (!this.swapBegun) return { kind: 'cancelled' };
    const name = escapeIdentifier(model.schema);
    await this.live.query(`alter schema ${name} rename to ${escapeIdentifier(oldSchema(model))}`);
    await this.live.query(`alter schema ${escapeIdentifier(fresh)} rename to ${name}`);
    await this.live.query('delete from read_operations.parked where projector = $1', [model.schema]);
    await this.live.query('update read_operations.parked set projector = $1 where projector = $2', [
      model.schema,
      fresh,
    ]);
    await this.live.query(
      `update read_operations.projections live
       set position = $3, fact_position = fresh.fact_position, events_applied = fresh.events_applied,
           events_ignored = fresh.events_ignored, parked_count = fresh.parked_count, updated_at = now(), reason = null,
           state = case when live.state = 'stopped' then 'catching-up' else live.state end
       from read_operations.projections fresh
       where live.schema = $1 and fresh.schema = $2`,
      [model.schema, fresh, position],
    );
    await this.live.query('delete from read_operations.projections where schema = $1', [fresh]);
    await onSwap?.(this.live, result);
    faultPoint('rebuild.before-commit');
    await this.live.query('commit');
    faultPoint('rebuild.after-commit');
    return { kind: 'swapped', ...result };
  }
}

async function discard(sql: Client, model: ReadModel): Promise<void> {
  await drop(sql, nextSchema(model));
  await sql.query('delete from read_operations.projections where schema = $1', [nextSchema(model)]);
}

async function drop(sql: Client, schema: string): Promise<void> {
  await sql.query(`drop schema if exists ${escapeIdentifier(schema)} cascade`);
}

/** A reader that had begun keeps its tables until it ends; a vacuum, whose lock is another, need not. */
async function untilUnread(sql: Client, schema: string, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + OLD_READERS_MS;
  while (performance.now() < deadline && !signal.aborted) {
    const { rows } = await sql.query<{ read: boolean }>(
      `select exists (
         select from pg_locks held join pg_class on pg_class.oid = held.relation
         where relnamespace = to_regnamespace($1) and held.pid <> pg_backend_pid() and held.mode = 'AccessShareLock'
       ) as read`,
      [schema],
    );
    if (!rows[0]?.read) return;
    await pause(OLD_READERS_POLL_MS, signal);
  }
}

const latest = (...positions: readonly bigint[]): bigint => positions.reduce((a, b) => (a > b ? a : b));
