import { connect, JSONCodec, type ConnectionOptions, type NatsConnection, type Subscription } from 'nats';
import type { Logger } from 'pino';
import { backoffMs, pause, within } from '../server/backoff.ts';
import { NotReady } from '../server/lifecycle.ts';
import { readBusAddress } from './bus-address.ts';
import { ANSWER_MS, checkSubject, deliver, encodePayload, type BusHandler } from './bus-message.ts';

const CONNECT_TIMEOUT_MS = 3_000;
const RECONNECT_WAIT_MS = 100;
const PING_INTERVAL_MS = 10_000;
/** Sent and not yet known to have arrived; the client would keep any number. */
const MAX_UNFLUSHED = 1_000;

interface Entry {
  subject: string;
  handler: BusHandler;
  subscription?: Subscription;
}

/** NATS core: hints only, so nothing is stored and nothing acknowledged. */
export class NatsBus {
  readonly kind = 'nats';
  private readonly url: string;
  private readonly logger: Logger;
  private readonly codec = JSONCodec<unknown>();
  private readonly entries = new Set<Entry>();
  private readonly closing = new AbortController();
  private readonly firstAttempt = Promise.withResolvers<void>();
  private readonly running: Promise<void>;
  private client: NatsConnection | undefined;
  private online = false;
  private unflushed = 0;
  private flushing = false;

  /** As `busAddress` has it: user and password, or a token alone, may stand in it. */
  constructor(url: string, logger: Logger) {
    this.url = url;
    this.logger = logger;
    this.running = this.run();
  }

  /** Resolves when the first attempt to connect has ended, well or not. */
  async attempted(): Promise<void> {
    await this.firstAttempt.promise;
  }

  publish(subject: string, payload: unknown): void {
    checkSubject(subject);
    const text = encodePayload(subject, payload);
    if (this.client && this.online && this.unflushed < MAX_UNFLUSHED) {
      try {
        this.client.publish(subject, text);
        this.unflushed++;
        void this.flush(this.client);
        return;
      } catch (error) {
        this.logger.debug({ err: error, subject }, 'A hint could not be sent');
      }
    }
    this.logger.debug({ subject }, 'A hint was lost');
  }

  async subscribe(subject: string, handler: BusHandler): Promise<() => Promise<void>> {
    checkSubject(subject);
    const entry: Entry = { subject, handler };
    this.entries.add(entry);
    await this.firstAttempt.promise;
    if (this.client) {
      this.attach(this.client, entry);
      if (this.online) await within(ANSWER_MS, this.client.flush()).catch(() => undefined);
    }
    return async () => {
      this.entries.delete(entry);
      entry.subscription?.unsubscribe();
    };
  }

  async check(): Promise<void> {
    if (!this.client || !this.online) throw new NotReady('NATS cannot be reached: work begins a few seconds late');
    await this.client.flush();
  }

  async close(): Promise<void> {
    this.closing.abort();
    if (this.client && this.online) await within(ANSWER_MS, this.client.flush()).catch(() => undefined);
    await this.client?.close();
    await this.running;
  }

  /** The client comes back by itself from everything but a refusal of the server: for that it is made anew. */
  private async run(): Promise<void> {
    for (let failures = 0; !this.closing.signal.aborted; failures++) {
      try {
        const client = await connect(optionsOf(this.url));
        if (this.closing.signal.aborted) {
          await client.close();
          return;
        }
        failures = 0;
        this.client = client;
        for (const entry of this.entries) this.attach(client, entry);
        void this.watch(client);
        await within(ANSWER_MS, this.confirm(client)).catch(() => undefined);
        this.firstAttempt.resolve();
        const error = await client.closed();
        if (error) throw error;
      } catch (error) {
        this.logger.warn({ err: error }, 'The bus cannot be reached');
      } finally {
        this.client = undefined;
        this.online = false;
        this.firstAttempt.resolve();
      }
      await pause(backoffMs(failures, RECONNECT_WAIT_MS, 2_000), this.closing.signal);
    }
  }

  private async watch(client: NatsConnection): Promise<void> {
    for await (const { type } of client.status()) {
      if (type === 'disconnect') this.turn(false);
      else if (type === 'reconnect') await this.confirm(client);
    }
  }

  /** The server has taken in every subscription when it answers what was sent behind them. */
  private async confirm(client: NatsConnection): Promise<void> {
    const confirmed = await client.flush().then(
      () => true,
      () => false,
    );
    if (confirmed) this.turn(true);
  }

  private turn(online: boolean): void {
    this.online = online;
    if (online) this.logger.info('Connected to the bus');
    else if (!this.closing.signal.aborted) this.logger.warn('The bus is lost');
  }

  private attach(client: NatsConnection, entry: Entry): void {
    if (entry.subscription && !entry.subscription.isClosed()) return;
    entry.subscription = client.subscribe(entry.subject, {
      callback: (error, message) => {
        if (error) this.logger.warn({ err: error, subject: entry.subject }, 'A subscription to hints failed');
        else deliver(this.logger, entry.subject, () => entry.handler(this.codec.decode(message.data)));
      },
    });
  }

  private async flush(client: NatsConnection): Promise<void> {
    if (this.flushing) return;
    this.flushing = true;
    while (this.unflushed > 0) {
      const sent = this.unflushed;
      // Refused when the connection is lost, and what was sent with it.
      await client.flush().catch(() => undefined);
      this.unflushed -= sent;
    }
    this.flushing = false;
  }
}

function optionsOf(address: string): ConnectionOptions {
  const { servers, tls, login } = readBusAddress(address);
  return {
    servers: [...servers],
    name: 'easel',
    timeout: CONNECT_TIMEOUT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_WAIT_MS,
    reconnectJitter: RECONNECT_WAIT_MS,
    pingInterval: PING_INTERVAL_MS,
    ...(tls && { tls: {} }),
    ...login,
  };
}
