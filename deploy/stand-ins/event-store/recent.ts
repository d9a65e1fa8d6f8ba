import type { LogEntry } from './event.ts';

// What an entry costs beside its bytes: two objects, a slot in the log and a slot in its stream.
const ENTRY_OVERHEAD_BYTES = 300;

/** A queue that forgets from its front and is indexed from there. */
class Tail {
  #entries: (LogEntry | undefined)[] = [];
  #start = 0;

  get length(): number {
    return this.#entries.length - this.#start;
  }

  at(index: number): LogEntry | undefined {
    return this.#entries[this.#start + index];
  }

  push(entry: LogEntry): void {
    this.#entries.push(entry);
  }

  shift(): LogEntry | undefined {
    const entry = this.at(0);
    this.#entries[this.#start] = undefined;
    this.#start += 1;
    if (this.#start > 64 && this.#start * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#start);
      this.#start = 0;
    }
    return entry;
  }
}

/** How much a reader takes at once. */
export interface Portion {
  rows: number;
  bytes: number;
}

/**
 * The newest events of the log, none left out, as bytes ready to be sent; the oldest go when `capacityBytes` are
 * exceeded. Each answer is the entries asked for, empty past the end, or null where the database has to be asked.
 */
export class RecentEvents {
  #all = new Tail();
  #streams = new Map<string, Tail>();
  /** Whatever stands here or behind it is held. */
  #since = 1;
  #bytes = 0;
  #capacityBytes: number;

  constructor(capacityBytes: number) {
    this.#capacityBytes = capacityBytes;
  }

  push(entry: LogEntry): void {
    this.#all.push(entry);
    let stream = this.#streams.get(entry.stream);
    if (!stream) this.#streams.set(entry.stream, (stream = new Tail()));
    stream.push(entry);
    this.#bytes += entry.bytes.length + ENTRY_OVERHEAD_BYTES;
    while (this.#bytes > this.#capacityBytes && this.#all.length > 0) this.#forgetOldest();
  }

  /** Forgets everything; what is pushed next follows `head`. */
  clear(head: number): void {
    this.#all = new Tail();
    this.#streams.clear();
    this.#since = head + 1;
    this.#bytes = 0;
  }

  allForwards(position: number, head: number, portion: Portion): LogEntry[] | null {
    if (position > head) return [];
    if (position < this.#since) return null;
    return take(this.#all, countBefore(this.#all, position), 1, portion);
  }

  allBackwards(position: number, portion: Portion): LogEntry[] | null {
    if (position < 1) return [];
    const last = countBefore(this.#all, position + 1) - 1;
    return last < 0 ? null : take(this.#all, last, -1, portion);
  }

  streamForwards(stream: string, revision: number, portion: Portion): LogEntry[] | null {
    const tail = this.#streams.get(stream);
    const first = tail?.at(0)?.revision;
    if (!tail || first === undefined || revision < first) return null;
    return take(tail, revision - first, 1, portion);
  }

  streamBackwards(stream: string, revision: number, portion: Portion): LogEntry[] | null {
    if (revision < 0) return [];
    const tail = this.#streams.get(stream);
    const first = tail?.at(0)?.revision;
    if (!tail || first === undefined || revision < first) return null;
    return take(tail, Math.min(revision - first, tail.length - 1), -1, portion);
  }

  #forgetOldest(): void {
    const entry = this.#all.shift();
    if (!entry) return;
    this.#since = entry.position + 1;
    this.#bytes -= entry.bytes.length + ENTRY_OVERHEAD_BYTES;
    const stream = this.#streams.get(entry.stream);
    stream?.shift();
    if (stream?.length === 0) this.#streams.delete(entry.stream);
  }
}

/** How many of the entries, which are in the order of their positions, stand before this one. */
function countBefore(all: Tail, position: number): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((all.at(middle)?.position ?? Infinity) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function take(tail: Tail, from: number, step: 1 | -1, portion: Portion): LogEntry[] {
  const taken: LogEntry[] = [];
  let bytes = 0;
  for (let index = from; taken.length < portion.rows && bytes < portion.bytes; index += step) {
    const entry = index < 0 ? undefined : tail.at(index);
    if (!entry) break;
    taken.push(entry);
    bytes += entry.bytes.length;
  }
  return taken;
}
