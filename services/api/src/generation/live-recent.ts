interface Recent {
  readonly position: bigint;
  readonly memberId: string;
  readonly frame: Buffer;
}

/** The newest events of jobs, in the order of the log, so that a page which reconnects is told what it missed. */
export class RecentEvents {
  private readonly events: Recent[] = [];
  private bytes = 0;

  /** `after`: every event behind this position is here. */
  constructor(
    private after: bigint,
    private readonly maxBytes: number,
  ) {}

  push(event: Recent): void {
    this.events.push(event);
    this.bytes += event.frame.length;
    // A part at a time, so that it costs little.
    if (this.bytes > this.maxBytes) this.dropHalf();
  }

  /** The member's own events after a position; undefined where some may be gone. */
  since(position: bigint, memberId: string): Buffer[] | undefined {
    if (position < this.after) return undefined;
    return this.events.flatMap((event) =>
      event.position > position && event.memberId === memberId ? [event.frame] : [],
    );
  }

  private dropHalf(): void {
    const dropped = this.events.splice(0, Math.ceil(this.events.length / 2));
    for (const { position, frame } of dropped) {
      this.after = position;
      this.bytes -= frame.length;
    }
  }
}
