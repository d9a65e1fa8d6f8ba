import { eventsHttp, eventsProblems, type StreamStep } from '@easel/contracts/events/http';
import { Refused } from '@easel/contracts/kernel/problem';
import { Deciders } from '@easel/kernel/deciding/decide';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { EventLog } from '@easel/kernel/log/event-log';
import { Controller, Param } from '@nestjs/common';
import { stepOf } from './stream-step.ts';

/** A stream replayed step by step, by the fold that commands are decided from. */
@Controller()
export class StepsController {
  constructor(
    private readonly deciders: Deciders,
    private readonly log: EventLog,
  ) {}

  @RouteOf(eventsHttp.step)
  async step(
    @Param({ schema: eventsHttp.step.params }) { stream, revision }: { stream: string; revision: string },
  ): Promise<StreamStep> {
    const fold = this.deciders.foldOf(stream);
    if (!fold) throw new Refused(eventsProblems.notFolded);
    return stepOf(this.log, { stream, revision: Number(revision), fold });
  }
}
