import type { Locks } from './locks.ts';

/**
 * What follows the log keeps beside it: how far it has come, what waits and what is due. These stand in one store, so
 * that they move together or not at all. `Tx` is that store's transaction; a method that is given none is one by
 * itself.
 */
export interface SubscriptionBook<Tx> {
  readonly locks: Locks;
  readonly checkpoints: Checkpoints<Tx>;
  /** Committed when `work` returns, rolled back when it throws. An error of the commit itself leaves it unknown. */
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export interface ProcessBook<Tx> extends SubscriptionBook<Tx> {
  readonly parked: ParkedRows<Tx>;
  readonly timers: TimerRows<Tx>;
}

export interface Checkpoints<Tx> {
  find(name: string): Promise<bigint | undefined>;
  /** Leaves alone what another process has begun. */
  begin(name: string, position: bigint): Promise<void>;
  /** Tells whether it was at `from`; where not, nothing has changed. */
  advance(name: string, from: bigint, to: bigint, tx?: Tx): Promise<boolean>;
}

export interface ParkedRow {
  stream: string;
  /** Of the first fact that waits. */
  revision: number;
}

export interface ParkedRows<Tx> {
  /** In the order in which they were parked. */
  of(subscription: string): Promise<readonly ParkedRow[]>;
  /** Leaves alone a stream that is parked already. */
  add(subscription: string, row: ParkedRow & { detail: string }, tx: Tx): Promise<void>;
  move(subscription: string, row: ParkedRow, tx: Tx): Promise<void>;
  /** Unless it waits behind that revision again. */
  remove(subscription: string, row: ParkedRow, tx: Tx): Promise<void>;
}

export interface NewTimer {
  key: string;
  dueAt: Date;
  /** When it is performed: its time, or that of another try. */
  attemptAt: Date;
  /** As JSON. */
  payload: unknown;
}

export interface TimerRow extends NewTimer {
  /** Failures in a row. */
  tries: number;
  /** Tells one scheduling of a key from every other, also after it was cancelled. */
  version: string;
}

export interface TimerRows<Tx> {
  cancel(process: string, keys: readonly string[], tx: Tx): Promise<void>;
  /** Replaces what is scheduled under the same keys; none comes twice. */
  schedule(process: string, timers: readonly NewTimer[], tx: Tx): Promise<void>;
  /** The first to be attempted, whether due or not. */
  next(process: string, most: number, except: readonly string[]): Promise<readonly TimerRow[]>;
  /** False, and nothing, where a fact has scheduled it anew or cancelled it, as for `again`. */
  done(process: string, timer: Pick<TimerRow, 'key' | 'version'>): Promise<boolean>;
  /** Without a failure before it, it is due at that time as well. */
  again(process: string, timer: Pick<TimerRow, 'key' | 'version'>, at: Date, tries: number): Promise<boolean>;
}
