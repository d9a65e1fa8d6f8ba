import { setImmediate as nextTurn } from 'node:timers/promises';
import { pause } from '@easel/kernel/server/backoff';

/**
 * While somebody reads, work rests so many times as long as it has lasted: what it sets off elsewhere takes time too.
 */
const REST = { times: 3, leastMs: 15, mostMs: 100 };

/** Lets work that could take a whole process for itself step back behind those who wait for its answers. */
export class GiveWay {
  private seen: number;
  private since = performance.now();

  /** `asked`: how often somebody has asked for something so far. */
  constructor(private readonly asked: () => number) {
    this.seen = asked();
  }

  /** To be called between two small pieces of work. */
  async giveWay(signal: AbortSignal, rest = pause): Promise<void> {
    const workedMs = performance.now() - this.since;
    // Whoever has waited meanwhile is heard first.
    await nextTurn();
    const asked = this.asked();
    if (asked !== this.seen) await rest(Math.min(REST.mostMs, Math.max(REST.leastMs, workedMs * REST.times)), signal);
    this.seen = asked;
    this.since = performance.now();
  }
}
