/** Where an event id stands; the same id may stand in several places. */
export interface Occurrence {
  id: string;
  stream: string;
  revision: number;
  position: number;
}

/**
 * The ids of the newest events, those staged for commit included. It knows every id from position `from` on, so a
 * database answer that is `asOf` position `from - 1` or later is complete with it.
 */
export class RecentIds {
  #queue: Occurrence[] = [];
  #start = 0;
  #byId = new Map<string, Occurrence[]>();
  #from: number;
  #capacity: number;

  constructor(capacity: number, head: number) {
    this.#capacity = capacity;
    this.#from = head + 1;
  }

  completes(asOf: number): boolean {
    return asOf >= this.#from - 1;
  }

  of(id: string): readonly Occurrence[] {
    return this.#byId.get(id) ?? [];
  }

  add(occurrence: Occurrence): void {
    this.#queue.push(occurrence);
    const same = this.#byId.get(occurrence.id);
    if (same) same.push(occurrence);
    else this.#byId.set(occurrence.id, [occurrence]);
    if (this.#queue.length - this.#start > this.#capacity) this.#forgetOldest();
  }

  #forgetOldest(): void {
    const oldest = this.#queue[this.#start];
    if (!oldest) return;
    this.#start += 1;
    this.#from = oldest.position + 1;
    const same = this.#byId.get(oldest.id);
    if (same && same.length > 1) same.shift();
    else this.#byId.delete(oldest.id);
    if (this.#start > this.#capacity) {
      this.#queue = this.#queue.slice(this.#start);
      this.#start = 0;
    }
  }
}
