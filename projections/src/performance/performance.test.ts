import type { Recorded } from '@easel/contracts/kernel/event';
import { telemetryConsoleHttp } from '@easel/contracts/telemetry/console.http';
import { telemetryHttp } from '@easel/contracts/telemetry/http';
import { ratingOf, vitals, VITALS_KEPT_DAYS } from '@easel/contracts/telemetry/policy';
import type { VitalsFact } from '@easel/contracts/telemetry/vitals.events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenFor } from '../testing/given.ts';
import { operator } from '../testing/operators.ts';
import { type QueryServer, startQueries } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';
import { ratedSteps, toldValue } from './metric.ts';
import { performance } from './performance.projector.ts';
import { stepOf } from './steps.ts';

const given = givenFor(performance);
let queries: QueryServer;
beforeAll(async () => {
  queries = await startQueries();
});
afterAll(() => queries.close());

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const measured = (recorder: Recorder, more: Partial<VitalsFact['data']> = {}): Recorded => {
  const day = more.day ?? '2026-11-20';
  return recorder.record<VitalsFact>(`vitals-${day}`, {
    type: 'PageMeasured',
    data: {
      day,
      page: '/search',
      build: 'AbCd1234',
      navigation: 'navigate',
      connection: '4g',
      vitals: {},
      slowResources: [],
      longTasks: [],
      sample: 1,
      ...more,
    },
  });
};

test('vitals are counted by day, page, build, way of coming, connection and step', async () => {
  const recorder = new Recorder();
  const lcp = (value: number) => ({ vitals: { lcp: { value } } });
  const view = { page: '/search', build: 'AbCd1234', navigation: 'navigate', connection: '4g', name: 'lcp' };
  await given(
    measured(recorder, lcp(1000)),
    measured(recorder, lcp(1001)),
    measured(recorder, lcp(4000)),
    measured(recorder, { ...lcp(1000), page: '/cart' }),
    measured(recorder, { ...lcp(1000), build: 'Other' }),
    measured(recorder, { ...lcp(1000), navigation: 'prerender' }),
    measured(recorder, { ...lcp(1000), connection: '3g' }),
    measured(recorder, { ...lcp(1000), day: '2026-11-21' }),
    measured(recorder),
  ).thenRows(
    'measured_day',
    { ...view, step: stepOf('lcp', 1000), views: 2 },
    { ...view, step: stepOf('lcp', 4000), views: 1 },
    { ...view, page: '/cart', views: 1 },
    { ...view, build: 'Other', views: 1 },
    { ...view, navigation: 'prerender', views: 1 },
    { ...view, connection: '3g', views: 1 },
    { ...view, day: new Date('2026-11-21T00:00:00'), views: 1 },
  );
});

test('what was slow is summed by what was asked for; the work of the page itself is among it', async () => {
  const recorder = new Recorder();
  const slow = (ms: number) => ({ slowResources: [{ resource: '/api/gallery', kind: 'fetch', ms }] });
  await given(
    measured(recorder, { ...slow(1000.6), longTasks: [1200, 1300] }),
    measured(recorder, slow(2000)),
  ).thenRows(
    'slow_day',
    { page: '/search', resource: '/api/gallery', kind: 'fetch', times: 2, ms: '3001' },
    { page: '/search', resource: '', kind: 'long-task', times: 2, ms: '2500' },
  );
});

test('what the log has forgotten is forgotten', async () => {
  const recorder = new Recorder();
  const view = { vitals: { cls: { value: 0.3 } }, longTasks: [1000] };
  const facts = [daysAgo(VITALS_KEPT_DAYS + 1), daysAgo(VITALS_KEPT_DAYS), daysAgo(0)].map((day) =>
    measured(recorder, { ...view, day }),
  );
  for (const table of ['measured_day', 'slow_day']) {
    await given(...facts).thenRows(
      table,
      { day: new Date(`${daysAgo(VITALS_KEPT_DAYS)}T00:00:00`) },
      { day: new Date(`${daysAgo(0)}T00:00:00`) },
    );
  }
});

test('a member is told how pages came: the percentiles, by name, of one page or of all', async () => {
  const recorder = new Recorder();
  const ada = await queries.member();
  expect((await ada.get('/api/analytics/performance').expect(200)).body).toEqual({ success: true, metrics: [] });
  const lcp = Array.from({ length: 100 }, (_, index) => 100 * (index + 1));
  await queries.append(
    ...lcp.map((value) => measured(recorder, { day: daysAgo(0), vitals: { lcp: { value } } })),
    measured(recorder, { day: daysAgo(0), page: '/cart', vitals: { lcp: { value: 2500 }, cls: { value: 0.2 } } }),
    measured(recorder, { day: daysAgo(40), page: '/cart', vitals: { inp: { value: 80 } } }),
  );
  const ask = async (query = '') => {
    const { body } = await ada.get(`/api/analytics/performance${query}`).expect(200);
    return telemetryHttp.performance.reply.parse(body).metrics;
  };
  const [all, ...more] = await ask('?page=/search');
  expect(more).toEqual([]);
  expect(all).toMatchObject({ name: 'lcp', rating: 'poor', views: 100 });
  for (const [told, was] of [
    [all?.p50, 5000],
    [all?.p75, 7500],
    [all?.p95, 9500],
  ] as const) {
    expect(Math.abs((told ?? 0) - was) / was).toBeLessThan(0.03);
  }
  expect(await ask('?page=/cart')).toMatchObject([
    { name: 'lcp', rating: 'good', views: 1 },
    { name: 'cls', rating: 'needs-improvement', views: 1 },
  ]);
  expect((await ask('?days=90')).map(({ name, views }) => [name, views])).toEqual([
    ['lcp', 101],
    ['inp', 1],
    ['cls', 1],
  ]);
  await ada.get('/api/analytics/performance?page=/nowhere').expect(400);
  await queries.nobody.get('/api/analytics/performance').expect(401);
});

test('an analyst is told which page of which build was slow, and by what', async () => {
  const recorder = new Recorder();
  const page = '/u/:name';
  const view = { day: daysAgo(0), page };
  const slow = (ms: number) => ({ slowResources: [{ resource: '/api/people', kind: 'fetch', ms }] });
  await queries.append(
    measured(recorder, { ...view, ...slow(3000), build: 'Slow', vitals: { lcp: { value: 9000 } } }),
    measured(recorder, { ...view, ...slow(2000), build: 'Slow', longTasks: [1100] }),
    measured(recorder, { ...view, build: 'Fast', vitals: { lcp: { value: 900 } } }),
  );
  const { authorization } = await operator(queries, 'analyst');
  const ask = async (query: string) => {
    const { body } = await queries.nobody.get(`/api/admin/performance?${query}`).set({ authorization }).expect(200);
    return telemetryConsoleHttp.performance.reply.parse(body);
  };
  const row = { page, times: 1, average_ms: 1100 };
  expect(await ask(`page=${page}&build=Slow`)).toMatchObject({
    metrics: [{ name: 'lcp', rating: 'poor', views: 1 }],
    slow: [{ page, build: 'Slow', resource: '/api/people', kind: 'fetch', times: 2, average_ms: 2500 }],
    long_tasks: [{ ...row, build: 'Slow' }],
  });
  expect(await ask(`page=${page}&build=Fast`)).toMatchObject({
    metrics: [{ name: 'lcp', rating: 'good', views: 1 }],
    slow: [],
    long_tasks: [],
  });
  await (await queries.member()).get('/api/admin/performance').expect(403);
});

test('a vital is told by page, build, connection and day, with how its views are rated', async () => {
  const recorder = new Recorder();
  const lcp = (value: number) => ({ vitals: { lcp: { value }, ttfb: { value: 10 } } });
  const [first, second] = ['2026-02-03', '2026-02-05'];
  await queries.append(
    measured(recorder, { day: first, build: 'Old', ...lcp(1000), connection: '4g' }),
    measured(recorder, { day: first, build: 'Old', ...lcp(2500), connection: '3g' }),
    measured(recorder, { day: second, build: 'New', ...lcp(3000), connection: '3g', page: '/cart' }),
    measured(recorder, { day: second, build: 'New', ...lcp(9000), connection: '3g', page: '/cart' }),
    measured(recorder, { day: '2026-02-06', ...lcp(9000) }),
  );
  const { authorization } = await operator(queries, 'analyst');
  const ask = async (more = '') => {
    const path = `/api/admin/performance?from=2026-02-02&to=${second}${more}`;
    const { body } = await queries.nobody.get(path).set({ authorization }).expect(200);
    return telemetryConsoleHttp.performance.reply.parse(body);
  };
  const found = await ask();
  const near = (value: number): unknown => expect.closeTo(value, -Math.log10(value * 0.06));
  expect(found.metrics.map(({ name, views }) => [name, views])).toEqual([
    ['lcp', 4],
    ['ttfb', 4],
  ]);
  expect(found.metrics[0]).toMatchObject({ p50: near(2500), p75: near(3000), p95: near(9000) });
  expect(found.metrics[0]).toMatchObject({ rating: 'needs-improvement', good: 2, needs_improvement: 1, poor: 1 });
  expect(found.pages).toMatchObject([
    { page: '/cart', views: 2, rating: 'poor', good: 0, needs_improvement: 1, poor: 1 },
    { page: '/search', views: 2, rating: 'good', good: 2, needs_improvement: 0, poor: 0 },
  ]);
  expect(found.builds).toMatchObject([
    { build: 'New', since: second, views: 2 },
    { build: 'Old', since: first, views: 2 },
  ]);
  expect(found.connections).toMatchObject([
    { connection: '3g', views: 3 },
    { connection: '4g', views: 1, p75: near(1000) },
  ]);
  const none = { p75: null, good: 0, needs_improvement: 0, poor: 0 };
  expect(found.days).toEqual([
    { day: '2026-02-02', ...none },
    { day: first, p75: near(2500), good: 2, needs_improvement: 0, poor: 0 },
    { day: '2026-02-04', ...none },
    { day: second, p75: near(9000), good: 0, needs_improvement: 1, poor: 1 },
  ]);
  expect((await ask('&vital=ttfb')).pages).toMatchObject([{ name: 'ttfb' }, { name: 'ttfb' }]);
  expect((await ask('&vital=inp')).pages).toEqual([]);
  await queries.nobody.get('/api/admin/performance?from=2026-02-02').set({ authorization }).expect(400);
});

test('what is rated good by its step is good by what is told of it', () => {
  for (const name of vitals) {
    const [good, fair] = ratedSteps(name);
    for (const [step, rating] of [
      [good, 'good'],
      [good + 1, 'needs-improvement'],
      [fair, 'needs-improvement'],
      [fair + 1, 'poor'],
    ] as const) {
      expect(ratingOf(name, toldValue(name, step))).toBe(rating);
    }
  }
});
