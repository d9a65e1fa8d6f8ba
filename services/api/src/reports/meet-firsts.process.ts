import type { Recorded } from '@easel/contracts/kernel/event';
import { nextFirstAt } from '@easel/contracts/reports/policy';
import type { ScheduleFact } from '@easel/contracts/reports/schedules.events';
import { scheduleStream } from '@easel/contracts/reports/stream';
import { decide, type Decide } from '@easel/kernel/deciding/decide';
import type { ProcessDefinition, Step } from '@easel/kernel/following/process';
import type { ScheduleCommand } from './schedules.decider.ts';

interface Scheduled {
  report: string;
  cause: string;
  correlationId: string;
}

/**
 * Comes to what is made every month on each first: one timer a schedule, set again by what the last one has recorded.
 */
export const meetFirsts: ProcessDefinition<ScheduleFact, Scheduled, Decide> = {
  name: 'reports.meet-firsts',
  from: 'start',
  categories: [scheduleStream.category],

  on: {
    ReportScheduled: (fact) => [onTheFirstAfter(fact, fact.data.scheduledAt)],
    ReportFellDue: (fact) => [onTheFirstAfter(fact, fact.data.asOf)],
    ReportUnscheduled: ({ data }) => [{ cancel: data.scheduleId }],
  },

  command: ({ key: scheduleId, payload: { report, cause, correlationId } }) =>
    decide<ScheduleCommand>(
      scheduleStream,
      report,
      { type: 'MeetFirst', scheduleId, report },
      {
        key: `meet-first ${cause}`,
        actor: { kind: 'system', id: 'reports.meet-firsts' },
        correlationId,
        causationId: cause,
      },
    ),
};

const onTheFirstAfter = ({ id, data, metadata }: Recorded<ScheduleFact>, at: string): Step<Scheduled> => ({
  schedule: {
    key: data.scheduleId,
    dueAt: nextFirstAt(new Date(at)),
    payload: { report: data.report, cause: id, correlationId: metadata.$correlationId },
  },
});
