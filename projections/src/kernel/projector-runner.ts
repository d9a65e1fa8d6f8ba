import type { EventLog } from '@easel/kernel/log/event-log';
import { backoffMs, pause } from '@easel/kernel/server/backoff';
import { Client, type Pool } from 'pg';
import { BatchWriter, NeedsCare, Standstill } from './batch-writer.ts';
import type { Log } from './log.ts';
import type { Pauses } from './pauses.ts';
import { type Portion, portions } from './portions.ts';
import {
  connectTo,
  createIndexes,
  establish,
  MOVED_CHANNEL,
  NOWHERE,
  type ProjectionPhase,
  readCheckpoint,
  setPhase,
} from './projection-state.ts';
import type { ReadModel } from './projector.ts';

export interface RunnerOptions {
  model: ReadModel;
  log: Pick<EventLog, 'subscribe' | 'head'>;
  /** Its settings serve for the runner's own connection too. */
  pool: Pool;
  logger: Log;
  /** Without them nothing makes it stand still. */
  pauses?: Pauses;
  /** Facts in one transaction at most. */
  batchSize?: number;
}

const BATCH_SIZE = 5_000;
/** Facts that are held at a time: a batch is gathered from portions. */
export const PORTION_SIZE = 500;
const STANDBY_POLL_MS = 500;
const STOPPED_POLL_MS = 5_000;
/** Readers wait for these, and one in this time is enough for all. */
const NOTIFY_EVERY_MS = 50;
/** A checkpoint that moved over nothing of ours need not be stored more often. */
const IDLE_MOVE_EVERY_MS = 1_000;
const BACKOFF_MS = { first: 100, most: 5_000 };

/** Of the advisory lock that the one runner of a schema (`$1`) holds. */
export const LOCK_KEY = `hashtextextended('easel projector ' || $1, 0)`;

/** Settings of a pool as those of a single connection, whose statements may be sent ahead of each other's answers. */
export const singleConnection =
  (pool: Pool, name: string, { patient = false } = {}) =>
  (): Client =>
    new Client({
      ...pool.options,
      application_name: name,
      pipeline: true,
      // What takes long on a large table would be taken for a server that has frozen.
      ...(patient && { query_timeout: 0 }),
    });

/**
 * Keeps one read model's tables up with the log. Any number of processes may run one: the holder of an advisory lock
 * works, the others stand by. What is away is waited for, for ever; only what this code cannot do stops it.
 */
export class ProjectorRunner {
  private readonly schema: string;
  private readonly batchSize: number;
  private readonly portionSize: number;
  private notifiedAt = 0;
  private movedAt = 0;
  private trailing: NodeJS.Timeout | undefined;
  /** Up to here facts are applied one portion at a time, so that a bad one is found. */
  private careUntil = NOWHERE;

  constructor(private readonly options: RunnerOptions) {
    this.schema = options.model.schema;
    this.batchSize = options.batchSize ?? BATCH_SIZE;
    this.portionSize = Math.min(PORTION_SIZE, this.batchSize);
  }

  /** Runs until the signal ends it; then the batch in work is finished first. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { logger } = this.options;
    for (let failures = 0; !signal.aborted;) {
      try {
        await this.session(signal, () => {
          failures = 0;
        });
      } catch (error) {
        if (signal.aborted) break;
        if (error instanceof NeedsCare) this.careUntil = error.until;
        else if (error instanceof Standstill) {
          logger.error({ err: error, projection: this.schema }, 'A projector has stopped');
          await this.untilFreed(signal);
        } else {
          logger.warn({ err: error, projection: this.schema }, 'A projector was interrupted');
          await pause(backoffMs(failures++, BACKOFF_MS.first, BACKOFF_MS.most), signal);
        }
      }
    }
    clearTimeout(this.trailing);
  }

  /** One connection's life: waits to be the one, then leads. */
  private async session(signal: AbortSignal, progressed: () => void): Promise<void> {
    const { model, pool } = this.options;
    const sql = await connectTo(singleConnection(pool, `projector ${model.name}`), this.schema);
    const lost = new AbortController();
    sql.on('end', () => lost.abort());
    const going = AbortSignal.any([signal, lost.signal]);
    try {
      if (!(await this.becomeTheOne(sql, going))) return;
      await this.lead(sql, going, progressed).catch(async (error: unknown) => {
        // Told while the lock is still held, so that it cannot belie a successor.
        const phase = error instanceof Standstill ? 'stopped' : 'stalled';
        if (!(error instanceof NeedsCare))
          await setPhase(sql, this.schema, phase, String(error)).catch(() => undefined);
        throw error;
      });
      if (lost.signal.aborted && !signal.aborted) throw new Error('the connection to the database was lost');
    } finally {
      lost.abort();
      await sql.end().catch(() => undefined);
    }
  }

  /** Polls, for a session that waits inside the lock would not see its own end. False where the signal came first. */
  private async becomeTheOne(sql: Client, signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      const { rows } = await sql.query<{ mine: boolean }>(`select pg_try_advisory_lock(${LOCK_KEY}) as mine`, [
        this.schema,
      ]);
      if (rows[0]?.mine) return true;
      await pause(STANDBY_POLL_MS, signal);
    }
    return false;
  }

  private async lead(sql: Client, signal: AbortSignal, progressed: () => void): Promise<void> {
    const { model, log, pauses } = this.options;
    const checkpoint = await establish(sql, model, this.schema);
    await pauses?.look();
    if (pauses?.isPaused(model.name)) return this.rest(sql, signal);
    await this.refuseForeignCheckpoint(checkpoint.position);
    const writer = new BatchWriter(sql, model, this.schema, checkpoint);
    const after = checkpoint.position === NOWHERE ? 'start' : checkpoint.position;
    const going = pauses ? AbortSignal.any([signal, pauses.pausing(model.name)]) : signal;
    const facts = log.subscribe({ categories: model.categories, stored: model.stored, after, signal: going });
    let phase: ProjectionPhase | undefined;
    for await (const portion of portions(facts, { size: this.portionSize })) {
      await this.take(writer, portion);
      const reached = portion.caughtUp ? 'live' : 'catching-up';
      if (phase !== reached) {
        if (reached === 'live') await this.completeIndexes();
        await setPhase(sql, this.schema, reached);
      }
      phase = reached;
      progressed();
    }
    if (!going.aborted || signal.aborted) return;
    await writer.settled();
    await this.rest(sql, signal);
  }

  private async completeIndexes(): Promise<void> {
    const { model, pool } = this.options;
    if (Object.keys(model.indexes).length === 0) return;
    const sql = await connectTo(singleConnection(pool, `indexes ${model.name}`, { patient: true }), this.schema);
    try {
      await createIndexes(sql, model);
    } finally {
      await sql.end().catch(() => undefined);
    }
  }

  /** Keeps its place as the one, and does nothing in it until it may go on. */
  private async rest(sql: Client, signal: AbortSignal): Promise<void> {
    await setPhase(sql, this.schema, 'paused');
    await this.options.pauses?.untilResumed(this.options.model.name, signal);
  }

  /** A log that ends before the checkpoint is not the one these rows were made of. */
  private async refuseForeignCheckpoint(position: bigint): Promise<void> {
    if (position === NOWHERE) return;
    const head = await this.options.log.head({ atLeast: position });
    if (head < position) {
      throw new Standstill(`the checkpoint ${position} lies beyond the log's end ${head}: rebuild ${this.schema}`);
    }
  }

  /** Gathers a backlog into batches; applies what comes as it comes. */
  private async take(writer: BatchWriter, portion: Portion): Promise<void> {
    if (portion.caughtUp || writer.parked > 0 || writer.position < this.careUntil) return this.apply(writer, portion);
    writer.gather(portion.facts);
    const isFull = writer.waiting >= this.batchSize;
    const isPause = portion.facts.length < this.portionSize;
    if (isFull || isPause) await writer.flush(portion.upTo, { notify: true });
    if (isPause) await writer.settled();
  }

  private async apply(writer: BatchWriter, { facts, upTo }: Portion): Promise<void> {
    const now = performance.now();
    if (facts.length === 0) {
      if (upTo <= writer.position || now - this.movedAt < IDLE_MOVE_EVERY_MS) {
        // What was gathered before it is written all the same.
        await writer.apply([], NOWHERE);
        return;
      }
      await writer.apply([], upTo);
    } else {
      const { parked } = writer;
      const notify = now - this.notifiedAt >= NOTIFY_EVERY_MS;
      if (notify) this.notifiedAt = now;
      try {
        await writer.apply(facts, upTo, { notify });
      } finally {
        if (!notify) this.notifyLater(writer);
      }
      if (writer.parked > parked) this.alert(writer.parked);
    }
    this.movedAt = now;
  }

  private alert(parked: number): void {
    const { logger } = this.options;
    logger.error(
      { projection: this.schema, parked },
      'Facts that cannot be applied were parked, with all that follow them',
    );
  }

  /** So that the last of a rush is always told. */
  private notifyLater(writer: BatchWriter): void {
    if (this.trailing) return;
    const { pool, logger } = this.options;
    const dueMs = Math.max(0, this.notifiedAt + NOTIFY_EVERY_MS - performance.now());
    this.trailing = setTimeout(() => {
      this.trailing = undefined;
      this.notifiedAt = performance.now();
      pool
        .query('select pg_notify($1, $2)', [MOVED_CHANNEL, `${this.schema}:${writer.position}`])
        .catch((error: unknown) => logger.warn({ err: error }, 'A move of a projection was not told'));
    }, dueMs);
  }

  /** Until a rebuild or newer code has freed it, or the process ends. */
  private async untilFreed(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(STOPPED_POLL_MS, signal);
      const checkpoint = await readCheckpoint(this.options.pool, this.schema).catch(() => undefined);
      if (checkpoint && checkpoint.phase !== 'stopped') return;
    }
  }
}
