import type { ScheduleFact } from '@easel/contracts/reports/schedules.events';
import { reportStream, scheduleStream } from '@easel/contracts/reports/stream';
import { decide, type Decide } from '@easel/kernel/deciding/decide';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import type { RunCommand } from './report-runs.decider.ts';

interface FallenDue {
  scheduleId: string;
  report: string;
  parameters: Readonly<Record<string, string>>;
  asOf: string;
  cause: string;
  correlationId: string;
}

/** Asks for the run of what has fallen due, also when the process that found it due died right after. */
export const requestDue: ProcessDefinition<ScheduleFact, FallenDue, Decide> = {
  name: 'reports.request-due',
  from: 'start',
  categories: [scheduleStream.category],

  on: {
    ReportFellDue({ id: cause, data: { runId, ...due }, recordedAt, metadata }) {
      const payload = { ...due, cause, correlationId: metadata.$correlationId };
      return [{ schedule: { key: runId, dueAt: recordedAt, payload } }];
    },
  },

  command: ({ key: runId, payload: { cause, correlationId, ...due } }) =>
    decide<RunCommand>(
      reportStream,
      runId,
      { type: 'RequestReport', runId, ...due, againOf: null },
      {
        key: `request-due ${runId}`,
        actor: { kind: 'system', id: 'reports.request-due' },
        correlationId,
        causationId: cause,
      },
    ),
};
