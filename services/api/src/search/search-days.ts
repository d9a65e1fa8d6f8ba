import { SEARCHES_KEPT_DAYS } from '@easel/contracts/search/policy';
import { searchesStream } from '@easel/contracts/search/stream';
import { EventLog } from '@easel/kernel/log/event-log';
import { Injectable } from '@nestjs/common';

/** Has the log forget each day's searches in the end. */
@Injectable()
export class SearchDays {
  /** The last day that the log was told of here. */
  private told = '';

  constructor(private readonly log: EventLog) {}

  /** To be called before a search of that day is recorded: who dies between the two has recorded none. */
  async begin(day: string): Promise<void> {
    if (this.told === day) return;
    await this.log.keepFor(searchesStream.nameOf(day), SEARCHES_KEPT_DAYS);
    this.told = day;
  }
}
