/** One run of one process, from its start to its end; what it kept in memory goes with it. */
export class Life {
  private readonly end = Promise.withResolvers<never>();
  private over = false;

  constructor(readonly name: string) {
    this.end.promise.catch(() => undefined);
  }

  get isOver(): boolean {
    return this.over;
  }

  /** Rejects when it is killed: whoever waits for its answer hears that the connection is gone. */
  get lost(): Promise<never> {
    return this.end.promise;
  }

  kill(): void {
    this.over = true;
    const lost = new ConnectionLost(this.name);
    // Its trace is made when it is asked for, and keeps the whole world until then: a life is remembered by timers of
    // libraries.
    void lost.stack;
    this.end.reject(lost);
  }
}

/** The process that was asked is gone; whether it did what it was asked nobody knows. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';

  constructor(who: string) {
    super(`${who} died before it answered`);
  }
}
