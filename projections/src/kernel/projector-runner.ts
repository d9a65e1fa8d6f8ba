import type { Recorded } from '@easel/contracts/kernel/event';
import { pause } from '@easel/kernel/server/backoff';
import { Following, type FollowedLog, type Turn } from '@easel/kernel/following/following';
import { LockSession, standBy } from '@easel/kernel/following/lock-session';
import type { HeldLock } from '@easel/kernel/following/locks';
import { Client, type Pool } from 'pg';
import { BatchWriter, NeedsCare, Standstill } from './batch-writer.ts';
import type { Log } from './log.ts';
import { NoticePace } from './notice-pace.ts';
import type { Pauses } from './pauses.ts';
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
  log: FollowedLog;
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
/** How long a portion may wait to be filled while there is a backlog: full ones are what makes bulk writing pay. */
export const LINGER_MS = 200;
const STOPPED_POLL_MS = 5_000;
/** Readers wait for these: in a rush one in this time is enough for all. */
const NOTIFY_EVERY_MS = 50;
/** Events that follow each other closely, as those of one generation, are announced each at once. */
const NOTIFY_BURST = 4;
/** A checkpoint that moved over nothing of ours need not be stored more often. */
const IDLE_MOVE_EVERY_MS = 1_000;
/** After so long without a word from the log the database is asked whether it is still there. */
const QUIET_MS = 5_000;

/** Names the lock that the one runner of a schema holds. */
const lockOf = (schema: string): string => `easel projector ${schema}`;
/** Its key, the schema being `$1`. */
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

/** The lock of a schema is held by the connection that writes its rows: neither outlives the other. */
interface Lead extends HeldLock {
  session: LockSession;
}

/**
 * Keeps one read model's tables up with the log. Any number of processes may run one: the holder of an advisory lock
 * works, the others stand by. What is away is waited for, for ever; only what this code cannot do stops it.
 */
export class ProjectorRunner {
  private readonly schema: string;
  private readonly batchSize: number;
  private readonly portionSize: number;
  private readonly notices = new NoticePace(NOTIFY_EVERY_MS, NOTIFY_BURST);
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
    const { log, model, logger } = this.options;
    const following = new Following<Lead>({
      name: this.schema,
      log,
      categories: model.categories,
      stored: model.stored,
      signal,
      logger,
      size: this.portionSize,
      lingerMs: LINGER_MS,
      quietMs: QUIET_MS,
      hold: (waiting) => this.hold(waiting),
      begin: (lead, going) => this.begin(lead, going),
      onError: (error, { session }) => this.tell(error, session.client),
      recover: (error) => this.recover(error, signal),
    });
    await following.done;
    clearTimeout(this.trailing);
  }

  private async hold(signal: AbortSignal): Promise<Lead | undefined> {
    const { model, pool } = this.options;
    const sql = await connectTo(singleConnection(pool, `projector ${model.name}`), this.schema);
    const release = async (): Promise<void> => {
      await sql.end().catch(() => undefined);
    };
    let lead: Lead | undefined;
    try {
      const session = await LockSession.on(sql);
      const isHeld = await standBy(async () => (await session.tryLock(lockOf(this.schema))) || undefined, signal);
      if (isHeld) lead = { session, lost: session.lost, release };
      return lead;
    } finally {
      if (!lead) await release();
    }
  }

  private async begin({ session }: Lead, going: AbortSignal): Promise<Turn | undefined> {
    const { model, pauses } = this.options;
    const sql = session.client;
    const checkpoint = await establish(sql, model, this.schema);
    await pauses?.look();
    if (pauses?.isPaused(model.name)) {
      await this.rest(sql, going);
      return undefined;
    }
    await this.refuseForeignCheckpoint(checkpoint.position);
    const writer = new BatchWriter(sql, model, this.schema, checkpoint);
    const pausing = pauses?.pausing(model.name);
    let phase: ProjectionPhase | undefined;
    const reach = async (reached: ProjectionPhase): Promise<void> => {
      if (phase === reached) return;
      if (reached === 'live') await this.completeIndexes();
      await setPhase(sql, this.schema, reached);
      phase = reached;
    };
    return {
      after: checkpoint.position === NOWHERE ? 'start' : checkpoint.position,
      until: pausing,
      handle: async (facts, { caughtUp }) => {
        await this.take(writer, facts, caughtUp);
        await reach(phase ?? 'catching-up');
      },
      pass: async (position) => {
        await this.apply(writer, [], position);
        await reach(phase ?? 'catching-up');
      },
      caughtUp: async () => {
        await writer.flush(NOWHERE, { notify: true });
        await writer.settled();
        await reach('live');
      },
      quiet: () => session.ask(),
      end: async () => {
        await writer.settled();
        if (pausing?.aborted && !going.aborted) await this.rest(sql, going);
      },
    };
  }

  private async tell(error: unknown, sql: Client): Promise<void> {
    if (error instanceof NeedsCare) return;
    const phase = error instanceof Standstill ? 'stopped' : 'stalled';
    await setPhase(sql, this.schema, phase, String(error)).catch(() => undefined);
  }

  private async recover(error: unknown, signal: AbortSignal): Promise<boolean> {
    if (error instanceof NeedsCare) this.careUntil = error.until;
    else if (error instanceof Standstill) {
      this.options.logger.error({ err: error, projection: this.schema }, 'A projector has stopped');
      await this.untilFreed(signal);
    } else return false;
    return true;
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
  private async take(writer: BatchWriter, facts: readonly Recorded[], caughtUp: boolean): Promise<void> {
    if (caughtUp || writer.parked > 0 || writer.position < this.careUntil) {
      return this.apply(writer, facts, facts.at(-1)?.position ?? NOWHERE);
    }
    writer.gather(facts);
    const isFull = writer.waiting >= this.batchSize;
    const isPause = facts.length < this.portionSize;
    if (isFull || isPause) await writer.flush(NOWHERE, { notify: true });
    if (isPause) await writer.settled();
  }

  private async apply(writer: BatchWriter, facts: readonly Recorded[], upTo: bigint): Promise<void> {
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
      const notify = this.notices.waitMs(now) === 0;
      if (notify) this.notices.note(now);
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
    this.trailing = setTimeout(() => {
      this.trailing = undefined;
      this.notices.note(performance.now());
      pool
        .query('select pg_notify($1, $2)', [MOVED_CHANNEL, `${this.schema}:${writer.position}`])
        .catch((error: unknown) => logger.warn({ err: error }, 'A move of a projection was not told'));
    }, this.notices.waitMs(performance.now()));
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
