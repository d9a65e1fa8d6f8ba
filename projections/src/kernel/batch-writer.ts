import type { Recorded } from '@easel/contracts/kernel/event';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Fenced } from '@easel/kernel/following/following';
import type { Client } from 'pg';
import { failureOf } from './failure.ts';
import { parkFact, parkedPartitions, partitionOf } from './parked.ts';
import { MOVED_CHANNEL, NOWHERE } from './projection-state.ts';
import type { Batch, ReadModel } from './projector.ts';

/** This code cannot go on: a newer one has to. */
export class Standstill extends Error {
  override name = 'Standstill';
}

/** Somewhere up to this position is a fact that cannot be applied: nothing was, and `apply` has to find it. */
export class NeedsCare extends Error {
  constructor(
    readonly until: bigint,
    cause?: unknown,
  ) {
    super(`facts up to ${until} have to be applied with care`, { cause });
    this.name = 'NeedsCare';
  }
}

interface Tally {
  applied: number;
  ignored: number;
  parked: number;
}

/** Facts that have become rows to be written. */
interface Gathered extends Omit<Tally, 'parked'> {
  batch: Batch;
  lastFact: bigint;
}

const MOVE = `
  update read_operations.projections
  set position = $2, fact_position = greatest(fact_position, $3), events_applied = events_applied + $4,
      events_ignored = events_ignored + $5, updated_at = now()
  where schema = $1 and position = $6
  returning parked_count`;

const COUNT = `
  update read_operations.projections
  set events_applied = events_applied + $2, events_ignored = events_ignored + $3, parked_count = parked_count + $4
  where schema = $1`;

/**
 * Applies facts to one schema: rows and checkpoint move in one transaction, so each fact counts once however often it
 * is delivered. The checkpoint is moved first, by compare-and-set: its row's lock keeps every other writer out.
 *
 * `apply` takes facts as they come, and sets bad ones aside. `gather` and `flush` are for a backlog: facts are folded
 * as they are read and not kept, and the database writes one batch while the next is gathered; they find a bad fact
 * only to throw NeedsCare. Errors besides: Fenced, Standstill, and what the database threw.
 */
export class BatchWriter {
  /** Facts up to here are applied, or parked. */
  position: bigint;
  /** Facts that are set aside. */
  parked: number;
  /** Facts written so far. */
  written = 0;
  private gathered: Gathered | undefined;
  /** Facts up to here are gathered, if not written. */
  private taken: bigint;
  private writing = Promise.resolve();

  constructor(
    private readonly sql: Client,
    private readonly model: ReadModel,
    private readonly schema: string,
    checkpoint: { position: bigint; parked: number },
  ) {
    this.position = checkpoint.position;
    this.taken = checkpoint.position;
    this.parked = checkpoint.parked;
  }

  /**
   * Applies facts in log order and considers everything up to `upTo`. What comes before a fact of a newer version is
   * applied before Standstill is thrown.
   */
  async apply(facts: readonly Recorded[], upTo: bigint, { notify = false } = {}): Promise<void> {
    await this.flush(NOWHERE);
    await this.settled();
    const fresh = facts.filter(({ position }) => position > this.position);
    const newer = fresh.findIndex(({ unreadable }) => unreadable?.why === 'newer-version');
    const readable = newer < 0 ? fresh : fresh.slice(0, newer);
    const lastFact = readable.at(-1)?.position ?? this.position;
    const target = newer >= 0 || upTo < lastFact ? lastFact : upTo;
    if (target > this.position) await this.commit(readable, target, notify);
    this.taken = this.position;
    const blocked = fresh[newer];
    if (blocked) {
      throw new Standstill(
        `${blocked.type} at ${blocked.position} is of a newer version: ${blocked.unreadable?.detail}`,
      );
    }
  }

  /** Facts gathered and not being written yet. */
  get waiting(): number {
    return this.gathered ? this.gathered.applied + this.gathered.ignored : 0;
  }

  /** Folds facts into the batch that is open. */
  gather(facts: readonly Recorded[]): void {
    const last = facts.at(-1)?.position ?? NOWHERE;
    if (last <= this.taken) return;
    if (this.parked > 0) throw new NeedsCare(last);
    this.gathered ??= this.nothing();
    try {
      for (const fact of facts) if (fact.position > this.taken) this.add(this.gathered, fact);
    } catch (error) {
      throw new NeedsCare(last, error);
    }
    this.taken = last;
  }

  /** Begins to write what is gathered, once what was gathered before is written. */
  async flush(upTo: bigint, { notify = false } = {}): Promise<void> {
    const { gathered } = this;
    if (!gathered) return;
    this.gathered = undefined;
    await this.settled();
    const target = upTo > gathered.lastFact ? upTo : gathered.lastFact;
    this.writing = this.attempt(() => this.writeAtOnce(gathered, target, notify)).then(
      (written) => {
        if (!written) throw new NeedsCare(target);
      },
      (error: unknown) => {
        const isBad = !(error instanceof Fenced) && failureOf(error) === 'fact';
        throw isBad ? new NeedsCare(target, error) : this.diagnosed(error);
      },
    );
    // It is thrown by whoever waits for it.
    this.writing.catch(() => undefined);
  }

  /** Resolves when everything flushed is written. */
  settled(): Promise<void> {
    return this.writing;
  }

  private async commit(facts: readonly Recorded[], target: bigint, notify: boolean): Promise<void> {
    try {
      if (this.parked === 0 && (await this.attempt(() => this.writeAtOnce(this.collect(facts), target, notify))))
        return;
    } catch (error) {
      if (failureOf(error) !== 'fact' || error instanceof Fenced) throw this.diagnosed(error);
    }
    try {
      await this.attempt(() => this.writeCarefully(facts, target, notify));
    } catch (error) {
      throw this.diagnosed(error);
    }
  }

  /** One transaction; rolled back where `work` throws or says no. */
  private async attempt(work: () => Promise<boolean>): Promise<boolean> {
    let done = false;
    try {
      done = await work();
    } finally {
      // Where even this fails the connection is gone, and that is the error to tell.
      if (!done) await this.sql.query('rollback');
    }
    return done;
  }

  /** The usual case: nothing parked, nothing bad. False where something is parked after all. */
  private async writeAtOnce(gathered: Gathered, target: bigint, notify: boolean): Promise<boolean> {
    const moving = this.begin(target, gathered);
    const [moved, written] = await Promise.allSettled([moving, gathered.batch.write(this.sql)]);
    if (moved.status === 'rejected') throw moved.reason;
    if (moved.value > 0) {
      this.parked = moved.value;
      return false;
    }
    if (written.status === 'rejected') throw written.reason;
    await this.end(target, gathered.applied + gathered.ignored, notify);
    return true;
  }

  /** Finds the facts that cannot be applied, and sets them and whatever follows in their partitions aside. */
  private async writeCarefully(facts: readonly Recorded[], target: bigint, notify: boolean): Promise<boolean> {
    const lastFact = facts.at(-1)?.position ?? NOWHERE;
    this.parked = await this.begin(target, { lastFact, applied: 0, ignored: 0 });
    const blocked = this.parked > 0 ? await parkedPartitions(this.sql, this.schema) : new Set<string>();
    const tally: Tally = { applied: 0, ignored: 0, parked: 0 };
    await this.sift(facts, blocked, tally);
    await this.sql.query({
      name: 'count facts',
      text: COUNT,
      values: [this.schema, tally.applied, tally.ignored, tally.parked],
    });
    await this.end(target, facts.length, notify);
    this.parked += tally.parked;
    return true;
  }

  private async sift(facts: readonly Recorded[], blocked: Set<string>, tally: Tally): Promise<void> {
    const ready: Recorded[] = [];
    for (const fact of facts) {
      if (this.model.knows(fact.type) && blocked.has(partitionOf(this.model, fact))) {
        await parkFact(this.sql, this.schema, this.model, fact, null);
        tally.parked += 1;
      } else ready.push(fact);
    }
    const [first] = ready;
    if (!first) return;
    await this.sql.query('savepoint sifted');
    try {
      const { batch, applied, ignored } = this.collect(ready);
      await batch.write(this.sql);
      await this.sql.query('release savepoint sifted');
      tally.applied += applied;
      tally.ignored += ignored;
    } catch (error) {
      if (failureOf(error) !== 'fact') throw error;
      await this.sql.query('rollback to savepoint sifted; release savepoint sifted');
      if (ready.length === 1) {
        await parkFact(this.sql, this.schema, this.model, first, error);
        await this.model.markIncomplete(this.sql, [partitionOf(this.model, first)], true);
        blocked.add(partitionOf(this.model, first));
        tally.parked += 1;
        return;
      }
      const middle = Math.ceil(ready.length / 2);
      await this.sift(ready.slice(0, middle), blocked, tally);
      await this.sift(ready.slice(middle), blocked, tally);
    }
  }

  private collect(facts: readonly Recorded[]): Gathered {
    const gathered = this.nothing();
    for (const fact of facts) this.add(gathered, fact);
    return gathered;
  }

  private nothing(): Gathered {
    return { batch: this.model.startBatch(), applied: 0, ignored: 0, lastFact: NOWHERE };
  }

  private add(gathered: Gathered, fact: Recorded): void {
    const { unreadable } = fact;
    // A newer version may be of a type that has no handler here.
    if (unreadable && (unreadable.why === 'newer-version' || this.model.knows(fact.type))) {
      throw new Error(`unreadable: ${unreadable.detail}`);
    }
    if (this.model.knows(fact.type)) {
      gathered.batch.add(fact);
      gathered.applied += 1;
    } else gathered.ignored += 1;
    gathered.lastFact = fact.position;
  }

  /** Begins, and moves the checkpoint; gives the number of parked facts. */
  private async begin(target: bigint, { lastFact, applied, ignored }: Omit<Gathered, 'batch'>): Promise<number> {
    const values = [this.schema, target, lastFact, applied, ignored, this.position];
    const [, { rows }] = await Promise.all([
      this.sql.query('begin'),
      this.sql.query<{ parked_count: number }>({ name: 'move checkpoint', text: MOVE, values }),
    ]);
    if (!rows[0]) throw new Fenced(this.schema, this.position);
    return rows[0].parked_count;
  }

  private async end(target: bigint, facts: number, notify: boolean): Promise<void> {
    const notified = notify && this.sql.query('select pg_notify($1, $2)', [MOVED_CHANNEL, `${this.schema}:${target}`]);
    faultPoint('projector.before-commit');
    // Where the one fails, the other rolls back.
    await Promise.all([notified, this.sql.query('commit')]);
    faultPoint('projector.after-commit');
    this.position = target;
    this.written += facts;
  }

  private diagnosed(error: unknown): unknown {
    if (error instanceof Fenced || failureOf(error) !== 'code') return error;
    return new Standstill(`the tables of ${this.schema} do not fit this code: ${String(error)}`, { cause: error });
  }
}
