import { encodeDelivery } from '../encode.ts';
import type { StoreError } from '../errors.ts';
import type { Outgoing } from '../outgoing.ts';
import type { Message } from './message.ts';
import { Meter } from './meter.ts';

/** One subscriber of a group: takes as many messages at a time as it has slots, no faster than it reads them. */
export class Consumer {
  readonly name: string;
  /** The address it called from. */
  readonly peer: string;
  readonly slots: number;
  readonly meter = new Meter();
  #out: Outgoing;
  #onRoom: () => void;
  #inFlight = new Set<Message>();
  #byId = new Map<string, Message[]>();
  #choked = false;

  constructor(out: Outgoing, { name, peer, slots }: { name: string; peer: string; slots: number }, onRoom: () => void) {
    this.#out = out;
    this.name = name;
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

  /** Adds a message to the next bundle. */
  send(message: Message, deadlineMs: number): void {
    message.deadlineMs = deadlineMs;
    this.#inFlight.add(message);
    const same = this.#byId.get(message.id);
    if (same) same.push(message);
    else this.#byId.set(message.id, [message]);
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
    const [message] = this.#byId.get(id) ?? [];
    if (message) this.#forget(message);
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
    const others = (this.#byId.get(message.id) ?? []).filter((other) => other !== message);
    if (others.length > 0) this.#byId.set(message.id, others);
    else this.#byId.delete(message.id);
  }
}
