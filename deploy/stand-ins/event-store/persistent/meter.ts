/** Counts what is delivered, for those who look now and then. */
export class Meter {
  #total = 0;
  #measured = { total: 0, atMs: Date.now() };

  count(): void {
    this.#total += 1;
  }

  get total(): number {
    return this.#total;
  }

  /** What came since the last look, and how much of it a second. */
  measure(): { sinceLast: number; perSecond: number } {
    const now = Date.now();
    const sinceLast = this.#total - this.#measured.total;
    const seconds = Math.max((now - this.#measured.atMs) / 1_000, 0.001);
    this.#measured = { total: this.#total, atMs: now };
    return { sinceLast, perSecond: Math.round(sinceLast / seconds) };
  }
}
