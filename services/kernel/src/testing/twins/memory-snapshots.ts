import type { Snapshot, SnapshotRows } from '../../deciding/snapshots.ts';
import type { MemoryPool, MemoryTransaction } from './memory-database.ts';

interface StoredSnapshot extends Omit<Snapshot, 'state'> {
  /** JSON. */
  state: string;
}

export class MemorySnapshots implements SnapshotRows {
  constructor(private readonly pool: MemoryPool) {}

  find(stream: string, fold: string): Promise<Snapshot | undefined> {
    return this.pool.statement('snapshots.find', undefined, (tx) => {
      const row = snapshotsIn(tx).get(keyOf(stream, fold));
      return row && { ...row, state: JSON.parse(row.state) as unknown };
    });
  }

  keep(stream: string, fold: string, { revision, position, hash, state }: Snapshot): Promise<void> {
    // Taken now, for a fold goes on while the statement is under way.
    const row = { revision, position, hash, state: JSON.stringify(state) };
    return this.pool.statement('snapshots.keep', undefined, async (tx) => {
      const before = await snapshotsIn(tx).locked(keyOf(stream, fold));
      if (!before || before.revision < revision) await snapshotsIn(tx).put(keyOf(stream, fold), row);
    });
  }
}

const keyOf = (stream: string, fold: string): string => JSON.stringify([stream, fold]);
const snapshotsIn = (tx: MemoryTransaction) => tx.rows<StoredSnapshot>('snapshots');
