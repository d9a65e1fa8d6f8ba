import { TRIALS_KEPT_DAYS } from '@easel/contracts/trials/policy';
import { trialsStream } from '@easel/contracts/trials/stream';
import { EventLog } from '@easel/kernel/log/event-log';
import { Injectable } from '@nestjs/common';
import { KeptDays } from '../kept-days.ts';

/** How long each day's claims are kept. */
@Injectable()
export class TrialDays extends KeptDays {
  constructor(log: EventLog) {
    super(log, trialsStream, TRIALS_KEPT_DAYS);
  }
}
