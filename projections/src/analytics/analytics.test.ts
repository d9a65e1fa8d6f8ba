import { randomUUID } from 'node:crypto';
import { dashboardHttp } from '@easel/contracts/dashboard/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { downloaded } from '../testing/generations.ts';
import { givenFor } from '../testing/given.ts';
import { type QueryServer, startQueries } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';
import { analytics } from './analytics.projector.ts';

const given = givenFor(analytics);
let queries: QueryServer;
beforeAll(async () => {
  queries = await startQueries();
});
afterAll(() => queries.close());

test('every activity is a row, counted by member and type', async () => {
  const recorder = new Recorder();
  const [ada, ben, image] = [randomUUID(), randomUUID(), randomUUID()];
  const facts = [downloaded(recorder, ada, image), downloaded(recorder, ada, image), downloaded(recorder, ben, image)];
  await given(...facts).thenRows(
    'activity_total',
    { member_id: ada, event_type: 'image_download', total: 2, incomplete: false },
    { member_id: ben, event_type: 'image_download', total: 1, incomplete: false },
  );
  await given(...facts).thenRows(
    'activity',
    ...facts.map(({ id }) => ({ id, generation_id: image, at: new Date('2026-11-20T12:00:00.000Z') })),
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
