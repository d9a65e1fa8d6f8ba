import { setInterval as ticks } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import type { Logger } from 'pino';
import { backoffMs, pause } from '../server/backoff.ts';
import { NotReady } from '../server/lifecycle.ts';

const HEARTBEAT_MS = 15_000;
const QUERY_TIMEOUT_MS = 10_000;
const MAX_PENDING_NOTIFICATIONS = 1_000;
/** PostgreSQL cuts longer names short without a word. */
const MAX_CHANNEL_BYTES = 63;

export interface Subscriber {
  onNotify: (payload: string) => void;
  /** The connection was lost and is back: notifications may have been missed. */
  onGap?: () => void;
}

interface Subscription extends Subscriber {
  /** Its `listen` has returned, so that it counts on being notified. */
  live: boolean;
}

/** The one connection of a process that listens (and notifies); it comes back by itself for ever. */
export class Listener {
  private readonly channels = new Map<string, Set<Subscription>>();
  private readonly closing = new AbortController();
  private client: Client | undefined;
  /** Resolves with the outcome, good or bad, of the attempt to connect that is under way. */
  private attempt = Promise.resolve();
  private running: Promise<void> | undefined;
  private pending = 0;

  private readonly url: string;
  private readonly name: string;
  private readonly logger: Logger;

  constructor(url: string, { name, logger }: { name: string; logger: Logger }) {
    this.url = url;
    this.name = name;
    this.logger = logger;
  }

  /**
   * Resolves when notifications arrive from now on; where the server is away, at once: `onGap` then tells when they
   * do. Gives the way to stop.
   */
  async listen(channel: string, subscriber: Subscriber): Promise<() => Promise<void>> {
    if (Buffer.byteLength(channel) > MAX_CHANNEL_BYTES)
      throw new RangeError(`The channel name is too long: ${channel}`);
    const subscription = { ...subscriber, live: false };
    const subscriptions = this.channels.get(channel) ?? new Set();
    this.channels.set(channel, subscriptions.add(subscription));
    this.start();
    await this.attempt;
    await this.command(`LISTEN ${escapeIdentifier(channel)}`);
    subscription.live = true;
    return async () => {
      subscriptions.delete(subscription);
      if (subscriptions.size > 0 || this.channels.get(channel) !== subscriptions) return;
      this.channels.delete(channel);
      await this.command(`UNLISTEN ${escapeIdentifier(channel)}`);
    };
  }

  /** Sends without waiting; false where it is lost, because the server is away or does not keep up. */
  notify(channel: string, payload: string): boolean {
    this.start();
    if (!this.client || this.pending >= MAX_PENDING_NOTIFICATIONS) return false;
    void this.command('SELECT pg_notify($1, $2)', [channel, payload]);
    return true;
  }

  /** Resolves once the connection stands or the attempt at it has failed. */
  async connected(): Promise<boolean> {
    this.start();
    await this.attempt;
    return this.client !== undefined;
  }

  /** Throws NotReady while notifications get lost; it waits for a server that hangs. */
  async check(): Promise<void> {
    this.start();
    if (!this.client)
      throw new NotReady('PostgreSQL cannot be reached for notifications: work begins a few seconds late');
    await this.client.query('SELECT 1');
  }

  async close(): Promise<void> {
    this.closing.abort();
    // The connection is in pipeline mode: what was sent before is answered first.
    await this.client?.end();
    await this.running;
  }

  private start(): void {
    if (this.running || this.closing.signal.aborted) return;
    this.running = this.run();
  }

  private async run(): Promise<void> {
    for (let failures = 0; !this.closing.signal.aborted; failures++) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.attempt = promise;
      try {
        await this.session(() => {
          failures = 0;
          resolve();
        });
      } catch (error) {
        if (!this.closing.signal.aborted) this.logger.warn({ err: error }, 'The listening connection was lost');
      } finally {
        this.client = undefined;
        resolve();
      }
      await pause(backoffMs(failures, 50, 2_000), this.closing.signal);
    }
  }

  /** One connection from its beginning to its loss, which it throws. */
  private async session(connected: () => void): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      application_name: this.name,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: QUERY_TIMEOUT_MS,
      pipeline: true,
    });
    const lost = Promise.withResolvers<never>();
    lost.promise.catch(() => undefined);
    client.on('error', lost.reject);
    client.on('end', () => lost.reject(new Error('Connection terminated')));
    client.on('notification', ({ channel, payload }) => this.deliver(channel, payload ?? ''));
    const heart = new AbortController();
    try {
      await client.connect();
      // A hint need not survive the server's crash, and need not wait for its disk.
      await client.query('SET synchronous_commit = off');
      if (this.closing.signal.aborted) return;
      this.client = client;
      for (const channel of this.channels.keys()) await client.query(`LISTEN ${escapeIdentifier(channel)}`);
      const missed = [...this.channels.values()]
        .flatMap((subscriptions) => [...subscriptions])
        .filter(({ live }) => live);
      connected();
      this.logger.info('Listening to notifications');
      for (const { onGap } of missed) this.guarded(() => onGap?.());
      await Promise.race([lost.promise, this.beat(client, heart.signal)]);
    } finally {
      heart.abort();
      await client.end();
    }
  }

  /** A quiet connection whose other end is gone shows only when something is asked of it. */
  private async beat(client: Client, signal: AbortSignal): Promise<void> {
    for await (const _ of ticks(HEARTBEAT_MS, undefined, { signal, ref: false })) await client.query('SELECT 1');
  }

  private deliver(channel: string, payload: string): void {
    for (const { onNotify } of this.channels.get(channel) ?? []) this.guarded(() => onNotify(payload));
  }

  private guarded(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.logger.error({ err: error }, 'A subscriber of notifications failed');
    }
  }

  /** A command lost with its connection is made up for when the next one begins. */
  private async command(text: string, values: readonly string[] = []): Promise<void> {
    this.pending++;
    try {
      await this.client?.query(text, [...values]);
    } catch (error) {
      this.logger.debug({ err: error }, 'A notification command was lost');
    } finally {
      this.pending--;
    }
  }
}
