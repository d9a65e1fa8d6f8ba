/**
 * A value that is read when somebody asks for it and what is known has grown too old; whoever asks meanwhile waits for
 * the same read. Nothing is read while nobody asks.
 */
export class FreshValue<T> {
  private known: { value: T; readAt: number } | undefined;
  private reading: { promise: Promise<T>; readAt: number; outdated: boolean } | undefined;

  constructor(
    private readonly read: () => Promise<T>,
    private readonly maxAgeMs: number,
    /** Milliseconds of a clock that never goes back. */
    private readonly now: () => number,
  ) {}

  current(): Promise<T> {
    const { known, reading } = this;
    const isFresh = (readAt: number): boolean => this.now() - readAt < this.maxAgeMs;
    if (known && isFresh(known.readAt)) return Promise.resolve(known.value);
    return reading && !reading.outdated && isFresh(reading.readAt) ? reading.promise : this.readAnew();
  }

  /** What is known, and what is being read right now, may be of yesterday: the next who asks reads anew. */
  outdate(): void {
    this.known = undefined;
    if (this.reading) this.reading.outdated = true;
  }

  private readAnew(): Promise<T> {
    // Its age counts from before the read: what changes during it may be missed by it.
    const readAt = this.now();
    const reading = { promise: this.read(), readAt, outdated: false };
    this.reading = reading;
    const done = (): void => {
      if (this.reading === reading) this.reading = undefined;
    };
    void reading.promise.then(
      (value) => {
        const isOvertaken = reading.outdated || (this.known !== undefined && this.known.readAt > readAt);
        if (!isOvertaken) this.known = { value, readAt };
        done();
      },
      () => done(),
    );
    return reading.promise;
  }
}
