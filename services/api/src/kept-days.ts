import type { StreamKind } from '@easel/contracts/kernel/stream';
import type { EventLog } from '@easel/kernel/log/event-log';

/** Has the log forget in the end what stands in streams of a day each. */
export abstract class KeptDays {
  /** The last day that the log was told of here. */
  private told = '';

  constructor(
    private readonly log: EventLog,
    private readonly stream: StreamKind,
    private readonly days: number,
  ) {}

  /** To be called before a fact of that day is recorded: who dies between the two has recorded none. */
  async begin(day: string): Promise<void> {
    if (this.told === day) return;
    await this.log.keepFor(this.stream.nameOf(day), this.days);
    this.told = day;
  }
}
