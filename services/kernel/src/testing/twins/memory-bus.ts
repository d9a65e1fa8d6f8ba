import type { Logger } from 'pino';
import { checkSubject, deliver, encodePayload, type BusHandler } from '../../bus/bus-message.ts';
import type { Bus } from '../../bus/bus.ts';
import { NotReady } from '../../server/lifecycle.ts';
import { atOnce, type Turn } from './turn.ts';

/** Carries hints between the processes that open a bus on it, in memory; it may be away. */
export class MemoryBusServer {
  readonly buses = new Set<MemoryBus>();
  isAway = false;

  open(logger: Logger, turn: Turn = atOnce): Bus {
    const bus = new MemoryBus(this, logger, turn);
    this.buses.add(bus);
    if (!this.isAway) bus.tell('Connected to the bus');
    return bus;
  }

  stop(): void {
    if (this.isAway) return;
    this.isAway = true;
    for (const bus of this.buses) bus.tell('The connection to the bus was lost');
  }

  start(): void {
    if (!this.isAway) return;
    this.isAway = false;
    for (const bus of this.buses) bus.tell('Connected to the bus');
  }
}

class MemoryBus implements Bus {
  readonly kind = 'memory';
  private readonly subscriptions = new Set<{ subject: string; handler: BusHandler }>();
  /** Hints come in the order in which they were sent. */
  private arriving = Promise.resolve();

  constructor(
    private readonly server: MemoryBusServer,
    private readonly logger: Logger,
    private readonly turn: Turn,
  ) {}

  publish(subject: string, payload: unknown): void {
    checkSubject(subject);
    const text = encodePayload(subject, payload);
    if (this.server.isAway || !this.server.buses.has(this)) return;
    for (const bus of this.server.buses) bus.receive(subject, text);
  }

  async subscribe(subject: string, handler: BusHandler): Promise<() => Promise<void>> {
    checkSubject(subject);
    const subscription = { subject, handler };
    this.subscriptions.add(subscription);
    return async () => void this.subscriptions.delete(subscription);
  }

  async check(): Promise<void> {
    if (this.server.isAway) throw new NotReady('The bus is away');
  }

  async close(): Promise<void> {
    this.server.buses.delete(this);
  }

  tell(what: string): void {
    this.logger.info(what);
  }

  /** A hint whose turn does not come is lost. */
  private receive(subject: string, text: string): void {
    this.arriving = this.arriving
      .then(() => this.turn('answered', `hint ${subject}`))
      .then(
        () => this.hand(subject, text),
        () => undefined,
      );
  }

  private hand(subject: string, text: string): void {
    if (!this.server.buses.has(this)) return;
    for (const { subject: wanted, handler } of this.subscriptions) {
      if (wanted === subject) deliver(this.logger, subject, () => handler(JSON.parse(text)));
    }
  }
}
