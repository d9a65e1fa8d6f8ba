import { randomUUID } from 'node:crypto';
import type { ReportFact } from '@easel/contracts/reports/events';
import { reportProblems } from '@easel/contracts/reports/problems';
import { given } from '@easel/kernel/testing/given';
import { test } from 'vitest';
import { type RunCommand, reportRuns } from './report-runs.decider.ts';

const runId = randomUUID();
const asked = { runId, report: 'revenue', parameters: { from: '2026-11' }, asOf: null, againOf: null } as const;
const request: RunCommand = { type: 'RequestReport', ...asked };
const cancel: RunCommand = { type: 'CancelReport', runId };
const requested: ReportFact = { type: 'ReportRequested', data: asked };
const cancelled: ReportFact = { type: 'ReportCancelled', data: { runId } };
const made: ReportFact = {
  type: 'ReportMade',
  data: { runId, position: '9', filter: ['PlanPaid'], parameters: {}, codeHash: 'ab', result: '{}' },
};
const failed: ReportFact = {
  type: 'ReportFailed',
  data: { runId, problem: 'reports.slow', message: 'Slow', detail: null },
};

test('a report is asked for once, however often its call is repeated', () => {
  given(reportRuns).when(request).then(requested);
  for (const after of [[], [made], [failed], [cancelled]])
    given(reportRuns, requested, ...after)
      .when(request)
      .thenNothing();
});

test('one that is made every month says by which schedule', () => {
  const scheduleId = randomUUID();
  given(reportRuns)
    .when({ ...request, scheduleId })
    .then({ type: 'ReportRequested', data: { ...asked, scheduleId } });
});

test('one that waits is cancelled, once; one that has ended stays as it is', () => {
  given(reportRuns, requested).when(cancel).then(cancelled);
  given(reportRuns, requested, cancelled).when(cancel).thenNothing();
  given(reportRuns, requested, made).when(cancel).thenRefuses(reportProblems.ended);
  given(reportRuns, requested, failed).when(cancel).thenRefuses(reportProblems.ended);
  given(reportRuns).when(cancel).thenRefuses(reportProblems.notFound);
});
