import { dashboardHttp } from '@easel/contracts/dashboard/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { downloaded, GenerationStory } from '../testing/generations.ts';
import { type QueryServer, startQueries } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';

let queries: QueryServer;
beforeAll(async () => {
  queries = await startQueries();
});
afterAll(() => queries.close());

test('answers zeros to a member who has done nothing', async () => {
  const { body } = await (await queries.member()).get('/api/analytics/dashboard').expect(200);
  expect(dashboardHttp.overview.reply.parse(body)).toEqual(body);
  expect(body.dashboard.overview).toEqual({
    totalGenerations: 0,
    inTrash: 0,
    thisMonth: 0,
    completedGenerations: 0,
    failedGenerations: 0,
    successRate: 0,
    totalDownloads: 0,
  });
});

test("shows a member's own figures", async () => {
  const recorder = new Recorder();
  const member = await queries.member();
  const stranger = await queries.member();
  const [now, before, failed, foreign] = [member, member, member, stranger].map(
    ({ id }) => new GenerationStory(recorder, id),
  ) as [GenerationStory, GenerationStory, GenerationStory, GenerationStory];
  await queries.append(
    ...now.whole({ at: new Date().toISOString() }),
    ...before.whole({ at: '2020-01-31T00:00:00.000Z' }),
    failed.requested({ at: '2020-02-01T00:00:00.000Z' }),
    failed.failed(),
    ...foreign.whole({ at: new Date().toISOString() }),
    downloaded(recorder, member.id, now.generationId),
  );
  const { body } = await member.get('/api/analytics/dashboard').expect(200);
  expect(body.dashboard.overview).toEqual({
    totalGenerations: 2,
    inTrash: 0,
    thisMonth: 1,
    completedGenerations: 2,
    failedGenerations: 1,
    successRate: 66.7,
    totalDownloads: 1,
  });
});

test('refuses a visitor with 401', async () => {
  await queries.nobody.get('/api/analytics/dashboard').expect(401);
});
