import { randomUUID } from 'node:crypto';
import { SCHEDULES_MAX } from '@easel/contracts/reports/policy';
import { reportProblems } from '@easel/contracts/reports/problems';
import type { ScheduleFact } from '@easel/contracts/reports/schedules.events';
import { given } from '@easel/kernel/testing/given';
import { expect, test } from 'vitest';
import { type ScheduleCommand, schedules } from './schedules.decider.ts';

const scheduleId = '11111111-1111-4111-8111-111111111111';
const report = 'revenue' as const;
const at = new Date('2026-11-28T10:00:00.000Z');

const schedule = (id: string, parameters: Record<string, string> = {}): ScheduleCommand => ({
  type: 'ScheduleReport',
  scheduleId: id,
  report,
  parameters,
  at,
});
const scheduled = (id: string, parameters: Record<string, string> = {}): ScheduleFact => ({
  type: 'ReportScheduled',
  data: { scheduleId: id, report, parameters, scheduledAt: at.toISOString() },
});
const stop: ScheduleCommand = { type: 'UnscheduleReport', scheduleId, report };
const stopped: ScheduleFact = { type: 'ReportUnscheduled', data: { scheduleId, report } };
const meet = (instant: string): ScheduleCommand => ({ type: 'MeetFirst', scheduleId, report, at: new Date(instant) });
const fellDue = (month: string): ScheduleFact => ({
  type: 'ReportFellDue',
  data: { scheduleId, report, parameters: {}, asOf: `${month}-01T00:00:00.000Z` },
});
const december = fellDue('2026-12');
const january = fellDue('2027-01');

test('a report is scheduled once, however often its call is repeated, also after it was stopped', () => {
  given(schedules).when(schedule(scheduleId)).then(scheduled(scheduleId));
  given(schedules, scheduled(scheduleId)).when(schedule(scheduleId)).thenNothing();
  given(schedules, scheduled(scheduleId), stopped).when(schedule(scheduleId)).thenNothing();
});

test('with the same parameters it is made once a month, in whatever order they are given', () => {
  const one = scheduled(scheduleId, { from: '2026-01', to: '2026-12' });
  given(schedules, one)
    .when(schedule(randomUUID(), { to: '2026-12', from: '2026-01' }))
    .thenRefuses(reportProblems.scheduledAlready);
  const other = randomUUID();
  given(schedules, one)
    .when(schedule(other, { from: '2026-02' }))
    .then(scheduled(other, { from: '2026-02' }));
  given(schedules, one, stopped)
    .when(schedule(other, { from: '2026-01', to: '2026-12' }))
    .then(scheduled(other, { from: '2026-01', to: '2026-12' }));
});

test('a report has so many schedules at most', () => {
  const many = Array.from({ length: SCHEDULES_MAX }, (_, n) =>
    scheduled(n === 0 ? scheduleId : randomUUID(), { n: `${n}` }),
  );
  given(schedules, ...many)
    .when(schedule(randomUUID()))
    .thenRefuses(reportProblems.tooManySchedules);
  const other = randomUUID();
  given(schedules, ...many, stopped)
    .when(schedule(other))
    .then(scheduled(other));
});

test('it is stopped once', () => {
  given(schedules, scheduled(scheduleId)).when(stop).then(stopped);
  given(schedules, scheduled(scheduleId), stopped).when(stop).thenNothing();
  given(schedules).when(stop).thenRefuses(reportProblems.notScheduled);
});

test('it falls due on the first after it was scheduled, and once a month', () => {
  const before = given(schedules, scheduled(scheduleId));
  before.when(meet('2026-11-30T23:59:59.999Z')).thenNothing();
  before.when(meet('2026-12-01T00:00:00.000Z')).then(december);
  before.when(meet('2026-12-17T08:00:00.000Z')).then(december);
  const after = given(schedules, scheduled(scheduleId), december);
  after.when(meet('2026-12-31T23:59:59.999Z')).thenNothing();
  after.when(meet('2027-01-01T00:00:00.001Z')).then(january);
});

test('of firsts that were slept through the last one alone is made up for', () => {
  given(schedules, scheduled(scheduleId)).when(meet('2027-01-20T10:00:00.000Z')).then(january);
});

test('what was stopped never falls due, nor does what was never scheduled', () => {
  given(schedules, scheduled(scheduleId), stopped).when(meet('2026-12-01T00:00:00.000Z')).thenNothing();
  given(schedules).when(meet('2026-12-01T00:00:00.000Z')).thenNothing();
});

test('a timer that comes early comes again on the first, unless it was stopped meanwhile', () => {
  const early = meet('2026-11-30T23:59:59.999Z');
  const again = (...facts: ScheduleFact[]) => schedules.again?.(early, given(schedules, ...facts).state());
  expect(again(scheduled(scheduleId))).toEqual(new Date('2026-12-01T00:00:00.000Z'));
  expect(again(scheduled(scheduleId), stopped)).toBeUndefined();
});
