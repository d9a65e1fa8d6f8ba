import { randomUUID } from 'node:crypto';
import type { Fact } from '@easel/contracts/kernel/event';
import { viewsStream } from '@easel/contracts/telemetry/stream';
import type { ViewFact } from '@easel/contracts/telemetry/views.events';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { subscribeAs } from '../testing/accounts.ts';
import { startApi, type TestMember } from '../testing/api-server.ts';
import { Studio } from '../testing/studio.ts';

let server: TestServer;
let studio: Studio;
let curator: TestMember;
beforeAll(async () => {
  server = await startApi({ trustProxy: ['loopback'] });
  studio = new Studio(server);
  curator = await studio.member();
  await subscribeAs(server, curator.id, 'curator_partner');
});
afterAll(() => server.close());

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function view(
  ids: readonly string[],
  { member, address = '203.0.113.7', agent = FIREFOX }: { member?: TestMember; address?: string; agent?: string } = {},
): Promise<number> {
  const events = ids.map((id) => ({ event_type: 'picture_viewed', event_data: { generation_id: id } }));
  const request = supertest(server.http)
    .post('/api/analytics/track')
    .set('x-forwarded-for', address)
    .set('user-agent', agent)
    .send({ events });
  const { body } = await (member ? request.set(...member.bearer) : request).expect(202);
  return (body as { recorded: number }).recorded;
}

const today = (): string => new Date().toISOString().slice(0, 10);
async function viewsOf(generationId: string) {
  const { log } = server.foundation;
  const facts = await Array.fromAsync(log.read<Fact<'PictureViewed', ViewFact['data']>>(viewsStream.nameOf(today())));
  return facts.filter(({ data }) => data.generationId === generationId);
}

test('records that people looked at a curator’s picture, each the same for one of them and nothing of who', async () => {
  const [picture, other] = [await studio.published(curator), await studio.published(curator)];
  const member = await studio.member();
  expect(await view([picture])).toBe(1);
  expect(await view([picture, picture])).toBe(1);
  expect(await view([picture], { address: '203.0.113.8' })).toBe(1);
  expect(await view([picture], { member })).toBe(1);
  expect(await view([other], { member })).toBe(1);

  const views = await viewsOf(picture);
  const [first, repeat, elsewhere, asMember] = views.map(({ data }) => data.viewer);
  expect(repeat).toBe(first);
  expect(new Set([first, elsewhere, asMember]).size).toBe(3);
  const [otherPicture] = await viewsOf(other);
  expect(otherPicture?.data.viewer).not.toBe(asMember);
  expect(views[0]).toMatchObject({
    data: { day: today(), curatorId: curator.id },
    metadata: { actor: { kind: 'visitor' } },
  });
  const written = JSON.stringify(views.map(({ data, metadata }) => ({ data, metadata })));
  for (const secret of ['203.0.113', member.id, 'Firefox']) expect(written).not.toContain(secret);
});

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'curl/8.5.0',
  'python-requests/2.31',
  '',
])('does not count a bot: %s', async (agent) => {
  const picture = await studio.published(curator);
  expect(await view([picture], { agent })).toBe(0);
});

test('counts neither one’s own views nor those of pictures that are no curator’s, not public or not there', async () => {
  const member = await studio.member();
  const [own, theirs, hidden] = [
    await studio.published(curator),
    await studio.published(member),
    await studio.finished(curator),
  ];
  expect(await view([own], { member: curator })).toBe(0);
  expect(await view([theirs, hidden, randomUUID()])).toBe(0);
  expect(await viewsOf(own)).toEqual([]);
});

test('does not count members for whom a block hides the picture', async () => {
  const picture = await studio.published(curator);
  const [blocking, blocked] = [await studio.member(), await studio.member()];
  const block = ({ bearer }: TestMember, path: string) =>
    supertest(server.http)
      .put(path)
      .set(...bearer)
      .send({ isBlocked: true })
      .expect(200);
  expect(await view([picture], { member: blocking })).toBe(1);
  await block(blocking, `/api/gallery/public/${picture}/maker/block`);
  await block(curator, `/api/gallery/public/${await studio.published(blocked)}/maker/block`);
  for (const member of [blocking, blocked]) expect(await view([picture], { member })).toBe(0);
  expect(await viewsOf(picture)).toHaveLength(1);
});
