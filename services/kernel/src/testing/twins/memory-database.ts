import { atOnce, type Turn } from './turn.ts';

/** Rows by key. */
type Rows = Map<string, unknown>;

/**
 * A database in memory, as far as the stores that stand on PostgreSQL need one: tables of rows under a key,
 * transactions that read what is committed and what they wrote themselves, a lock on each row written until its
 * transaction ends, and named locks. It outlives the processes that connect to it.
 */
export class MemoryDatabase {
  readonly tables = new Map<string, Rows>();
  /** Of rows, by table and key. */
  readonly rowLocks = new Map<string, MemoryTransaction>();
  readonly namedLocks = new Map<string, MemoryPool>();
  private last = 0;
  private freed = Promise.withResolvers<void>();

  connect(turn: Turn = atOnce): MemoryPool {
    return new MemoryPool(this, turn);
  }

  /** A number that was never given before, as a sequence gives it. */
  nextNumber(): number {
    return ++this.last;
  }

  table(name: string): Rows {
    let rows = this.tables.get(name);
    if (!rows) this.tables.set(name, (rows = new Map()));
    return rows;
  }

  /** Resolves when a lock has been freed since. */
  whenFreed(): Promise<void> {
    return this.freed.promise;
  }

  tellFreed(): void {
    const { resolve } = this.freed;
    this.freed = Promise.withResolvers();
    resolve();
  }
}

/** One process's connections. */
export class MemoryPool {
  private readonly open = new Set<MemoryTransaction>();
  private cut = false;

  constructor(
    readonly database: MemoryDatabase,
    readonly turn: Turn,
  ) {}

  /** Committed when `work` returns, rolled back when it throws. */
  async inTransaction<T>(work: (tx: MemoryTransaction) => Promise<T>): Promise<T> {
    const tx = this.begin();
    try {
      await this.turn('asked', 'begin');
      const result = await work(tx);
      await this.turn('asked', 'commit');
      tx.commit();
      await this.turn('answered', 'commit');
      return result;
    } catch (error) {
      tx.rollBack();
      throw error;
    }
  }

  /** One statement: in that transaction, else one by itself. */
  async statement<T>(
    what: string,
    tx: MemoryTransaction | undefined,
    work: (tx: MemoryTransaction) => T | Promise<T>,
  ): Promise<T> {
    const own = tx ?? this.begin();
    try {
      await this.turn('asked', what);
      const result = await work(own);
      if (!tx) own.commit();
      await this.turn('answered', what);
      return result;
    } catch (error) {
      if (tx) tx.hasFailed = true;
      else own.rollBack();
      throw error;
    }
  }

  /** The process is gone: what it had not committed never was, and its locks are free. Whatever it asks hangs. */
  disconnect(): void {
    this.cut = true;
    for (const tx of this.open) tx.rollBack();
    for (const [name, holder] of this.database.namedLocks) {
      if (holder === this) this.database.namedLocks.delete(name);
    }
    this.database.tellFreed();
  }

  private begin(): MemoryTransaction {
    const tx = new MemoryTransaction(this.database, () => this.open.delete(tx));
    if (this.cut) tx.rollBack();
    else this.open.add(tx);
    return tx;
  }
}

export class MemoryTransaction {
  hasFailed = false;
  private isOver = false;
  private readonly changes = new Map<string, Rows>();
  private readonly locked = new Set<string>();
  private waitsFor: MemoryTransaction | undefined;

  constructor(
    private readonly database: MemoryDatabase,
    private readonly onEnd: () => void,
  ) {}

  /** Whose `table` it is, tells what its rows are. */
  rows<Row>(table: string): MemoryRows<Row> {
    return new MemoryRows<Row>(this, table, this.database.table(table), this.changesOf(table));
  }

  nextNumber(): number {
    return this.database.nextNumber();
  }

  /** Waits until no other transaction has written the row; it is this one's until its end. */
  async lock(table: string, key: string): Promise<void> {
    const name = `${table} ${key}`;
    for (;;) {
      if (this.isOver) await new Promise<never>(() => undefined);
      const holder = this.database.rowLocks.get(name);
      if (!holder || holder === this) break;
      this.waitsFor = holder;
      for (let other = holder.waitsFor; other; other = other.waitsFor) {
        if (other === this) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
      }
      await this.database.whenFreed();
      this.waitsFor = undefined;
    }
    this.database.rowLocks.set(name, this);
    this.locked.add(name);
  }

  commit(): void {
    if (this.hasFailed) throw new Error('The transaction was rolled back: a statement in it had failed');
    if (this.isOver) return;
    for (const [table, changes] of this.changes) {
      const rows = this.database.table(table);
      for (const [key, row] of changes) {
        if (row === undefined) rows.delete(key);
        else rows.set(key, row);
      }
    }
    this.end();
  }

  rollBack(): void {
    if (!this.isOver) this.end();
  }

  private end(): void {
    this.isOver = true;
    this.waitsFor = undefined;
    for (const name of this.locked) this.database.rowLocks.delete(name);
    this.onEnd();
    this.database.tellFreed();
  }

  private changesOf(table: string): Rows {
    let changes = this.changes.get(table);
    if (!changes) this.changes.set(table, (changes = new Map()));
    return changes;
  }
}

/** A table as a transaction sees it. Rows are values: nobody changes one that was given or taken. */
export class MemoryRows<Row> {
  constructor(
    private readonly tx: MemoryTransaction,
    private readonly table: string,
    private readonly committed: Rows,
    private readonly changes: Rows,
  ) {}

  get(key: string): Readonly<Row> | undefined {
    return (this.changes.has(key) ? this.changes.get(key) : this.committed.get(key)) as Row | undefined;
  }

  /** In the order of their keys. */
  all(): readonly (readonly [key: string, row: Readonly<Row>])[] {
    const keys = new Set([...this.committed.keys(), ...this.changes.keys()]);
    return [...keys].sort().flatMap((key) => {
      const row = this.get(key);
      return row === undefined ? [] : [[key, row] as const];
    });
  }

  /** The row as it is once nobody else is writing it: what a change of it depends on. */
  async locked(key: string): Promise<Readonly<Row> | undefined> {
    await this.tx.lock(this.table, key);
    return this.get(key);
  }

  async put(key: string, row: Row): Promise<void> {
    await this.tx.lock(this.table, key);
    this.changes.set(key, Object.freeze(row));
  }

  async delete(key: string): Promise<void> {
    await this.tx.lock(this.table, key);
    this.changes.set(key, undefined);
  }
}
