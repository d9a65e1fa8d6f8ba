import type { Listener } from '@easel/kernel/database/listener';
import type { Log } from './log.ts';
import { MOVED_CHANNEL, type ProjectionPhase } from './projection-state.ts';
import { LOCK_KEY } from './projector-runner.ts';
import type { Queryable } from './reads.ts';
import { Statement } from './statement.ts';

/** What is known of one projection here, and who waits for it. */
interface Watched {
  position: bigint;
  readonly waiters: Set<{ position: bigint; settle: (reached: boolean) => void }>;
}

// The server shows an advisory lock's key in two halves.
const CHECKPOINT = new Statement<{ position: string; state: ProjectionPhase; running: boolean }>(
  'projection checkpoint',
  `select position, state, exists (
     select from pg_locks
     where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
       and objsubid = 1 and ((classid::bigint << 32) | objid::bigint) = ${LOCK_KEY}
   ) as running
   from read_operations.projections where schema = $1`,
);

/** Hears what projections tell. */
export interface CheckpointListener {
  /** `change`: a phase or another word for what changed, where it was not the position alone. */
  onChange(schema: string, change: string | undefined): void;
  /** Some of it may have been missed. */
  onGap(): void;
}

/** How far the projections are, as their notifications tell: one listening connection a process, whoever waits. */
export class CheckpointWatch {
  private readonly watched = new Map<string, Watched>();
  private readonly listeners = new Set<CheckpointListener>();

  constructor(
    private readonly reads: Queryable,
    private readonly listener: Pick<Listener, 'listen'>,
    private readonly logger: Log,
  ) {}

  async start(): Promise<void> {
    await this.listener.listen(MOVED_CHANNEL, {
      onNotify: (payload) => {
        const [schema = '', position = '', change] = payload.split(':');
        if (!/^-?\d+$/.test(position)) return;
        this.note(schema, BigInt(position));
        if (change !== undefined && !isMoving(change)) this.letGo(schema);
        for (const listener of this.listeners) listener.onChange(schema, change);
      },
      onGap: () => {
        for (const schema of this.watched.keys()) this.lookAgain(schema);
        for (const listener of this.listeners) listener.onGap();
      },
    });
  }

  /** Gives the way to stop. */
  listen(listener: CheckpointListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  hasReached(schema: string, position: bigint): boolean {
    return this.of(schema).position >= position;
  }

  /** True once the projection stands there; false after the timeout, and at once where nothing is moving it. */
  async reach(schema: string, position: bigint, timeoutMs: number): Promise<boolean> {
    if (this.hasReached(schema, position)) return true;
    const moving = await this.look(schema);
    if (this.hasReached(schema, position)) return true;
    return moving && this.wait(this.of(schema), position, timeoutMs);
  }

  private async wait({ waiters }: Watched, position: bigint, timeoutMs: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter = { position, settle: resolve };
    const timer = setTimeout(() => resolve(false), timeoutMs);
    waiters.add(waiter);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      waiters.delete(waiter);
    }
  }

  /** Reads the checkpoint, and whether a runner is at work on it. */
  private async look(schema: string): Promise<boolean> {
    const [row] = await CHECKPOINT.run(this.reads, [schema]);
    if (!row) return false;
    this.note(schema, BigInt(row.position));
    return row.running && isMoving(row.state);
  }

  private note(schema: string, position: bigint): void {
    const watched = this.of(schema);
    if (position <= watched.position) return;
    watched.position = position;
    for (const waiter of watched.waiters) if (position >= waiter.position) waiter.settle(true);
  }

  /** Whoever waits now waits in vain. */
  private letGo(schema: string): void {
    for (const waiter of this.of(schema).waiters) waiter.settle(false);
  }

  /** After a gap in the notifications. */
  private lookAgain(schema: string): void {
    if (this.of(schema).waiters.size === 0) return;
    this.look(schema).then(
      (moving) => {
        if (!moving) this.letGo(schema);
      },
      (error: unknown) => this.logger.warn({ err: error, schema }, 'A checkpoint was not read'),
    );
  }

  private of(schema: string): Watched {
    let watched = this.watched.get(schema);
    if (!watched) this.watched.set(schema, (watched = { position: -1n, waiters: new Set() }));
    return watched;
  }
}

const isMoving = (phase: string): boolean => phase !== 'stalled' && phase !== 'stopped' && phase !== 'paused';
