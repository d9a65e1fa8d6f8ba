/** One place that is being worked on. */
export interface Mark {
  /** Right behind the place before it. */
  from: number;
  settled: boolean;
}

/**
 * How far a source is done with although its events are settled in any order: everything before `next` is. What is
 * settled behind an event that is not waits here, and costs no more than a mark.
 */
export class Progress {
  #marks: Mark[] = [];
  #first = 0;
  #taken: number;

  /** @param from the first place that is not done with */
  constructor(from: number) {
    this.#taken = from;
  }

  /** Right behind the last place up to which everything is settled. */
  get next(): number {
    return this.#marks[this.#first]?.from ?? this.#taken;
  }

  /** Marks that are kept. */
  get length(): number {
    return this.#marks.length - this.#first;
  }

  /** Takes a place on; places are taken in order. */
  take(place: number): Mark {
    const mark = { from: this.#taken, settled: false };
    this.#marks.push(mark);
    this.#taken = place + 1;
    return mark;
  }

  /** Everything before `place` that was not taken needs nothing to be done. */
  pass(place: number): void {
    this.#taken = Math.max(this.#taken, place);
  }

  settle(mark: Mark): void {
    mark.settled = true;
    while (this.#marks[this.#first]?.settled) this.#first += 1;
    if (this.#first > 256 && this.#first * 2 > this.#marks.length) {
      this.#marks = this.#marks.slice(this.#first);
      this.#first = 0;
    }
  }
}
