import { randomUUID } from 'node:crypto';
import { utcDay } from '@easel/contracts/account/policy';
import { dashboardHttp } from '@easel/contracts/dashboard/http';
import { galleryHttp } from '@easel/contracts/gallery/http';
import { overviewHttp } from '@easel/contracts/operations/overview.http';
import { telemetryConsoleHttp } from '@easel/contracts/telemetry/console.http';
import { telemetryHttp } from '@easel/contracts/telemetry/http';
import { journeysHttp } from '@easel/contracts/telemetry/journeys.http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { downloaded, GenerationStory } from '../testing/generations.ts';
import { operator } from '../testing/operators.ts';
import { registered } from '../testing/people.ts';
import { type QueryServer, startQueries } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';

let queries: QueryServer;
beforeAll(async () => {
  queries = await startQueries();
});
afterAll(() => queries.close());

/** One member's only day, on which everything happened that screens could count in different ways. */
async function aDay() {
  const recorder = new Recorder();
  const [member, analyst] = await Promise.all([queries.member(), operator(queries, 'analyst')]);
  const at = new Date().toISOString();
  const story = () => new GenerationStory(recorder, member.id);
  const [kept, trashed, purged, variant, failed, cancelled] = [story(), story(), story(), story(), story(), story()];
  await queries.append(
    registered(recorder, member.id),
    registered(recorder, randomUUID(), { landing: { landing: '/search', referrerHost: null } }),
    ...kept.whole({ at }),
    ...trashed.whole({ at }),
    trashed.deleted(),
    ...purged.whole({ at }),
    purged.deleted(),
    purged.purged(),
    ...variant.whole({ at, variantOf: { generationId: kept.generationId, variantId: randomUUID() } }),
    failed.requested({ at }),
    failed.failed(),
    cancelled.requested({ at }),
    cancelled.cancelled(),
    downloaded(recorder, member.id, kept.generationId),
  );
  return { member, analyst };
}

test('shows the same figures of one member and one day on every screen', async () => {
  const { member, analyst } = await aDay();
  const today = utcDay(new Date());
  const asMember = async (path: string): Promise<unknown> => (await member.get(path).expect(200)).body;
  const asAnalyst = async (path: string): Promise<unknown> =>
    (
      await queries.nobody
        .get(`${path}?from=${today}&to=${today}`)
        .set('authorization', analyst.authorization)
        .expect(200)
    ).body;

  const { overview } = dashboardHttp.overview.reply.parse(await asMember('/api/analytics/dashboard')).dashboard;
  const gallery = galleryHttp.own.reply.parse(await asMember('/api/gallery/user'));
  const trash = galleryHttp.trash.reply.parse(await asMember('/api/gallery/trash'));
  const { series } = telemetryHttp.generations.reply.parse(await asMember('/api/analytics/generations?days=1'));
  const activity = dashboardHttp.activity.reply.parse(await asMember('/api/analytics/user?event_type=image_download'));

  expect(overview).toMatchObject({ totalGenerations: 2, inTrash: 1, thisMonth: 2 });
  expect(overview.totalGenerations).toBe(gallery.total + trash.total);
  expect(overview.inTrash).toBe(trash.total);
  expect(overview.totalDownloads).toBe(activity.total);
  // Four requests completed, a variant's and one that is deleted for ever among them, and one failed.
  expect(series).toMatchObject([
    { total: 6, completed: overview.completedGenerations, failed: overview.failedGenerations },
  ]);
  expect(overview.successRate).toBe(80);

  const console = overviewHttp.overview.reply.parse(await asAnalyst('/api/admin/overview'));
  const { landings } = telemetryConsoleHttp.landings.reply.parse(await asAnalyst('/api/admin/landings'));
  const funnel = journeysHttp.funnel.reply.parse(await asAnalyst('/api/admin/funnel'));
  expect(console.today).toMatchObject({ requested: 6, completed: 4, failed: 1, cancelled: 1, registered: 2 });
  expect(landings.reduce((sum, landing) => sum + landing.registered, 0)).toBe(console.today.registered);
  expect(funnel.registered).toBe(console.today.registered);
});
