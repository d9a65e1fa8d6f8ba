import { problems, Refused } from '@easel/contracts/kernel/problem';
import { measuredPage, pictureEvent, telemetryHttp, type TrackedEvent } from '@easel/contracts/telemetry/http';
import { landing } from '@easel/contracts/telemetry/landing.http';
import { PAGE_MEASURED, PICTURE_VIEWED, TOLD_BY_BROWSERS, VISIT_BEGUN } from '@easel/contracts/telemetry/policy';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, HttpCode } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import * as z from 'zod/mini';
import { Browser, type BrowserValue } from '../browser.decorator.ts';
import { FieldRecords } from './field-records.ts';
import { PictureViews } from './picture-views.ts';
import { RecordActivity } from './record-activity.ts';

@Controller()
export class TelemetryController {
  constructor(
    private readonly commands: CommandBus,
    private readonly field: FieldRecords,
    private readonly views: PictureViews,
  ) {}

  @HttpCode(202)
  @RouteOf(telemetryHttp.track)
  async track(
    @Body({ schema: telemetryHttp.track.body }) body: z.output<typeof telemetryHttp.track.body>,
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
    @Browser() browser: BrowserValue,
  ): Promise<{ success: true; recorded: number }> {
    const events = body.events ?? [{ event_type: body.event_type ?? '', event_data: body.event_data }];
    // All are read before the first is recorded: what is refused is refused whole.
    const pages = told(events, PAGE_MEASURED, measuredPage);
    const visits = told(events, VISIT_BEGUN, landing);
    const pictures = told(events, TOLD_BY_BROWSERS, pictureEvent).map(({ generation_id }) => generation_id);
    const viewed = told(events, PICTURE_VIEWED, pictureEvent).map(({ generation_id }) => generation_id);
    await this.field.admit(browser.address, { events: events.length, visits: visits.length });
    const recorded = await Promise.all([
      this.field.measured(pages),
      this.field.begun(visits),
      this.views.record(viewed, { caller, browser }),
    ]);
    const done = caller.kind === 'member' ? pictures : [];
    if (done.length > 0) {
      await this.commands.execute(new RecordActivity(caller.id, TOLD_BY_BROWSERS, done, context));
    }
    return { success: true, recorded: recorded.reduce((sum, facts) => sum + facts, done.length) };
  }
}

/** What events of one type say. Throws Refused, with the place, for one that does not say what its type wants. */
function told<Data extends z.ZodMiniType>(
  events: readonly TrackedEvent[],
  type: string,
  schema: Data,
): z.output<Data>[] {
  return events.flatMap(({ event_type, event_data }, index) => {
    if (event_type !== type) return [];
    const { data, error } = z.safeParse(schema, event_data);
    if (!error) return [data];
    const errors = error.issues.slice(0, 20).map(({ path }) => ({
      path: ['events', index, 'event_data', ...path].join('.'),
      message: `This is nothing that is told of “${type}”`,
    }));
    throw new Refused(problems.invalid, { errors });
  });
}
