/** Counts what is written, as PostgreSQL's identities do: what is taken back leaves a gap. */
export class Counter {
  #last = 0n;

  next(): bigint {
    return (this.#last += 1n);
  }
}
