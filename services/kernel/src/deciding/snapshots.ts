import type { Fact } from '@easel/contracts/kernel/event';
import type { Decider } from './decider.ts';

/** A fold as it is kept: everything needed to read on from its revision. */
export interface Snapshot {
  state: unknown;
  revision: number;
  position: bigint;
  hash: string;
}

/** Snapshots by stream and fold. */
export interface SnapshotRows {
  find(stream: string, fold: string): Promise<Snapshot | undefined>;
  /** Leaves alone one of a later revision. */
  keep(stream: string, fold: string, snapshot: Snapshot): Promise<void>;
}

const EVERY = 256;

/** Folds of long streams, so that the first command after a start need not read them from the beginning. Disposable. */
export class SnapshotStore {
  constructor(
    private readonly rows: SnapshotRows,
    private readonly onError: (error: unknown) => void,
  ) {}

  async load<State, Command, F extends Fact>(
    stream: string,
    { snapshot }: Decider<State, Command, F>,
  ): Promise<Snapshot | undefined> {
    return snapshot === undefined ? undefined : this.rows.find(stream, snapshot);
  }

  /** Keeps the fold when it has come over another multiple of 256 facts. A failure costs time later, nothing else. */
  async maybeSave<State, Command, F extends Fact>(
    stream: string,
    { snapshot }: Decider<State, Command, F>,
    fold: Snapshot,
    added: number,
  ): Promise<void> {
    const length = fold.revision + 1;
    if (!snapshot || Math.floor(length / EVERY) === Math.floor((length - added) / EVERY)) return;
    try {
      await this.rows.keep(stream, snapshot, fold);
    } catch (error) {
      this.onError(error);
    }
  }
}
