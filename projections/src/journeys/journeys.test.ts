import { randomUUID } from 'node:crypto';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { TelemetryFact } from '@easel/contracts/telemetry/events';
import { journeysHttp } from '@easel/contracts/telemetry/journeys.http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccountStory } from '../testing/accounts.ts';
import { GenerationStory } from '../testing/generations.ts';
import { givenFor } from '../testing/given.ts';
import { operator } from '../testing/operators.ts';
import { registered } from '../testing/people.ts';
import { type QueryServer, startQueries } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';
import { journeys } from './journeys.projector.ts';
import { mondayOf, weeksBetween } from './week.ts';

const given = givenFor(journeys);
let queries: QueryServer;
beforeAll(async () => {
  queries = await startQueries();
});
afterAll(() => queries.close());

const on = (day: string, ...facts: readonly Recorded[]): Recorded[] =>
  facts.map((fact) => ({ ...fact, recordedAt: new Date(`${day}T12:00:00Z`) }));
/** As the driver reads a date: its midnight here. */
const day = (text: string): Date => new Date(`${text}T00:00:00`);
const visited = (recorder: Recorder): Recorded =>
  recorder.record<TelemetryFact>(`activity-${randomUUID()}`, {
    type: 'VisitBegun',
    data: { landing: '/search', referrerHost: null, at: '2026-11-20T08:00:00.000Z' },
  });

const at = async (path: string): Promise<unknown> => {
  const { authorization } = await operator(queries, 'analyst');
  return (await queries.nobody.get(path).set({ authorization }).expect(200)).body;
};

test('the first day of each step stands, in whatever order they come', async () => {
  const recorder = new Recorder();
  const ada = new AccountStory(recorder);
  const [one, two] = [new GenerationStory(recorder, ada.memberId), new GenerationStory(recorder, ada.memberId)];
  const facts = [
    ...on('2026-11-12', ...two.whole()),
    ...on('2026-11-10', ...one.whole()),
    ...on('2026-11-09', registered(recorder, ada.memberId)),
    ...on('2026-11-20', ada.toppedUp(1000)),
    ...on('2026-11-18', ada.bought()),
  ];
  await given(...facts).thenRows('member', {
    member_id: ada.memberId,
    registered_on: day('2026-11-09'),
    pictured_on: day('2026-11-10'),
    bought_on: day('2026-11-18'),
  });
});

test('a visitor’s picture is a member’s first from when it is taken along', async () => {
  const recorder = new Recorder();
  const [visitorId, memberId] = [randomUUID(), randomUUID()];
  const trial = new GenerationStory(recorder, visitorId);
  const facts = [
    ...on('2026-11-09', ...trial.whole({ trial: true })),
    ...on('2026-11-10', registered(recorder, memberId), trial.adoptedBy(memberId)),
  ];
  await given(...facts).thenRows('member', { member_id: memberId, pictured_on: day('2026-11-10'), bought_on: null });
  await given(...facts).thenNoRows('active_week');
});

test('a member is active in the weeks in which they ask, buy or fetch', async () => {
  const recorder = new Recorder();
  const ada = new AccountStory(recorder);
  const monday = new GenerationStory(recorder, ada.memberId);
  const facts = [
    ...on('2026-11-08', ada.bought(), ada.toppedUp(500)),
    ...on('2026-11-09', monday.requested()),
    ...on('2026-11-15', ada.bought()),
    ...on('2026-11-16', ada.toppedUp(500)),
  ];
  const of = { member_id: ada.memberId };
  await given(...facts).thenRows('active_week', { ...of, week: day('2026-11-02') }, { ...of, week: day('2026-11-09') });
});

test('a funnel goes on from the registrations of the days asked for, and counts the visits beside them', async () => {
  const recorder = new Recorder();
  const before = journeysHttp.funnel.reply.parse(await at('/api/admin/funnel?days=1'));
  const [ada, bea, cid] = [new AccountStory(recorder), new AccountStory(recorder), new AccountStory(recorder)];
  await queries.append(
    visited(recorder),
    visited(recorder),
    ...[ada, bea, cid].map(({ memberId }) => registered(recorder, memberId)),
    ...new GenerationStory(recorder, ada.memberId).whole(),
    ...new GenerationStory(recorder, bea.memberId).whole(),
    ada.bought(),
    cid.toppedUp(1000),
    new AccountStory(recorder).bought(),
  );
  const funnel = journeysHttp.funnel.reply.parse(await at('/api/admin/funnel?days=1'));
  expect(funnel).toMatchObject({
    visits: before.visits + 2,
    registered: before.registered + 3,
    pictured: before.pictured + 2,
    bought: before.bought + 1,
  });
  expect(await at('/api/admin/funnel?from=2025-01-01&to=2025-01-31')).toEqual({
    success: true,
    from: '2025-01-01',
    to: '2025-01-31',
    visits: 0,
    registered: 0,
    pictured: 0,
    bought: 0,
  });
});

test('cohorts are told week by week, none left out, up to the running one', async () => {
  const recorder = new Recorder();
  const monday = mondayOf(new Date());
  const cohorts = async () =>
    journeysHttp.cohorts.reply.parse(await at('/api/admin/cohorts?days=15')).cohorts.map((cohort) => ({
      ...cohort,
      since: weeksBetween(cohort.week, monday),
    }));
  const before = (await cohorts()).at(-1);
  const [ada, bea] = [randomUUID(), randomUUID()];
  await queries.append(
    registered(recorder, ada),
    registered(recorder, bea),
    new GenerationStory(recorder, ada).requested(),
    new GenerationStory(recorder, ada).requested(),
    new GenerationStory(recorder, randomUUID()).requested(),
  );
  const found = await cohorts();
  expect(found.at(-1)).toMatchObject({
    week: monday,
    members: (before?.members ?? 0) + 2,
    active: [(before?.active[0] ?? 0) + 1],
  });
  for (const { active, since } of found) expect(active).toHaveLength(since + 1);
  expect(found.length).toBeGreaterThanOrEqual(3);
});

test('both are the analysts’', async () => {
  for (const path of ['/api/admin/funnel', '/api/admin/cohorts']) {
    await queries.nobody.get(path).expect(401);
    await (await queries.member()).get(path).expect(403);
    const { authorization } = await operator(queries, 'auditor');
    await queries.nobody.get(path).set({ authorization }).expect(403);
  }
});

describe('a week', () => {
  test.each([
    ['2026-11-22T23:59:59.999Z', '2026-11-16'],
    ['2026-11-23T00:00:00.000Z', '2026-11-23'],
    ['2026-01-01T00:00:00.000Z', '2025-12-29'],
  ])('begins on a Monday, UTC: %s', (instant, monday) => {
    expect(mondayOf(new Date(instant))).toBe(monday);
  });
});
