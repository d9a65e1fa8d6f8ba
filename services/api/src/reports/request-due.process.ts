import type { ScheduleFact } from '@easel/contracts/reports/schedules.events';
import { scheduleStream } from '@easel/contracts/reports/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { type FallenDue, RequestDue } from './request-due.ts';

interface Due {
  due: FallenDue;
  cause: string;
  correlationId: string;
}

/** Has the run of what has fallen due asked for, also when the process that found it due died right after. */
export const requestDue: ProcessDefinition<ScheduleFact, Due, RequestDue> = {
  name: 'reports.request-due',
  from: 'start',
  categories: [scheduleStream.category],

  on: {
    ReportFellDue: ({ id: cause, data: due, recordedAt, metadata }) => [
      { schedule: { key: cause, dueAt: recordedAt, payload: { due, cause, correlationId: metadata.$correlationId } } },
    ],
  },

  command: ({ payload: { due, cause, correlationId } }) =>
    new RequestDue(due, {
      key: `request-due ${cause}`,
      actor: { kind: 'system', id: 'reports.request-due' },
      correlationId,
      causationId: cause,
    }),
};
