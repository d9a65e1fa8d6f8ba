/** Named locks that one process at a time holds. */
export interface Locks {
  /** Waits until the lock is free; undefined where the signal ends the wait. Throws when the store is away. */
  hold(name: string, signal: AbortSignal): Promise<HeldLock | undefined>;
}

export interface HeldLock {
  /** Aborts when the connection that holds the lock is gone, and another process may have it. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}
