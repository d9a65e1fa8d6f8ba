import { VISITS_KEPT_DAYS } from '@easel/contracts/telemetry/policy';
import { visitsStream } from '@easel/contracts/telemetry/stream';
import { EventLog } from '@easel/kernel/log/event-log';
import { Injectable } from '@nestjs/common';
import { KeptDays } from '../kept-days.ts';

/** Sets how long each day's visits are kept. */
@Injectable()
export class VisitDays extends KeptDays {
  constructor(log: EventLog) {
    super(log, visitsStream, VISITS_KEPT_DAYS);
  }
}
