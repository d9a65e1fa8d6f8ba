import type { ScheduleFact } from '@easel/contracts/reports/schedules.events';
import { reportStream, scheduleStream } from '@easel/contracts/reports/stream';
import { decide, type Decide } from '@easel/kernel/deciding/decide';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import type { RunCommand } from './report-runs.decider.ts';

type FallenDue = Extract<ScheduleFact, { type: 'ReportFellDue' }>['data'];

interface Due {
  due: FallenDue;
  cause: string;
  correlationId: string;
}

/**
 * Asks for the run of what has fallen due, as of its first, also when the process that found it due died right after.
 * It bears the id of that fact, of which there is one a month: so the run is one however often it is asked for.
 */
export const requestDue: ProcessDefinition<ScheduleFact, Due, Decide> = {
  name: 'reports.request-due',
  from: 'start',
  categories: [scheduleStream.category],

  on: {
    ReportFellDue: ({ id: cause, data: due, recordedAt, metadata }) => [
      { schedule: { key: cause, dueAt: recordedAt, payload: { due, cause, correlationId: metadata.$correlationId } } },
    ],
  },

  command: ({ payload: { due, cause, correlationId } }) =>
    decide<RunCommand>(
      reportStream,
      cause,
      { type: 'RequestReport', runId: cause, ...due, againOf: null },
      {
        key: `request-due ${cause}`,
        actor: { kind: 'system', id: 'reports.request-due' },
        correlationId,
        causationId: cause,
      },
    ),
};
