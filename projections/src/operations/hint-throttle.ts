interface Sent {
  at: number;
  /** Runs where there is more to be told. */
  timer: NodeJS.Timeout | undefined;
}

/**
 * Lets each name through at once, but then no more often than so; what came in between is told once, at the end of it.
 */
export class HintThrottle {
  private readonly sent = new Map<string, Sent>();
  private closed = false;

  constructor(
    private readonly everyMs: number,
    private readonly tell: (name: string) => void,
  ) {}

  hint(name: string): void {
    if (this.closed) return;
    const sent = this.sent.get(name);
    if (sent?.timer) return;
    const dueMs = sent ? sent.at + this.everyMs - performance.now() : 0;
    if (dueMs <= 0) this.pass(name);
    else if (sent) sent.timer = setTimeout(() => this.pass(name), dueMs);
  }

  close(): void {
    this.closed = true;
    for (const { timer } of this.sent.values()) clearTimeout(timer);
  }

  private pass(name: string): void {
    this.sent.set(name, { at: performance.now(), timer: undefined });
    this.tell(name);
  }
}
