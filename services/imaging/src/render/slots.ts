/** Gives a slot back; a second time does nothing. */
export type Release = () => void;

interface Waiter {
  readonly kind: string;
  readonly take: (release: Release) => void;
}

/** So much at the same time, of everything and of each kind; those that wait for a slot get it in turn. */
export class Slots {
  private used = 0;
  private readonly usedOf = new Map<string, number>();
  private readonly waiting = new Set<Waiter>();

  constructor(
    private readonly most: number,
    private readonly mostOf: (kind: string) => number = () => most,
    /** Hears of a slot that is free and that nothing waits for here. */
    private readonly onFree: () => void = () => undefined,
    /** Hears that something begins to wait for a slot. */
    private readonly onWait: () => void = () => undefined,
  ) {}

  /** Whether anything waits for a slot. */
  get isWaitedFor(): boolean {
    return this.waiting.size > 0;
  }

  /** Slots of a kind that are taken. */
  takenOf(kind: string): number {
    return this.usedOf.get(kind) ?? 0;
  }

  /** Whether `take` would give one: not while others of its kind wait. */
  isFree(kind: string): boolean {
    return this.hasRoom(kind) && ![...this.waiting].some((waiter) => waiter.kind === kind);
  }

  take(kind: string): Release | undefined {
    return this.isFree(kind) ? this.occupy(kind) : undefined;
  }

  /** Rejects with the signal's reason. */
  async wait(kind: string, signal: AbortSignal): Promise<Release> {
    signal.throwIfAborted();
    const taken = this.take(kind);
    if (taken) return taken;
    const { promise, resolve, reject } = Promise.withResolvers<Release>();
    const waiter = { kind, take: resolve };
    const giveUp = (): void => {
      this.waiting.delete(waiter);
      reject(signal.reason as Error);
    };
    this.waiting.add(waiter);
    signal.addEventListener('abort', giveUp, { once: true });
    this.onWait();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  private hasRoom(kind: string): boolean {
    return this.used < this.most && this.takenOf(kind) < this.mostOf(kind);
  }

  private occupy(kind: string): Release {
    this.used += 1;
    this.usedOf.set(kind, this.takenOf(kind) + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.used -= 1;
      this.usedOf.set(kind, this.takenOf(kind) - 1);
      this.serve();
    };
  }

  private serve(): void {
    for (const waiter of this.waiting) {
      if (!this.hasRoom(waiter.kind)) continue;
      this.waiting.delete(waiter);
      waiter.take(this.occupy(waiter.kind));
    }
    if (this.used < this.most) this.onFree();
  }
}
