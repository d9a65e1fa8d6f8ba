import type { Logger } from 'pino';

const AFTER_FAILURE_MS = 1_000;

/** Runs rounds one at a time: when woken, and when the round before said that there would be something to do. */
export class Loop {
  #round: () => Promise<number>;
  #logger: Logger;
  #turn: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #queued = false;
  #closed = false;

  /** @param round says in how many milliseconds the next one is due */
  constructor(round: () => Promise<number>, logger: Logger) {
    this.#round = round;
    this.#logger = logger;
  }

  wake(): void {
    if (this.#closed || this.#queued) return;
    this.#queued = true;
    void this.exclusive(async () => {
      this.#queued = false;
      if (!this.#closed) this.#sleep(await this.#round());
    }).catch((error: unknown) => {
      if (this.#closed) return;
      this.#logger.error({ err: error }, 'a round failed');
      this.#sleep(AFTER_FAILURE_MS);
    });
  }

  /** Work between rounds. */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  /** Ends after the round that runs. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#turn;
  }

  #sleep(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.wake(), ms);
    this.#timer.unref();
  }
}
