import type { Recorded } from '@easel/contracts/kernel/event';
import { faultPoint } from '@easel/kernel/fault-point';
import type { Client } from 'pg';
import { failureOf } from './failure.ts';
import { parkFact, parkedPartitions, partitionOf } from './parked.ts';
import { MOVED_CHANNEL, NOWHERE } from './projection-state.ts';
import type { Batch, ReadModel } from './projector.ts';

/** Another runner moved the checkpoint: this one is no longer the one. */
export class Fenced extends Error {
  constructor(schema: string, position: bigint) {
    super(`the checkpoint of ${schema} is no longer at ${position}`);
    this.name = 'Fenced';
  }
}

/** This code cannot go on: a newer one has to. */
export class Standstill extends Error {
  override name = 'Standstill';
}

interface Tally {
  applied: number;
  ignored: number;
  parked: number;
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
 * Applies batches of facts to one schema: rows and checkpoint move in one transaction, so each fact counts once however
 * often it is delivered. The checkpoint is moved first, by compare-and-set: its row's lock keeps every other writer out.
 */
export class BatchWriter {
  /** Facts up to here are applied, or parked. */
  position: bigint;
  /** Facts that are set aside. */
  parked: number;

  constructor(
    private readonly sql: Client,
    private readonly model: ReadModel,
    private readonly schema: string,
    checkpoint: { position: bigint; parked: number },
  ) {
    this.position = checkpoint.position;
    this.parked = checkpoint.parked;
  }

  /**
   * Applies facts in log order and considers everything up to `upTo`. Throws Fenced, Standstill (after applying what
   * comes before the fact that it cannot read), or what the database threw.
   */
  async apply(facts: readonly Recorded[], upTo: bigint, { notify = false } = {}): Promise<void> {
    const fresh = facts.filter(({ position }) => position > this.position);
    const newer = fresh.findIndex(({ unreadable }) => unreadable?.why === 'newer-version');
    const readable = newer < 0 ? fresh : fresh.slice(0, newer);
    const lastFact = readable.at(-1)?.position ?? this.position;
    const target = newer >= 0 || upTo < lastFact ? lastFact : upTo;
    if (target > this.position) await this.commit(readable, target, notify);
    const blocked = fresh[newer];
    if (blocked) {
      throw new Standstill(`${blocked.type} at ${blocked.position} is of a newer version: ${blocked.unreadable?.detail}`);
    }
  }

  private async commit(facts: readonly Recorded[], target: bigint, notify: boolean): Promise<void> {
    try {
      if (this.parked === 0 && (await this.attempt(() => this.writeAtOnce(facts, target, notify)))) return;
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
  private async writeAtOnce(facts: readonly Recorded[], target: bigint, notify: boolean): Promise<boolean> {
    const { batch, ...tally } = this.collect(facts);
    const moving = this.begin(facts, target, tally);
    const [moved, written] = await Promise.allSettled([moving, batch.write(this.sql)]);
    if (moved.status === 'rejected') throw moved.reason;
    if (moved.value > 0) {
      this.parked = moved.value;
      return false;
    }
    if (written.status === 'rejected') throw written.reason;
    await this.end(target, notify);
    return true;
  }

  /** Finds the facts that cannot be applied, and sets them and whatever follows in their partitions aside. */
  private async writeCarefully(facts: readonly Recorded[], target: bigint, notify: boolean): Promise<boolean> {
    this.parked = await this.begin(facts, target, { applied: 0, ignored: 0 });
    const blocked = this.parked > 0 ? await parkedPartitions(this.sql, this.schema) : new Set<string>();
    const tally: Tally = { applied: 0, ignored: 0, parked: 0 };
    await this.sift(facts, blocked, tally);
    await this.sql.query({
      name: 'count facts',
      text: COUNT,
      values: [this.schema, tally.applied, tally.ignored, tally.parked],
    });
    await this.end(target, notify);
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

  private collect(facts: readonly Recorded[]): { batch: Batch; applied: number; ignored: number } {
    const batch = this.model.startBatch();
    let ignored = 0;
    for (const fact of facts) {
      if (!this.model.knows(fact.type)) ignored += 1;
      else if (fact.unreadable) throw new Error(`unreadable: ${fact.unreadable.detail}`);
      else batch.add(fact);
    }
    return { batch, applied: facts.length - ignored, ignored };
  }

  /** Begins, and moves the checkpoint; gives the number of parked facts. */
  private async begin(
    facts: readonly Recorded[],
    target: bigint,
    { applied, ignored }: Omit<Tally, 'parked'>,
  ): Promise<number> {
    const lastFact = facts.at(-1)?.position ?? NOWHERE;
    const values = [this.schema, target, lastFact, applied, ignored, this.position];
    const [, { rows }] = await Promise.all([
      this.sql.query('begin'),
      this.sql.query<{ parked_count: number }>({ name: 'move checkpoint', text: MOVE, values }),
    ]);
    if (!rows[0]) throw new Fenced(this.schema, this.position);
    return rows[0].parked_count;
  }

  private async end(target: bigint, notify: boolean): Promise<void> {
    if (notify) await this.sql.query('select pg_notify($1, $2)', [MOVED_CHANNEL, `${this.schema}:${target}`]);
    faultPoint('projector.before-commit');
    await this.sql.query('commit');
    faultPoint('projector.after-commit');
    this.position = target;
  }

  private diagnosed(error: unknown): unknown {
    if (error instanceof Fenced || failureOf(error) !== 'code') return error;
    return new Standstill(`the tables of ${this.schema} do not fit this code: ${String(error)}`, { cause: error });
  }
}
