import type { Logger } from 'pino';
import type { Kept, Shelf } from './shelves.ts';
import { sessionComesDue } from './checkout.ts';
import { Loop } from '../loop.ts';
import type { Store } from './store.ts';
import { comeDue } from './subscriptions.ts';

const PAGE = 50;
const LONGEST_SLEEP_MS = 60_000;
const AFTER_FAILURE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Stripe forgets idempotency keys after a day, and events after thirty. */
const KEEP_REPLIES_MS = DAY_MS;
const KEEP_EVENTS_MS = 30 * DAY_MS;

/** Does what comes by itself: expiries, slow banks' answers, periods' ends; and forgets what is old. */
export class Clockwork {
  #store: Store;
  #nowMs: () => number;
  #logger: Logger;
  #loop: Loop;
  #sweptMs = -Infinity;

  constructor(store: Store, nowMs: () => number, logger: Logger) {
    this.#store = store;
    this.#nowMs = nowMs;
    this.#logger = logger;
    this.#loop = new Loop(() => this.#round(), logger);
  }

  wake(): void {
    this.#loop.wake();
  }

  /** Does now what is due now. */
  tick(): Promise<unknown> {
    return this.#loop.exclusive(() => this.#round());
  }

  close(): Promise<void> {
    return this.#loop.close();
  }

  async #round(): Promise<number> {
    const now = this.#nowMs();
    if (now - this.#sweptMs >= DAY_MS) await this.#sweep(now);
    for (;;) {
      const due = await this.#store.records.objects.due(now, PAGE);
      if (due.length === 0) break;
      for (const { id, object } of due) await this.#happen(id, object);
    }
    const next = (await this.#store.records.objects.nextDueMs()) ?? Infinity;
    return Math.min(Math.max(next - now, 0), LONGEST_SLEEP_MS);
  }

  async #happen(id: string, object: Shelf): Promise<void> {
    try {
      await this.#store.change({ requestId: null, idempotencyKey: null }, async (books) => {
        const kept = await books.need(object, id);
        // A request may have come first.
        if (kept.dueMs === null || kept.dueMs > books.nowMs) return;
        if (object === 'checkout.session') await sessionComesDue(books, kept as Kept<'checkout.session'>);
        else if (object === 'subscription') await comeDue(books, kept as Kept<'subscription'>);
      });
    } catch (error) {
      this.#logger.error({ err: error, id }, 'what was due did not happen');
      await this.#store.records.objects.postpone(id, this.#nowMs() + AFTER_FAILURE_MS);
    }
  }

  async #sweep(now: number): Promise<void> {
    const eventsS = Math.floor((now - KEEP_EVENTS_MS) / 1000);
    await this.#store.records.forget({ repliesMs: now - KEEP_REPLIES_MS, eventsS });
    this.#sweptMs = now;
  }
}
