import type { HeldLock, Locks } from '../../following/locks.ts';
import type { MemoryPool } from './memory-database.ts';

/** The named locks of one process in a database in memory. */
export class MemoryLocks implements Locks {
  private connection = new AbortController();

  constructor(private readonly pool: MemoryPool) {}

  async hold(name: string, signal: AbortSignal): Promise<HeldLock | undefined> {
    const { database, turn } = this.pool;
    const ended = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => ended.resolve(), { once: true });
    while (!signal.aborted) {
      await turn('asked', `lock ${name}`);
      const freed = database.whenFreed();
      if (!database.namedLocks.has(name)) {
        database.namedLocks.set(name, this.pool);
        await turn('answered', `lock ${name}`);
        const { connection } = this;
        return { lost: connection.signal, release: () => this.release(name, connection) };
      }
      await Promise.race([freed, ended.promise]);
    }
    return undefined;
  }

  /** The connection that holds them is gone, though the process lives: others may have them. */
  lose(): void {
    const lost = this.connection;
    this.connection = new AbortController();
    this.free((_, holder) => holder === this.pool);
    lost.abort();
  }

  private async release(name: string, connection: AbortController): Promise<void> {
    // As where PostgreSQL is: who cannot say so has lost the connection, and the lock with it.
    await this.pool.turn('asked', `unlock ${name}`).catch(() => this.lose());
    if (connection.signal.aborted) return;
    this.free((held) => held === name);
  }

  private free(which: (name: string, holder: MemoryPool) => boolean): void {
    const { database } = this.pool;
    for (const [name, holder] of database.namedLocks) if (which(name, holder)) database.namedLocks.delete(name);
    database.tellFreed();
  }
}
