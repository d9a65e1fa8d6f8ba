import { encodeDelivery } from '../encode.ts';
import type { StoreError } from '../errors.ts';
import type { Outgoing } from '../outgoing.ts';
import type { Latencies } from './latencies.ts';
import type { Message } from './message.ts';
import { Meter } from './meter.ts';

/** Who a subscriber is, and how many messages it takes at a time. */
export interface ConsumerOptions {
  id: string;
  /** As its client names itself. */
  connectionName: string;
  /** The account that called. */
  user: string;
  /** The address it called from. */
  peer: string;
  slots: number;
  /** Where its times are to be told. */
  latencies: Latencies | undefined;
}

/** One subscriber of a group: takes as many messages at a time as it has slots, no faster than it reads them. */
export class Consumer {
  readonly id: string;
  readonly connectionName: string;
  readonly user: string;
  readonly peer: string;
  readonly slots: number;
  readonly latencies: Latencies | undefined;
  readonly meter = new Meter();
  #out: Outgoing;
  #onRoom: () => void;
  #inFlight = new Set<Message>();
  #byId = new Map<string, Message>();
  #unanswerable = 0;
  #choked = false;

  constructor(out: Outgoing, options: ConsumerOptions, onRoom: () => void) {
    this.#out = out;
    this.id = options.id;
    this.connectionName = options.connectionName;
    this.user = options.user;
    this.peer = options.peer;
    this.slots = options.slots;
    this.latencies = options.latencies;
    this.#onRoom = onRoom;
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  get freeSlots(): number {
    return Math.max(this.slots - this.#inFlight.size - this.#unanswerable, 0);
  }

  get isFree(): boolean {
    return !this.#choked && !this.#out.over && this.freeSlots > 0;
  }

  /** Whether a message of this id is waited for. */
  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** Adds a message to the next bundle, and waits for its answer. */
  send(message: Message, deadlineMs: number): void {
    message.deadlineMs = deadlineMs;
    message.sentMs = performance.now();
    this.#inFlight.add(message);
    this.#byId.set(message.id, message);
    this.#add(message);
  }

  /**
   * Adds a message whose id is waited for already. No answer will be taken for its own, so its slot stays taken for as
   * long as the subscriber is there, as in EventStoreDB.
   */
  sendUnanswerable(message: Message): void {
    this.#unanswerable += 1;
    this.#add(message);
  }

  #add(message: Message): void {
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
    this.#forget(message);
    this.latencies?.add(performance.now() - message.sentMs);
    return message;
  }

  /** The messages whose time is over. */
  takeExpired(nowMs: number): Message[] {
    const expired: Message[] = [];
    // In the order they were sent, which is that of their deadlines.
    for (const message of this.#inFlight) {
      if (message.deadlineMs > nowMs) break;
      expired.push(message);
    }
    for (const message of expired) this.#forget(message);
    return expired;
  }

  takeAll(): Message[] {
    const all = [...this.#inFlight];
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
