import { randomUUID } from 'node:crypto';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { ReportFact } from '@easel/contracts/reports/events';
import type { ScheduleFact } from '@easel/contracts/reports/schedules.events';
import { reportStream, scheduleStream } from '@easel/contracts/reports/stream';
import { describe, test } from 'vitest';
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
  schedule_id: null,
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

test('one whose process has died waits on, and says how often it was tried and when it is made again', async () => {
  const died = {
    runId,
    attempt: 2,
    problem: 'reports.broken',
    message: 'It died',
    retryAt: '2026-12-01T00:00:10.000Z',
  };
  await given(requested, record({ type: 'ReportInterrupted', data: died })).thenRows('report_run', {
    ...asked,
    ...nothing,
    state: 'waiting',
    attempts: 2,
    interruption: 'It died',
    retry_at: new Date('2026-12-01T00:00:10.000Z'),
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

describe('what is made every month', () => {
  const scheduleId = randomUUID();
  const told = (fact: ScheduleFact): Recorded => recorder.record(scheduleStream.nameOf('revenue'), fact);
  const schedule = { scheduleId, report: 'revenue' };
  const scheduled = told({
    type: 'ReportScheduled',
    data: { ...schedule, parameters: { from: '2026-01' }, scheduledAt: '2026-11-28T10:00:00.000Z' },
  });
  const fellDue = told({
    type: 'ReportFellDue',
    data: { ...schedule, parameters: { from: '2026-01' }, asOf: '2027-01-01T00:00:00.000Z' },
  });
  const row = {
    schedule_id: scheduleId,
    report: 'revenue',
    parameters: '{"from":"2026-01"}',
    scheduled_by: 'test',
    scheduled_by_role: null,
  };

  test('is made next on the first after, and then on the next', async () => {
    const [first, next] = [new Date('2026-12-01T00:00:00.000Z'), new Date('2027-02-01T00:00:00.000Z')];
    await given(scheduled).thenRows('report_schedule', { ...row, next_at: first });
    await given(scheduled, fellDue).thenRows('report_schedule', { ...row, next_at: next });
  });

  test('is no more when it was stopped, whatever fell due before', async () => {
    const stopped = told({ type: 'ReportUnscheduled', data: schedule });
    await given(scheduled, fellDue, stopped).thenRows('report_schedule');
  });

  test('says of its runs by what they were asked for', async () => {
    const data = {
      runId,
      report: 'revenue',
      parameters: {},
      asOf: '2027-01-01T00:00:00.000Z',
      againOf: null,
      scheduleId,
    };
    await given(record({ type: 'ReportRequested', data })).thenRows('report_run', { schedule_id: scheduleId });
  });
});
