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
  /** A ring: the oldest stands where the next one goes. */
  #places: Occurrence[] = [];
  #next = 0;
  /** Oldest first where an id stands in several places, which hardly any does. */
  #byId = new Map<string, Occurrence | Occurrence[]>();
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
    const known = this.#byId.get(id);
    return known === undefined ? [] : Array.isArray(known) ? known : [known];
  }

  add(occurrence: Occurrence): void {
    const oldest = this.#places[this.#next];
    if (oldest) this.#forget(oldest);
    this.#places[this.#next] = occurrence;
    this.#next = (this.#next + 1) % this.#capacity;
    const known = this.#byId.get(occurrence.id);
    if (known === undefined) this.#byId.set(occurrence.id, occurrence);
    else if (Array.isArray(known)) known.push(occurrence);
    else this.#byId.set(occurrence.id, [known, occurrence]);
  }

  #forget(oldest: Occurrence): void {
    this.#from = oldest.position + 1;
    const known = this.#byId.get(oldest.id);
    if (Array.isArray(known) && known.length > 1) known.shift();
    else this.#byId.delete(oldest.id);
  }
}
