import type { Logger } from 'pino';
import { ANSWER_MS, checkSubject, deliver, encodePayload, type BusHandler } from './bus-message.ts';
import { Listener } from '../database/listener.ts';
import { within } from '../server/backoff.ts';

const CHANNEL = 'easel_bus';

/**
 * One channel for all subjects, which are matched here: a process has few, and a channel each would cost a round trip.
 */
export class PostgresBus {
  readonly kind = 'postgres';
  private readonly logger: Logger;
  private readonly listener: Listener;
  private readonly handlers = new Map<string, Set<{ handler: BusHandler }>>();
  private listening: Promise<unknown> | undefined;

  constructor(databaseUrl: string, logger: Logger) {
    this.logger = logger;
    this.listener = new Listener(databaseUrl, { name: 'easel bus', logger });
  }

  /** Resolves when the first attempt to connect has ended, well or not. */
  async attempted(): Promise<void> {
    await this.listener.connected();
  }

  publish(subject: string, payload: unknown): void {
    checkSubject(subject);
    const sent = this.listener.notify(CHANNEL, `${subject} ${encodePayload(subject, payload)}`);
    if (!sent) this.logger.debug({ subject }, 'A hint was lost');
  }

  async subscribe(subject: string, handler: BusHandler): Promise<() => Promise<void>> {
    checkSubject(subject);
    const subscription = { handler };
    const subscriptions = this.handlers.get(subject) ?? new Set();
    this.handlers.set(subject, subscriptions.add(subscription));
    this.listening ??= this.listener.listen(CHANNEL, { onNotify: (text) => this.receive(text) });
    await within(ANSWER_MS, this.listening).catch(() => undefined);
    return async () => {
      subscriptions.delete(subscription);
      if (subscriptions.size === 0 && this.handlers.get(subject) === subscriptions) this.handlers.delete(subject);
    };
  }

  async check(): Promise<void> {
    await this.listener.check();
  }

  async close(): Promise<void> {
    await this.listener.close();
  }

  private receive(text: string): void {
    const space = text.indexOf(' ');
    const subject = text.slice(0, space);
    const subscriptions = this.handlers.get(subject);
    if (!subscriptions) return;
    for (const { handler } of subscriptions) {
      // Parsed for each, so that none can change what another is given.
      deliver(this.logger, subject, () => handler(JSON.parse(text.slice(space + 1))));
    }
  }
}
