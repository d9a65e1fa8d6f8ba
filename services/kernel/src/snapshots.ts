import type { Fact } from '@easel/contracts/kernel/event';
import type { Pool } from 'pg';
import type { Decider } from './decider.ts';

/** A fold as it is kept: everything needed to read on from its revision. */
export interface Snapshot {
  state: unknown;
  revision: number;
  position: bigint;
  hash: string;
}

export const snapshotTables = [
  `CREATE TABLE vault.snapshots (
     stream text NOT NULL,
     fold text NOT NULL,
     revision bigint NOT NULL,
     position bigint NOT NULL,
     hash text NOT NULL,
     state jsonb NOT NULL,
     PRIMARY KEY (stream, fold)
   )`,
];

const EVERY = 256;

/** Folds of long streams, so that the first command after a start need not read them from the beginning. Disposable. */
export class SnapshotStore {
  constructor(
    private readonly pool: Pool,
    private readonly onError: (error: unknown) => void,
  ) {}

  async load<State, Command, F extends Fact>(
    stream: string,
    { snapshot }: Decider<State, Command, F>,
  ): Promise<Snapshot | undefined> {
    if (!snapshot) return undefined;
    const { rows } = await this.pool.query<{ revision: string; position: string; hash: string; state: unknown }>({
      name: 'snapshot-load',
      text: 'SELECT revision, position, hash, state FROM vault.snapshots WHERE stream = $1 AND fold = $2',
      values: [stream, snapshot],
    });
    const row = rows[0];
    return row && { ...row, revision: Number(row.revision), position: BigInt(row.position) };
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
      await this.pool.query(
        `INSERT INTO vault.snapshots (stream, fold, revision, position, hash, state) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (stream, fold) DO UPDATE
         SET revision = excluded.revision, position = excluded.position, hash = excluded.hash, state = excluded.state
         WHERE snapshots.revision < excluded.revision`,
        [stream, snapshot, fold.revision, fold.position, fold.hash, JSON.stringify(fold.state)],
      );
    } catch (error) {
      this.onError(error);
    }
  }
}
