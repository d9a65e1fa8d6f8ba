import { SEARCHES_KEPT_DAYS } from '@easel/contracts/search/policy';
import { searchesStream } from '@easel/contracts/search/stream';
import { EventLog } from '@easel/kernel/log/event-log';
import { Injectable } from '@nestjs/common';
import { KeptDays } from '../kept-days.ts';

/** How long each day's searches are kept. */
@Injectable()
export class SearchDays extends KeptDays {
  constructor(log: EventLog) {
    super(log, searchesStream, SEARCHES_KEPT_DAYS);
  }
}
