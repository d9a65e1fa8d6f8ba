import { randomUUID } from 'node:crypto';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import { nextFirstAt } from '@easel/contracts/reports/policy';
import { reportProblems } from '@easel/contracts/reports/problems';
import type { ScheduleFact } from '@easel/contracts/reports/schedules.events';
import { reportStream, scheduleStream } from '@easel/contracts/reports/stream';
import type { TestServer } from '@easel/kernel/testing/server';
import { due, recordedFact, stepsBy } from '@easel/kernel/testing/steps';
import { CommandBus } from '@nestjs/cqrs';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startApi } from '../testing/api-server.ts';
import { cutAppends } from '../testing/cut-append.ts';
import { joinOperator } from '../testing/operators.ts';
import { meetFirsts } from './meet-firsts.process.ts';
import { requestDue } from './request-due.process.ts';

const scheduleId = '11111111-1111-4111-8111-111111111111';
const recordedAt = new Date('2026-12-01T00:00:01.000Z');
const recorded = <F extends Fact>(fact: F) => recordedFact(fact, { stream: 'schedule-revenue', recordedAt });

const schedule = { scheduleId, report: 'revenue' };
const scheduled: ScheduleFact = {
  type: 'ReportScheduled',
  data: { ...schedule, parameters: {}, scheduledAt: '2026-11-28T10:00:00.000Z' },
};
const asOf = '2026-12-01T00:00:00.000Z';
const fellDue: ScheduleFact = {
  type: 'ReportFellDue',
  data: { ...schedule, parameters: { from: '2026-01' }, asOf },
};
const stopped: ScheduleFact = { type: 'ReportUnscheduled', data: schedule };

describe('the timer of what is made every month', () => {
  const payload = { report: 'revenue', cause: 'fact', correlationId: 'c' };
  const onThe = (dueAt: string) => [{ schedule: { key: scheduleId, dueAt: new Date(dueAt), payload } }];

  test.each([
    ['scheduled', scheduled, onThe('2026-12-01T00:00:00.000Z')],
    ['fell due', fellDue, onThe('2027-01-01T00:00:00.000Z')],
    ['was stopped', stopped, [{ cancel: scheduleId }]],
  ] as const)('of what %s', (_what, fact, steps) => {
    expect(stepsBy(meetFirsts, recorded<ScheduleFact>(fact))).toEqual(steps);
  });

  test('sends a command of a key of its own', () => {
    expect(meetFirsts.command({ key: scheduleId, dueAt: recordedAt, payload })).toMatchObject({
      stream: 'schedule-revenue',
      command: { type: 'MeetFirst', scheduleId, report: 'revenue' },
      context: { key: 'meet-first fact', actor: { kind: 'system' }, causationId: 'fact' },
    });
  });

  test('and what has fallen due is asked for at once', () => {
    for (const fact of [scheduled, stopped]) expect(stepsBy(requestDue, recorded<ScheduleFact>(fact))).toEqual([]);
    const request = due(stepsBy(requestDue, recorded<ScheduleFact>(fellDue)));
    expect(request).toMatchObject({ key: 'fact', dueAt: recordedAt });
    expect(requestDue.command(request)).toMatchObject({
      stream: 'report-fact',
      command: { type: 'RequestReport', runId: 'fact', ...fellDue.data, againOf: null },
      context: { key: 'request-due fact', actor: { kind: 'system' }, causationId: 'fact', correlationId: 'c' },
    });
  });
});

describe('a schedule', () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startApi();
    ({ token } = await joinOperator(server, 'analyst'));
  });
  afterEach(() => void vi.restoreAllMocks());
  afterAll(() => server.close());

  const path = (id: string, report = 'revenue'): string => `/api/admin/reports/${report}/schedules/${id}`;
  const put = (id: string, parameters: Record<string, string>, report?: string) =>
    supertest(server.http).put(path(id, report)).set('authorization', `Bearer ${token}`).send({ parameters });
  const remove = (id: string) => supertest(server.http).delete(path(id)).set('authorization', `Bearer ${token}`);
  /** Facts of a schedule, in their order. */
  async function told(id: string): Promise<Recorded<ScheduleFact>[]> {
    const facts = await Array.fromAsync(server.foundation.log.read<ScheduleFact>(scheduleStream.nameOf('revenue')));
    return facts.filter(({ data }) => data.scheduleId === id);
  }
  const runsOf = (id: string) => Array.fromAsync(server.foundation.log.read(reportStream.nameOf(id)));
  const next = nextFirstAt(new Date());
  /** As the timer of its schedule does, on that instant of this process's clock. */
  async function meetFirst(id: string, at: Date, times = 1): Promise<void> {
    const [first] = await told(id);
    if (!first) throw new Error('nothing is scheduled');
    const meet = () => server.app.get(CommandBus).execute(meetFirsts.command(due(stepsBy(meetFirsts, first))));
    vi.useFakeTimers({ now: at, toFake: ['Date'] });
    try {
      await Promise.all(Array.from({ length: times }, meet));
    } finally {
      vi.useRealTimers();
    }
  }
  const requested = (id: string) =>
    vi.waitFor(async () => {
      const facts = await runsOf(id);
      expect(facts).not.toEqual([]);
      return facts;
    });

  test('is a fact of who asked for it, and so is its end', async () => {
    const id = randomUUID();
    for (let times = 0; times < 2; times++) await put(id, { from: '2026-01' }).expect(200);
    await put(randomUUID(), { from: '2026-01' })
      .expect(409)
      .expect(({ body }) => expect(body).toMatchObject({ code: reportProblems.scheduledAlready.code }));
    for (let times = 0; times < 2; times++) await remove(id).expect(200);
    await remove(randomUUID()).expect(404);
    const facts = await told(id);
    expect(facts.map(({ type }) => type)).toEqual(['ReportScheduled', 'ReportUnscheduled']);
    for (const { metadata } of facts) expect(metadata.actor).toMatchObject({ kind: 'operator', role: 'analyst' });
  });

  test('of no report that there is, is refused in words', async () => {
    const { body, status } = await put(randomUUID(), {}, 'none-such');
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('There is no such report')]);
  });

  test('is met once a month, however many come at once, and asks for one run as of the first', async () => {
    const id = randomUUID();
    await put(id, { to: '2030-01' }).expect(200);
    await meetFirst(id, new Date(next.getTime() - 1));
    expect(await told(id)).toHaveLength(1);
    await meetFirst(id, next, 8);
    const [, fell, ...more] = await told(id);
    expect(more).toEqual([]);
    if (fell?.type !== 'ReportFellDue') throw new Error('it did not fall due');
    expect(await requested(fell.id)).toMatchObject([
      {
        type: 'ReportRequested',
        data: { report: 'revenue', parameters: { to: '2030-01' }, asOf: next.toISOString(), scheduleId: id },
        metadata: { actor: { kind: 'system', id: 'reports.request-due' } },
      },
    ]);
    // Asked for again, as by whoever died before it could say so.
    const bus = server.app.get(CommandBus);
    await bus.execute(requestDue.command(due(stepsBy(requestDue, fell))));
    expect(await runsOf(fell.id)).toHaveLength(1);
  });

  test.each([true, false])(
    'whose fact was cut off on its way, stored or not (%s), falls due once',
    async (isStored) => {
      const id = randomUUID();
      await put(id, { to: `2031-0${isStored ? 1 : 2}` }).expect(200);
      const mend = cutAppends(server.foundation.log, scheduleStream.nameOf('revenue'), 'ReportFellDue', { isStored });
      await expect(meetFirst(id, next)).rejects.toThrow('The service is busy');
      mend();
      await meetFirst(id, next);
      const [, fell, ...more] = await told(id);
      expect(more).toEqual([]);
      if (fell?.type !== 'ReportFellDue') throw new Error('it did not fall due');
      expect(await requested(fell.id)).toHaveLength(1);
    },
  );

  test('lets an auditor request the reports about money, and answers 404 for others', async () => {
    const auditor = await joinOperator(server, 'auditor');
    const request = (report: string) =>
      supertest(server.http)
        .put(`/api/admin/report-runs/${randomUUID()}`)
        .set('authorization', `Bearer ${auditor.token}`)
        .send({ report });
    await request('liability').expect(200);
    await request('conversion')
      .expect(404)
      .expect(({ body }) => expect(body).toMatchObject({ code: reportProblems.notFound.code }));
  });

  test('that was stopped is met by nobody', async () => {
    const id = randomUUID();
    await put(id, { to: '2032-01' }).expect(200);
    await remove(id).expect(200);
    await meetFirst(id, next);
    expect(await told(id)).toHaveLength(2);
  });
});
