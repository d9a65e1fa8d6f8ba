import { VIEWS_KEPT_DAYS } from '@easel/contracts/telemetry/policy';
import { viewsStream } from '@easel/contracts/telemetry/stream';
import { EventLog } from '@easel/kernel/log/event-log';
import { Injectable } from '@nestjs/common';
import { KeptDays } from '../kept-days.ts';

/** Sets how long each day's views of pictures are kept. */
@Injectable()
export class ViewDays extends KeptDays {
  constructor(log: EventLog) {
    super(log, viewsStream, VIEWS_KEPT_DAYS);
  }
}
