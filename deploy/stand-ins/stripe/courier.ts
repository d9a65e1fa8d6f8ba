import type { Logger } from 'pino';
import type { Delivery, DueDelivery } from './archive/archive.ts';
import { GIVE_UP_AFTER_MS, waitMs } from '../backoff.ts';
import { Loop } from '../loop.ts';
import { signatureOf } from './signature.ts';
import type { Store } from './store.ts';

const PAGE = 50;
const LONGEST_SLEEP_MS = 60_000;

export interface CourierOptions {
  webhookUrl: string | null;
  webhookSecret: string;
  /** How long to wait after the first failed attempt; then twice as long each time. */
  retryFirstMs: number;
  nowMs: () => number;
  post: Post;
}

/** Brings a signed payload to an endpoint, and answers with its status. It throws where none came. */
export type Post = (url: string, event: { payload: string; signature: string; signal: AbortSignal }) => Promise<number>;

export interface Delivered extends Delivery {
  /** The endpoint's answer; null where there was none. */
  status: number | null;
}

/**
 * Brings events to the endpoint until it answers 2xx. Events go one after the other, copies of one at the same time;
 * what is not yet recorded as delivered is sent again after a crash.
 */
export class Courier {
  #store: Store;
  #options: CourierOptions;
  #logger: Logger;
  #loop: Loop;
  #webhookUrl: string | null;
  #closing = new AbortController();

  constructor(store: Store, options: CourierOptions, logger: Logger) {
    this.#store = store;
    this.#options = options;
    this.#webhookUrl = options.webhookUrl;
    this.#logger = logger;
    this.#loop = new Loop(() => this.#round(), logger);
  }

  wake(): void {
    if (this.#webhookUrl !== null) this.#loop.wake();
  }

  /** Where events go from now on, those that wait included. */
  deliverTo(webhookUrl: string): void {
    this.#webhookUrl = webhookUrl;
    this.#loop.wake();
  }

  /** Sends these now, held or not, in this order or all at the same time. */
  send(ids: readonly string[], together: boolean): Promise<Delivered[]> {
    return this.#loop.exclusive(async () => {
      const rows = await this.#store.records.deliveries.open(ids);
      const inOrder = ids.flatMap((id) => rows.filter((row) => row.id === id));
      if (together) return Promise.all(inOrder.map((row) => this.#deliver(row)));
      const delivered: Delivered[] = [];
      for (const row of inOrder) delivered.push(await this.#deliver(row));
      return delivered;
    });
  }

  /** Sends now what is due now. */
  tick(): Promise<unknown> {
    return this.#loop.exclusive(() => this.#round());
  }

  /** Breaks off what is being sent; it is sent again when the stand-in is back. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#loop.close();
  }

  async #round(): Promise<number> {
    if (this.#webhookUrl === null) return LONGEST_SLEEP_MS;
    while (!this.#closing.signal.aborted) {
      const rows = await this.#store.records.deliveries.due(this.#options.nowMs(), PAGE);
      if (rows.length === 0) break;
      const copies = Map.groupBy(rows, (row) => row.event);
      for (const same of copies.values()) await Promise.all(same.map((row) => this.#deliver(row)));
    }
    const next = (await this.#store.records.deliveries.nextDueMs()) ?? Infinity;
    return Math.min(Math.max(next - this.#options.nowMs(), 0), LONGEST_SLEEP_MS);
  }

  async #deliver({ id, event, type, body, created, attempts }: DueDelivery): Promise<Delivered> {
    const status = await this.#post(body);
    if (this.#closing.signal.aborted && status === null) return { id, event, type, status };
    const now = this.#options.nowMs();
    const ok = status !== null && status >= 200 && status < 300;
    const givenUp = now - created * 1000 >= GIVE_UP_AFTER_MS;
    const state = ok ? 'delivered' : givenUp ? 'failed' : 'pending';
    await this.#store.records.deliveries.note(id, {
      state,
      dueMs: now + waitMs(attempts + 1, this.#options.retryFirstMs),
      attempts: attempts + 1,
      status,
    });
    if (!ok) this.#logger.warn({ event, type, status, attempts: attempts + 1, state }, 'an event was not taken');
    return { id, event, type, status };
  }

  /** Its answer's status, or null where none came. */
  async #post(payload: string): Promise<number | null> {
    const { webhookSecret, nowMs, post } = this.#options;
    if (this.#webhookUrl === null) return null;
    const signature = signatureOf(payload, webhookSecret, Math.floor(nowMs() / 1000));
    try {
      return await post(this.#webhookUrl, { payload, signature, signal: this.#closing.signal });
    } catch {
      return null;
    }
  }
}
