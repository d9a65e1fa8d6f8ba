import type { Claim, ClaimedKeys } from '../../deciding/idempotency.ts';
import type { MemoryPool, MemoryTransaction } from './memory-database.ts';

export class MemoryClaimedKeys implements ClaimedKeys {
  constructor(private readonly pool: MemoryPool) {}

  bind(claims: readonly Claim[], at: Date): Promise<readonly Buffer[]> {
    return this.pool.statement('idempotency.bind', undefined, async (tx) => {
      const bound: Buffer[] = [];
      for (const { actor, route, key, digest } of claims) {
        const name = JSON.stringify([actor, route, key]);
        const before = await boundIn(tx).locked(name);
        if (!before) await boundIn(tx).put(name, { digest, at });
        bound.push(before?.digest ?? digest);
      }
      return bound;
    });
  }

  forget(before: Date): Promise<void> {
    return this.pool.statement('idempotency.forget', undefined, async (tx) => {
      for (const [name, { at }] of boundIn(tx).all()) if (at < before) await boundIn(tx).delete(name);
    });
  }
}

const boundIn = (tx: MemoryTransaction) => tx.rows<{ digest: Buffer; at: Date }>('idempotency_keys');
