/**
 * Limits how often something is announced: once in `everyMs` in the long run, and `burst` times at once after a rest:
 * only a rush waits. Times are of `performance.now()`.
 */
export class NoticePace {
  /** When the announcements so far would have been made at one in `everyMs`. */
  private paidAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly everyMs: number,
    private readonly burst: number,
  ) {}

  /** Returns how long the next one has to wait. */
  waitMs(now: number): number {
    return Math.max(0, this.paidAt - now - (this.burst - 1) * this.everyMs);
  }

  /** Notes an announcement. */
  note(now: number): void {
    this.paidAt = Math.max(this.paidAt, now) + this.everyMs;
  }
}
