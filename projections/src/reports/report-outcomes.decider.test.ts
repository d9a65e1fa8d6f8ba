import { randomUUID } from 'node:crypto';
import type { ReportFact } from '@easel/contracts/reports/events';
import { REPORT_ATTEMPTS } from '@easel/contracts/reports/policy';
import { given } from '@easel/kernel/testing/given';
import { test } from 'vitest';
import { type OutcomeCommand, reportOutcomes } from './report-outcomes.decider.ts';

const runId = randomUUID();
const at = new Date('2026-12-01T00:00:00.000Z');
const died = { problem: 'reports.broken', message: 'The process has ended' };
const requested: ReportFact = {
  type: 'ReportRequested',
  data: { runId, report: 'revenue', parameters: {}, asOf: null, againOf: null },
};
const interrupt = (attempt: number): OutcomeCommand => ({ type: 'InterruptRun', runId, attempt, ...died, at });
const interrupted = (attempt: number, retryAt: string): ReportFact => ({
  type: 'ReportInterrupted',
  data: { runId, attempt, ...died, retryAt },
});
const made: ReportFact = {
  type: 'ReportMade',
  data: { runId, position: '9', filter: [], parameters: {}, codeHash: 'c0de', result: '{}' },
};

test('a run whose process dies is made again after twice as long each time, and fails after the last attempt', () => {
  const [first, second] = [interrupted(1, '2026-12-01T00:00:05.000Z'), interrupted(2, '2026-12-01T00:00:10.000Z')];
  given(reportOutcomes, requested).when(interrupt(1)).then(first);
  given(reportOutcomes, requested, first).when(interrupt(1)).thenNothing();
  given(reportOutcomes, requested, first).when(interrupt(2)).then(second);
  given(reportOutcomes, requested, first, second)
    .when(interrupt(REPORT_ATTEMPTS))
    .then({ type: 'ReportFailed', data: { runId, ...died, detail: 'It was tried 5 times.' } });
  given(reportOutcomes, requested, first).when({ type: 'TellOutcome', outcome: made }).then(made);
});

test('a run that has ended or was cancelled is not interrupted any more', () => {
  for (const end of [made, { type: 'ReportCancelled', data: { runId } } as const]) {
    given(reportOutcomes, requested, end).when(interrupt(1)).thenNothing();
  }
});
