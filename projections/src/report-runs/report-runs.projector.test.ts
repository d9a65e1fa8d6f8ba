import { randomUUID } from 'node:crypto';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { ReportFact } from '@easel/contracts/reports/events';
import { reportStream } from '@easel/contracts/reports/stream';
import { test } from 'vitest';
import { givenFor } from '../testing/given.ts';
import { Recorder } from '../testing/recorded.ts';
import { reportRunsProjector } from './report-runs.projector.ts';

const given = givenFor(reportRunsProjector);
const recorder = new Recorder();
const runId = randomUUID();
const record = (fact: ReportFact): Recorded => recorder.record(reportStream.nameOf(runId), fact);
const requested = record({
  type: 'ReportRequested',
  data: { runId, report: 'revenue', parameters: { from: '2026-11' }, asOf: '9', againOf: null },
});
const asked = {
  run_id: runId,
  report: 'revenue',
  parameters: '{"from":"2026-11"}',
  as_of: '9',
  again_of: null,
  requested_by: 'test',
};
const nothing = { position: null, code_hash: null, result: null, message: null, detail: null };

test('a run waits until something came of it', async () => {
  await given(requested).thenRows('report_run', { ...asked, ...nothing, state: 'waiting', ended_at: null });
});

test('one that is made has its result to the byte', async () => {
  const made = {
    runId,
    position: '9',
    filter: ['PlanPaid'],
    parameters: {},
    codeHash: 'c0de',
    result: '{"rows": [] }',
  };
  await given(requested, record({ type: 'ReportMade', data: made })).thenRows('report_run', {
    ...asked,
    state: 'made',
    position: '9',
    filter: '["PlanPaid"]',
    code_hash: 'c0de',
    result: '{"rows": [] }',
    message: null,
  });
});

test('one that failed says why, one that was cancelled nothing', async () => {
  const failed = { runId, problem: 'reports.failed', message: 'The code has failed', detail: 'x is undefined' };
  await given(requested, record({ type: 'ReportFailed', data: failed })).thenRows('report_run', {
    ...asked,
    ...nothing,
    state: 'failed',
    message: 'The code has failed',
    detail: 'x is undefined',
  });
  await given(requested, record({ type: 'ReportCancelled', data: { runId } })).thenRows('report_run', {
    ...asked,
    ...nothing,
    state: 'cancelled',
  });
});
