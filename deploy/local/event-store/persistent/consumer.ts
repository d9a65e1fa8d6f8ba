import { encodeDelivery } from '../encode.ts';
import type { StoreError } from '../errors.ts';
import type { Outgoing } from '../outgoing.ts';
import type { Message } from './message.ts';
import { Latencies } from './latencies.ts';
import { Meter } from './meter.ts';

/** Who a subscriber is, and how many messages it takes at a time. */
export interface ConsumerOptions {
  /** Its own. */
  name: string;
  /** As the client calls its connection, which may have several subscribers. */
  connection: string;
  /** The account that called. */
  user: string;
  /** The address it called from. */
  peer: string;
  slots: number;
}

/** One subscriber of a group: takes as many messages at a time as it has slots, no faster than it reads them. */
export class Consumer {
  readonly name: string;
  readonly connection: string;
  readonly user: string;
  readonly peer: string;
  readonly slots: number;
  readonly meter = new Meter();
  readonly latencies = new Latencies();
  #out: Outgoing;
  #onRoom: () => void;
  /** With when they were sent, by `performance.now()`. */
  #inFlight = new Map<Message, number>();
  #byId = new Map<string, Message>();
  #choked = false;

  constructor(out: Outgoing, { name, connection, user, peer, slots }: ConsumerOptions, onRoom: () => void) {
    this.#out = out;
    this.name = name;
    this.connection = connection;
    this.user = user;
    this.peer = peer;
    this.slots = slots;
    this.#onRoom = onRoom;
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  get isFree(): boolean {
    return !this.#choked && !this.#out.over && this.#inFlight.size < this.slots;
  }

  /** Whether a message of this id is waited for. */
  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** Adds a message to the next bundle, and waits for its answer. */
  send(message: Message, deadlineMs: number): void {
    message.deadlineMs = deadlineMs;
    this.#inFlight.set(message, performance.now());
    this.#byId.set(message.id, message);
    this.deliver(message);
  }

  /** Adds a message to the next bundle. */
  deliver(message: Message): void {
    this.meter.count();
    if (this.#out.add(encodeDelivery({ ...message.delivery, retries: message.retries }))) return;
    this.#choked = true;
    void this.#out.room().then(() => {
      this.#choked = false;
      this.#onRoom();
    });
  }

  flush(): void {
    this.#out.flush();
  }

  /** The message that an answer names; undefined where it is too late. */
  take(id: string): Message | undefined {
    const message = this.#byId.get(id);
    if (!message) return undefined;
    this.latencies.add(performance.now() - (this.#inFlight.get(message) ?? 0));
    this.#forget(message);
    return message;
  }

  /** The messages whose time is over. */
  takeExpired(nowMs: number): Message[] {
    const expired: Message[] = [];
    // In the order they were sent, which is that of their deadlines.
    for (const message of this.#inFlight.keys()) {
      if (message.deadlineMs > nowMs) break;
      expired.push(message);
    }
    for (const message of expired) this.#forget(message);
    return expired;
  }

  takeAll(): Message[] {
    const all = [...this.#inFlight.keys()];
    this.#inFlight.clear();
    this.#byId.clear();
    return all;
  }

  end(error: StoreError): void {
    this.#out.end(error);
  }

  #forget(message: Message): void {
    this.#inFlight.delete(message);
    this.#byId.delete(message.id);
  }
}
