import type { OutboxEntry, OutboxRows } from '../../log/outbox.ts';
import type { MemoryPool, MemoryTransaction } from './memory-database.ts';

interface StoredEntry {
  id: string;
  /** Which came first. */
  number: number;
  /** JSON. */
  entry: string;
}

export class MemoryOutbox implements OutboxRows<MemoryTransaction> {
  constructor(private readonly pool: MemoryPool) {}

  add(entry: OutboxEntry, within: MemoryTransaction): Promise<boolean> {
    return this.pool.statement('outbox.add', within, async (tx) => {
      if (await entriesIn(tx).locked(entry.stream)) return false;
      const row = { id: entry.id, number: tx.nextNumber(), entry: JSON.stringify(entry) };
      await entriesIn(tx).put(entry.stream, row);
      return true;
    });
  }

  find(stream: string): Promise<OutboxEntry | undefined> {
    return this.pool.statement('outbox.find', undefined, (tx) => {
      const row = entriesIn(tx).get(stream);
      return row && (JSON.parse(row.entry) as OutboxEntry);
    });
  }

  remove(id: string): Promise<void> {
    return this.pool.statement('outbox.remove', undefined, async (tx) => {
      for (const [stream, row] of entriesIn(tx).all()) if (row.id === id) await entriesIn(tx).delete(stream);
    });
  }

  streams(): Promise<readonly string[]> {
    return this.pool.statement('outbox.streams', undefined, (tx) =>
      entriesIn(tx)
        .all()
        .toSorted(([, a], [, b]) => a.number - b.number)
        .map(([stream]) => stream),
    );
  }
}

const entriesIn = (tx: MemoryTransaction) => tx.rows<StoredEntry>('outbox');
