import type { Locks } from '../../following/locks.ts';
import type {
  Checkpoints,
  NewTimer,
  ParkedRow,
  ParkedRows,
  ProcessBook,
  TimerRow,
  TimerRows,
} from '../../following/process-book.ts';
import type { MemoryPool, MemoryTransaction } from './memory-database.ts';
import { MemoryLocks } from './memory-locks.ts';

/** The book of every process on one database in memory. */
export class MemoryBook implements ProcessBook<MemoryTransaction> {
  readonly checkpoints: Checkpoints<MemoryTransaction>;
  readonly parked: ParkedRows<MemoryTransaction>;
  readonly timers: TimerRows<MemoryTransaction>;

  constructor(
    private readonly pool: MemoryPool,
    readonly locks: Locks = new MemoryLocks(pool),
  ) {
    this.checkpoints = new MemoryCheckpoints(pool);
    this.parked = new MemoryParkedRows(pool);
    this.timers = new MemoryTimers(pool);
  }

  inTransaction<T>(work: (tx: MemoryTransaction) => Promise<T>): Promise<T> {
    return this.pool.inTransaction(work);
  }
}

interface Checkpoint {
  position: bigint;
}

class MemoryCheckpoints implements Checkpoints<MemoryTransaction> {
  constructor(private readonly pool: MemoryPool) {}

  find(name: string): Promise<bigint | undefined> {
    return this.pool.statement('checkpoints.find', undefined, (tx) => checkpointsIn(tx).get(name)?.position);
  }

  begin(name: string, position: bigint): Promise<void> {
    return this.pool.statement('checkpoints.begin', undefined, async (tx) => {
      const checkpoints = checkpointsIn(tx);
      if (!(await checkpoints.locked(name))) await checkpoints.put(name, { position });
    });
  }

  advance(name: string, from: bigint, to: bigint, within?: MemoryTransaction): Promise<boolean> {
    return this.pool.statement('checkpoints.advance', within, async (tx) => {
      const checkpoints = checkpointsIn(tx);
      if ((await checkpoints.locked(name))?.position !== from) return false;
      await checkpoints.put(name, { position: to });
      return true;
    });
  }
}

const checkpointsIn = (tx: MemoryTransaction) => tx.rows<Checkpoint>('checkpoints');

interface Parked extends ParkedRow {
  detail: string;
  /** Which came first. */
  number: number;
}

class MemoryParkedRows implements ParkedRows<MemoryTransaction> {
  constructor(private readonly pool: MemoryPool) {}

  of(subscription: string): Promise<readonly ParkedRow[]> {
    return this.pool.statement('parked.of', undefined, (tx) =>
      parkedBy(subscription, tx)
        .all()
        .map(([, row]) => row)
        .sort((a, b) => a.number - b.number)
        .map(({ stream, revision }) => ({ stream, revision })),
    );
  }

  add(subscription: string, row: ParkedRow & { detail: string }, within: MemoryTransaction): Promise<void> {
    return this.pool.statement('parked.add', within, async (tx) => {
      const parked = parkedBy(subscription, tx);
      if (await parked.locked(row.stream)) return;
      await parked.put(row.stream, { ...row, number: tx.nextNumber() });
    });
  }

  move(subscription: string, { stream, revision }: ParkedRow, within: MemoryTransaction): Promise<void> {
    return this.pool.statement('parked.move', within, async (tx) => {
      const parked = parkedBy(subscription, tx);
      const row = await parked.locked(stream);
      if (row) await parked.put(stream, { ...row, revision });
    });
  }

  remove(subscription: string, { stream, revision }: ParkedRow, within: MemoryTransaction): Promise<void> {
    return this.pool.statement('parked.remove', within, async (tx) => {
      const parked = parkedBy(subscription, tx);
      const row = await parked.locked(stream);
      if (row && row.revision <= revision) await parked.delete(stream);
    });
  }
}

const parkedBy = (subscription: string, tx: MemoryTransaction) => tx.rows<Parked>(`parked_streams ${subscription}`);

interface StoredTimer extends Omit<TimerRow, 'payload'> {
  /** JSON. */
  payload: string;
}

class MemoryTimers implements TimerRows<MemoryTransaction> {
  constructor(private readonly pool: MemoryPool) {}

  cancel(process: string, keys: readonly string[], within: MemoryTransaction): Promise<void> {
    return this.pool.statement('timers.cancel', within, async (tx) => {
      for (const key of keys) await timersOf(process, tx).delete(key);
    });
  }

  schedule(process: string, timers: readonly NewTimer[], within: MemoryTransaction): Promise<void> {
    return this.pool.statement('timers.schedule', within, async (tx) => {
      for (const { key, dueAt, attemptAt, payload } of timers) {
        await timersOf(process, tx).put(key, {
          key,
          dueAt,
          attemptAt,
          payload: JSON.stringify(payload),
          tries: 0,
          version: String(tx.nextNumber()),
        });
      }
    });
  }

  next(process: string, most: number, except: readonly string[]): Promise<readonly TimerRow[]> {
    return this.pool.statement('timers.next', undefined, (tx) =>
      timersOf(process, tx)
        .all()
        .map(([, row]) => row)
        .filter(({ key }) => !except.includes(key))
        .sort((a, b) => a.attemptAt.getTime() - b.attemptAt.getTime())
        .slice(0, most)
        .map((row) => ({ ...row, payload: JSON.parse(row.payload) as unknown })),
    );
  }

  done(process: string, timer: Pick<TimerRow, 'key' | 'version'>): Promise<void> {
    return this.pool.statement('timers.done', undefined, async (tx) => {
      const timers = timersOf(process, tx);
      if ((await timers.locked(timer.key))?.version === timer.version) await timers.delete(timer.key);
    });
  }

  again(process: string, timer: Pick<TimerRow, 'key' | 'version'>, at: Date, tries: number): Promise<void> {
    return this.pool.statement('timers.again', undefined, async (tx) => {
      const timers = timersOf(process, tx);
      const row = await timers.locked(timer.key);
      if (row?.version !== timer.version) return;
      await timers.put(timer.key, { ...row, attemptAt: at, tries, dueAt: tries === 0 ? at : row.dueAt });
    });
  }
}

const timersOf = (process: string, tx: MemoryTransaction) => tx.rows<StoredTimer>(`timers ${process}`);
