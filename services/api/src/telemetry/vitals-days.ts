import { VITALS_KEPT_DAYS } from '@easel/contracts/telemetry/policy';
import { vitalsStream } from '@easel/contracts/telemetry/stream';
import { EventLog } from '@easel/kernel/log/event-log';
import { Injectable } from '@nestjs/common';
import { KeptDays } from '../kept-days.ts';

/** How long each day's measured pages are kept. */
@Injectable()
export class VitalsDays extends KeptDays {
  constructor(log: EventLog) {
    super(log, vitalsStream, VITALS_KEPT_DAYS);
  }
}
