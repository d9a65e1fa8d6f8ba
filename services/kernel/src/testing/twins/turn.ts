/**
 * Lets whoever owns the interleaving decide when a store is asked (`what`, e.g. `timers.next`) and when its answer
 * arrives. Rejecting before makes it fail with nothing done; rejecting after, with its outcome unknown; and where it
 * never resolves, the process that asked is dead.
 */
export type Turn = (moment: 'asked' | 'answered', what: string) => Promise<void>;

export const atOnce: Turn = () => Promise.resolve();
