import type { PersonKeys } from '../../identity/sealing.ts';
import type { MemoryPool, MemoryTransaction } from './memory-database.ts';

export class MemoryPersonKeys implements PersonKeys {
  constructor(private readonly pool: MemoryPool) {}

  find(people: readonly string[]): Promise<ReadonlyMap<string, Buffer | null>> {
    return this.pool.statement('person-keys.find', undefined, (tx) => {
      const found = people.flatMap((personId) => {
        const row = keysIn(tx).get(personId);
        return row ? [[personId, row.wrapped] as const] : [];
      });
      return new Map(found);
    });
  }

  add(personId: string, wrapped: Buffer): Promise<void> {
    return this.pool.statement('person-keys.add', undefined, async (tx) => {
      const keys = keysIn(tx);
      if (!(await keys.locked(personId))) await keys.put(personId, { wrapped });
    });
  }

  erase(personId: string): Promise<void> {
    return this.pool.statement('person-keys.erase', undefined, (tx) => keysIn(tx).put(personId, { wrapped: null }));
  }

  any(): Promise<{ personId: string; wrapped: Buffer } | undefined> {
    return this.pool.statement('person-keys.any', undefined, (tx) => {
      for (const [personId, { wrapped }] of keysIn(tx).all()) if (wrapped) return { personId, wrapped };
      return undefined;
    });
  }
}

const keysIn = (tx: MemoryTransaction) => tx.rows<{ wrapped: Buffer | null }>('person_keys');
