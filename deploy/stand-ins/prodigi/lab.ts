import type { Logger } from 'pino';
import { waitMs } from '../backoff.ts';
import { Loop } from '../loop.ts';
import { downloadAll } from './assets.ts';
import { callbackOf } from './callbacks.ts';
import { advance, isOpen, needsFiles } from './production.ts';
import type { Kept, Settings, Store } from './store.ts';

const LONGEST_SLEEP_MS = 60_000;

/** Works on orders: each step in its time, or when a call says so. */
export class Lab {
  readonly #store: Store;
  readonly #origin: () => string;
  readonly #retryFirstMs: number;
  readonly #loop: Loop;
  readonly #closing = new AbortController();
  #afterChange: () => void = () => undefined;

  constructor(
    store: Store,
    { origin, retryFirstMs, logger }: { origin: () => string; retryFirstMs: number; logger: Logger },
  ) {
    this.#store = store;
    this.#origin = origin;
    this.#retryFirstMs = retryFirstMs;
    this.#loop = new Loop(() => this.#round(), logger);
  }

  /** Called after every change of an order. */
  onChange(listener: () => void): void {
    this.#afterChange = listener;
  }

  wake(): void {
    this.#loop.wake();
  }

  /** Changes an order; undefined where there is none. */
  async change<Result>(
    id: string,
    work: (kept: Kept, settings: Settings) => { result: Result; events: readonly string[] },
  ): Promise<{ kept: Kept; result: Result } | undefined> {
    const changed = await this.#store.change(id, work, (order, type) => callbackOf(order, type, this.#origin()));
    this.#afterChange();
    return changed;
  }

  /** Takes an order one step on, whenever that is due. */
  step(id: string): Promise<Kept | undefined> {
    return this.#loop.exclusive(() => this.#step(id, Infinity));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#loop.close();
  }

  async #round(): Promise<number> {
    for (;;) {
      const { ids, nextMs } = await this.#store.due(Date.now());
      if (this.#closing.signal.aborted) return LONGEST_SLEEP_MS;
      for (const id of ids) await this.#step(id, Date.now());
      if (ids.length === 0) return Math.min(Math.max(nextMs, 0), LONGEST_SLEEP_MS);
    }
  }

  async #step(id: string, nowMs: number): Promise<Kept | undefined> {
    const before = await this.#store.find(id);
    const faults = before && needsFiles(before) ? await downloadAll(before.order, this.#closing.signal) : [];
    if (this.#closing.signal.aborted) return before;
    const changed = await this.change(id, (kept, settings) => {
      // It may have been cancelled, or taken on, meanwhile.
      const isDue = nowMs === Infinity || (kept.dueMs !== null && kept.dueMs <= nowMs);
      const events = isDue && kept.step === before?.step ? advance(kept, settings, faults) : [];
      kept.dueMs =
        isOpen(kept) && !kept.held && settings.stepMs !== null
          ? Date.now() + this.#waitMs(kept, settings.stepMs)
          : null;
      return { result: undefined, events };
    });
    return changed?.kept;
  }

  /** A file that could not be fetched has more and more time. */
  #waitMs(kept: Kept, stepMs: number): number {
    return needsFiles(kept) ? Math.max(stepMs, waitMs(kept.tries, this.#retryFirstMs)) : stepMs;
  }
}
