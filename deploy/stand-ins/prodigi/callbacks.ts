import { timeLimit } from '@easel/kernel/server/backoff';
import type { Logger } from 'pino';
import { GIVE_UP_AFTER_MS, waitMs } from '../backoff.ts';
import { Loop } from '../loop.ts';
import { shuffled } from '../shuffle.ts';
import type { Callback, Store } from './store.ts';
import { newId, type Order } from './wire.ts';

const TIMEOUT_MS = 10_000;
const LONGEST_SLEEP_MS = 60_000;

export interface Delivered {
  order: string;
  type: string;
  /** Null where nothing answered. */
  status: number | null;
}

/** Returns the body of a callback about an order, a CloudEvent. */
export function callbackOf(order: Order, type: string, origin: string): string {
  return JSON.stringify({
    specversion: '1.0',
    type,
    source: `${origin}/v4.0/Orders/`,
    id: newId('evt'),
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    data: { order },
    subject: order.id,
  });
}

/** Sends callbacks until they are answered with 2xx: at least once, and again after a crash. */
export class Callbacks {
  readonly #store: Store;
  readonly #retryFirstMs: number;
  readonly #logger: Logger;
  readonly #loop: Loop;
  readonly #closing = new AbortController();

  constructor(store: Store, retryFirstMs: number, logger: Logger) {
    this.#store = store;
    this.#retryFirstMs = retryFirstMs;
    this.#logger = logger;
    this.#loop = new Loop(() => this.#round(), logger);
  }

  wake(): void {
    this.#loop.wake();
  }

  /** Sends all that is not delivered yet, held or not. */
  async release({ shuffle, together }: { shuffle?: number | undefined; together: boolean }): Promise<Delivered[]> {
    const released = await this.#loop.exclusive(async () => {
      const open = await this.#store.callbacks('open');
      const rows = shuffle === undefined ? open : shuffled(open, shuffle);
      if (together) return Promise.all(rows.map((row) => this.#deliver(row)));
      const delivered: Delivered[] = [];
      for (const row of rows) delivered.push(await this.#deliver(row));
      return delivered;
    });
    // What was not taken is due again.
    this.wake();
    return released;
  }

  async post(url: string, body: string): Promise<number | null> {
    try {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([timeLimit(TIMEOUT_MS), this.#closing.signal]),
      });
      await reply.body?.cancel();
      return reply.status;
    } catch {
      return null;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#loop.close();
  }

  async #round(): Promise<number> {
    for (;;) {
      const rows = await this.#store.callbacks({ dueMs: Date.now() });
      if (rows.length === 0 || this.#closing.signal.aborted) break;
      for (const row of rows) await this.#deliver(row);
    }
    return Math.min(Math.max(await this.#store.nextCallbackMs(Date.now()), 0), LONGEST_SLEEP_MS);
  }

  async #deliver({ id, order_id: order, type, url, body, attempts }: Callback): Promise<Delivered> {
    const status = await this.post(url, body);
    if (this.#closing.signal.aborted && status === null) return { order, type, status };
    const isTaken = status !== null && status >= 200 && status < 300;
    const waitedMs = waitMs(attempts + 1, this.#retryFirstMs);
    const isGivenUp = waitedMs * 2 >= GIVE_UP_AFTER_MS;
    const state = isTaken ? 'delivered' : isGivenUp ? 'failed' : 'pending';
    await this.#store.noteCallback(id, { state, status, dueMs: Date.now() + waitedMs });
    // The address has a secret in it.
    if (!isTaken) this.#logger.warn({ order, type, status, attempts: attempts + 1 }, 'a callback was not taken');
    return { order, type, status };
  }
}
