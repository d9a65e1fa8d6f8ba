/** Lets one loop sleep until somebody signals; a signal given while the loop was busy is not lost. */
export class Waker {
  #signalled = false;
  #wake: (() => void) | undefined;

  signal(): void {
    this.#signalled = true;
    this.#wake?.();
    this.#wake = undefined;
  }

  /** Forgets earlier signals: call it before looking at what the signals are about. */
  reset(): void {
    this.#signalled = false;
  }

  wait(): Promise<void> {
    if (this.#signalled) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
