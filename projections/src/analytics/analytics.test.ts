import { randomUUID } from 'node:crypto';
import { dashboardHttp } from '@easel/contracts/dashboard/http';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { TelemetryFact } from '@easel/contracts/telemetry/events';
import { telemetryConsoleHttp } from '@easel/contracts/telemetry/console.http';
import { telemetryHttp } from '@easel/contracts/telemetry/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccountStory } from '../testing/accounts.ts';
import { downloaded, GenerationStory } from '../testing/generations.ts';
import { givenFor } from '../testing/given.ts';
import { operator } from '../testing/operators.ts';
import { registered } from '../testing/people.ts';
import { type QueryServer, startQueries } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';
import { analytics } from './analytics.projector.ts';

const given = givenFor(analytics);
let queries: QueryServer;
beforeAll(async () => {
  queries = await startQueries();
});
afterAll(() => queries.close());

const at = (instant: string, ...facts: readonly Recorded[]): Recorded[] =>
  facts.map((fact) => ({ ...fact, recordedAt: new Date(instant) }));
const sold = (recorder: Recorder, memberId: string, brought: { tenths: number; cents: number }): Recorded =>
  recorder.record<EarningsFact>(`earnings-${memberId}`, {
    type: 'EarningsAccrued',
    data: {
      memberId,
      key: randomUUID(),
      buyerId: randomUUID(),
      purchaseId: randomUUID(),
      generationId: randomUUID(),
      variantId: randomUUID(),
      size: '2K',
      method: 'dollars',
      tier: 'free',
      curator: false,
      accruedAt: '2026-11-20T10:00:00.000Z',
      ...brought,
    },
  });
/** As the driver reads a date: its midnight here. */
const day = (text: string): Date => new Date(`${text}T00:00:00`);

test('every activity is a row, counted by member and type', async () => {
  const recorder = new Recorder();
  const [ada, ben, image] = [randomUUID(), randomUUID(), randomUUID()];
  const facts = [downloaded(recorder, ada, image), downloaded(recorder, ada, image), downloaded(recorder, ben, image)];
  await given(...facts).thenRows(
    'activity_total',
    { member_id: ada, event_type: 'image_download', total: 2 },
    { member_id: ben, event_type: 'image_download', total: 1 },
  );
  await given(...facts).thenRows(
    'activity',
    ...facts.map(({ id }) => ({ id, generation_id: image, at: new Date('2026-11-20T12:00:00.000Z') })),
  );
});

test('what a member requested and what ended is summed by the UTC day on which it was recorded', async () => {
  const recorder = new Recorder();
  const [ada, ben] = [randomUUID(), randomUUID()];
  const [one, two, other] = [
    new GenerationStory(recorder, ada),
    new GenerationStory(recorder, ada),
    new GenerationStory(recorder, ben),
  ];
  const facts = [
    ...at('2026-11-20T23:59:59.999Z', one.requested(), one.started(), two.requested(), other.requested()),
    ...at('2026-11-21T00:00:00.000Z', one.completed(), two.failed(), other.cancelled()),
  ];
  await given(...facts).thenRows(
    'generation_day',
    { member_id: ada, day: day('2026-11-20'), total: 2, completed: 0, failed: 0 },
    { member_id: ada, day: day('2026-11-21'), total: 0, completed: 1, failed: 1 },
    { member_id: ben, day: day('2026-11-20'), total: 1, completed: 0, failed: 0 },
  );
});

test('what pictures took and sales brought is summed by the day, less what is taken back', async () => {
  const recorder = new Recorder();
  const ada = randomUUID();
  const account = new AccountStory(recorder, ada);
  const made = randomUUID();
  const back = { memberId: ada, key: randomUUID(), buyerId: randomUUID(), purchaseId: randomUUID(), matured: false };
  const facts = [
    // What was held for a picture that never came is not spent.
    ...at('2026-11-20T10:00:00Z', account.held(made, 200), account.captured(made, 100), account.captured(made, 50)),
    ...at('2026-11-21T10:00:00Z', sold(recorder, ada, { tenths: 20, cents: 450 })),
    ...at(
      '2026-11-22T10:00:00Z',
      recorder.record(`earnings-${ada}`, {
        type: 'EarningsReversed',
        data: { ...back, turn: 1, tenths: 20, cents: 450 },
      }),
    ),
    ...at(
      '2026-11-23T10:00:00Z',
      recorder.record(`earnings-${ada}`, {
        type: 'EarningsReinstated',
        data: { ...back, turn: 2, tenths: 20, cents: 450 },
      }),
    ),
    ...at('2026-11-24T10:00:00Z', account.challengeShare(300, 700)),
  ];
  const none = { member_id: ada, spent_tenths: 0, earned_tenths: 0, earned_cents: 0 };
  await given(...facts).thenRows(
    'account_day',
    { ...none, day: day('2026-11-20'), spent_tenths: 150 },
    { ...none, day: day('2026-11-21'), earned_tenths: 20, earned_cents: 450 },
    { ...none, day: day('2026-11-22'), earned_tenths: -20, earned_cents: -450 },
    { ...none, day: day('2026-11-23'), earned_tenths: 20, earned_cents: 450 },
    { ...none, day: day('2026-11-24'), earned_cents: 1_000 },
  );
});

test('an image counts once, by its size; a visitor’s pictures are in nobody’s figures', async () => {
  const recorder = new Recorder();
  const [ada, visitor] = [randomUUID(), randomUUID()];
  const [one, variant, trial] = [
    new GenerationStory(recorder, ada),
    new GenerationStory(recorder, ada),
    new GenerationStory(recorder, visitor),
  ];
  const drawn = randomUUID();
  const facts = [
    one.requested(),
    one.started(),
    one.drew(randomUUID(), 0, { width: 2048 }),
    one.drew(randomUUID(), 1, { width: 2048 }),
    one.completed(),
    variant.requested({ variantOf: { generationId: one.generationId, variantId: drawn } }),
    variant.started(),
    variant.drew(drawn, 0, { width: 1024 }),
    variant.completed(),
    one.attached(variant.generationId, drawn),
    ...trial.whole({ trial: true }),
    trial.adoptedBy(ada),
  ];
  const pixels = (width: number): string => String((width * width * 3) / 4);
  await given(...facts).thenRows(
    'quality',
    { member_id: ada, resolution: '2K', images: 2, pixels: String(2 * Number(pixels(2048))) },
    { member_id: ada, resolution: '1K', images: 1, pixels: pixels(1024) },
    { member_id: visitor, images: 1 },
  );
  await given(...facts).thenRows('generation_day', { member_id: ada, total: 2, completed: 2 });
});

const begun = (recorder: Recorder, landing: string, referrerHost: string | null): Recorded =>
  recorder.record<TelemetryFact>(`activity-${randomUUID()}`, {
    type: 'VisitBegun',
    data: { landing, referrerHost, at: '2026-11-20T10:00:00.000Z' },
  });

test('counts visits by where they began, and registrations by their landing or by none', async () => {
  const recorder = new Recorder();
  const fox = { landing: '/image/:id', referrerHost: 'pictures.example' };
  const facts = [
    ...at(
      '2026-11-20T23:00:00.000Z',
      begun(recorder, '/image/:id', 'pictures.example'),
      begun(recorder, '/search', null),
    ),
    ...at(
      '2026-11-20T23:30:00.000Z',
      begun(recorder, '/image/:id', 'pictures.example'),
      registered(recorder, randomUUID(), { landing: fox }),
      registered(recorder),
    ),
    ...at('2026-11-21T01:00:00.000Z', registered(recorder, randomUUID(), { landing: fox })),
  ];
  const landed = { landing: '/image/:id', referrer_host: 'pictures.example' };
  await given(...facts).thenRows(
    'landing_day',
    { ...landed, day: day('2026-11-20'), visits: 2, registered: 1 },
    { ...landed, day: day('2026-11-21'), visits: 0, registered: 1 },
    { landing: '/search', referrer_host: '', day: day('2026-11-20'), visits: 1, registered: 0 },
    { landing: '', referrer_host: '', day: day('2026-11-20'), visits: 0, registered: 1 },
  );
});

test('a member sees what they did, page by page, and nobody else', async () => {
  const recorder = new Recorder();
  const [ada, ben] = [await queries.member(), await queries.member()];
  const image = randomUUID();
  await queries.append(downloaded(recorder, ada.id, image), downloaded(recorder, ada.id, image));
  const { body } = await ada.get('/api/analytics/user?event_type=image_download&limit=1').expect(200);
  expect(dashboardHttp.activity.reply.parse(body)).toEqual({
    success: true,
    analytics: [{ event_type: 'image_download', generation_id: image, timestamp: '2026-11-20T12:00:00.000Z' }],
    total: 2,
  });
  expect((await ada.get('/api/analytics/user?event_type=image_share').expect(200)).body).toMatchObject({ total: 0 });
  expect((await ben.get('/api/analytics/user').expect(200)).body).toEqual({ success: true, analytics: [], total: 0 });
  await ada.get('/api/analytics/user?event_type=anything').expect(400);
  await queries.nobody.get('/api/analytics/user').expect(401);
});

test('a member sees their own days, none left out, and the sizes of what they made', async () => {
  const recorder = new Recorder();
  const [ada, ben] = [await queries.member(), await queries.member()];
  const story = new GenerationStory(recorder, ada.id);
  await queries.append(
    ...story.whole(),
    new GenerationStory(recorder, ada.id).requested(),
    new AccountStory(recorder, ada.id).captured(story.generationId, 95),
    sold(recorder, ada.id, { tenths: 12, cents: 30 }),
  );
  const { body } = await ada.get('/api/analytics/generations?days=7').expect(200);
  const { series, quality } = telemetryHttp.generations.reply.parse(body);
  const today = new Date().toISOString().slice(0, 10);
  expect(series.map(({ date }) => date)).toEqual(
    Array.from({ length: 7 }, (_, index) =>
      new Date(Date.parse(today) - (6 - index) * 86_400_000).toISOString().slice(0, 10),
    ),
  );
  expect(series.at(-1)).toEqual({
    date: today,
    total: 2,
    completed: 1,
    failed: 0,
    creditsSpent: 9.5,
    creditsEarned: 1.2,
    centsEarned: 30,
  });
  expect(series.slice(0, -1).every(({ total }) => total === 0)).toBe(true);
  // 2048 × 1536.
  expect(quality).toEqual({ averageMegapixels: 3.1, resolutions: [{ resolution: '2K', images: 1 }] });
  const others = telemetryHttp.generations.reply.parse((await ben.get('/api/analytics/generations').expect(200)).body);
  expect(others.series).toHaveLength(30);
  expect(others.series.every(({ total }) => total === 0)).toBe(true);
  expect(others.quality).toEqual({ averageMegapixels: null, resolutions: [] });
  for (const days of ['0', '91', '1.5', 'many']) await ada.get(`/api/analytics/generations?days=${days}`).expect(400);
  await queries.nobody.get('/api/analytics/generations').expect(401);
});

test('a member is told what many search for', async () => {
  const ada = await queries.member();
  const { body } = await ada.get('/api/analytics/trending').expect(200);
  expect(telemetryHttp.trending.reply.parse(body)).toEqual({ success: true, trending: [] });
  await queries.nobody.get('/api/analytics/trending').expect(401);
});

test('an analyst is told where visits began, most first', async () => {
  const recorder = new Recorder();
  const [analyst, auditor, ada] = await Promise.all([
    operator(queries, 'analyst'),
    operator(queries, 'auditor'),
    queries.member(),
  ]);
  await queries.append(
    begun(recorder, '/search', null),
    begun(recorder, '/image/:id', 'pictures.example'),
    begun(recorder, '/image/:id', 'pictures.example'),
  );
  const path = '/api/admin/landings';
  const ask = (authorization: string) => queries.nobody.get(path).set('authorization', authorization);
  const { body } = await ask(analyst.authorization).expect(200);
  expect(telemetryConsoleHttp.landings.reply.parse(body).landings).toEqual([
    { landing: '/image/:id', referrer_host: 'pictures.example', visits: 2, registered: 0 },
    { landing: '/search', referrer_host: null, visits: 1, registered: 0 },
  ]);
  await ask(auditor.authorization).expect(403);
  await ada.get(path).expect(403);
});
