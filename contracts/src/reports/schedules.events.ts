import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';

const scheduleId = z.uuid();
const report = z.string();
/** As they were given. */
const parameters = z.record(z.string(), z.string());

/** Facts of `schedule-{report}`: when it is made with nobody asking. Who wants it so stands in the metadata. */
export const scheduleFacts = {
  /** On the first of every month that begins after it. */
  ReportScheduled: { version: 1, data: z.object({ scheduleId, report, parameters, scheduledAt: z.iso.datetime() }) },
  ReportUnscheduled: { version: 1, data: z.object({ scheduleId, report }) },
  /** A first has come. `asOf` is its beginning, so that the run has the whole month before it, and no other. */
  ReportFellDue: {
    version: 1,
    data: z.object({ scheduleId, report, parameters, asOf: z.iso.datetime() }),
  },
} satisfies FactCatalogue;

export type ScheduleFact = FactsOf<typeof scheduleFacts>;
