import { randomUUID } from 'node:crypto';
import { favoritesHttp } from '@easel/contracts/favorites/http';
import { favoritesStream } from '@easel/contracts/favorites/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import { pause } from '@easel/kernel/server/backoff';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { galleryModel } from '../gallery/gallery.queries.ts';
import { GenerationStory } from '../testing/generations.ts';
import { type QueryServer, startQueries, type TestCaller } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';

let queries: QueryServer;
let painter: TestCaller;
let fan: TestCaller;
const recorder = new Recorder();
beforeAll(async () => {
  queries = await startQueries();
  painter = await queries.member();
});
afterAll(() => queries.close());
beforeEach(async () => {
  fan = await queries.member();
});

const toggled = (
  { id: memberId }: TestCaller,
  { generationId }: GenerationStory,
  toggledAt: string,
  isFavorite = true,
) =>
  recorder.record(favoritesStream.nameOf(memberId), {
    type: 'FavoriteToggled',
    data: { memberId, generationId, isFavorite, key: randomUUID(), toggledAt },
  });
const at = (minute: number): string => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`;

/** Public images of the painter. */
function published(count: number): { stories: GenerationStory[]; facts: Recorded[] } {
  const stories = Array.from({ length: count }, () => new GenerationStory(recorder, painter.id));
  return { stories, facts: stories.flatMap((story) => [...story.whole(), story.madePublic()]) };
}

async function read(caller: TestCaller, query = '') {
  const { body } = await caller.get(`/api/favorites${query}`).expect(200);
  expect(favoritesHttp.own.reply.parse(body)).toEqual(body);
  return favoritesHttp.own.reply.parse(body);
}
const idsOf = (stories: readonly (GenerationStory | undefined)[]) => stories.map((story) => story?.generationId);

test('a member has the ids of what they chose, the last first, and nobody else’s', async () => {
  const { stories, facts } = published(3);
  const [fox, owl, elk] = stories;
  await queries.append(...facts, ...stories.map((story, minute) => toggled(fan, story, at(minute))));
  expect(await read(fan)).toEqual({ success: true, favorites: idsOf([elk, owl, fox]) });
  const other = await queries.member();
  expect(await read(other)).toEqual({ success: true, favorites: [] });
  expect(await read(other, '?expand=1')).toEqual({
    success: true,
    favorites: [],
    items: [],
    pagination: { page: 1, limit: 12, pages: 0, total: 0 },
  });
  await queries.nobody.get('/api/favorites').expect(401);
  await fan.get('/api/favorites?expand=2').expect(400);
  await fan.get('/api/favorites?limit=0').expect(400);
});

test('expanded, they are cards page by page, under the ids of all', async () => {
  const { stories, facts } = published(5);
  await queries.append(...facts, ...stories.map((story, minute) => toggled(fan, story, at(minute))));
  const ids = idsOf(stories.toReversed());
  const first = await read(fan, '?expand=1&limit=2');
  expect(first.favorites).toEqual(ids);
  expect(first.items?.map((item) => item.id)).toEqual(ids.slice(0, 2));
  expect(first.pagination).toEqual({ page: 1, limit: 2, pages: 3, total: 5 });
  expect((await read(fan, '?expand=1&limit=2&page=3')).items?.map(({ id }) => id)).toEqual(ids.slice(4));
  expect((await read(fan, '?expand=1&limit=2&page=4')).items).toEqual([]);

  const { body } = await queries.nobody.get(`/api/gallery/public/${ids[0]}`).expect(200);
  expect(first.items?.[0]).toEqual((body as { generation: unknown }).generation);
});

test('what its owner hides or deletes shows no more, and again when it is to be seen again', async () => {
  const { stories, facts } = published(2);
  const [fox, owl] = stories;
  if (!fox || !owl) throw new Error('two were published');
  await queries.append(...facts, toggled(fan, fox, at(1)), toggled(fan, owl, at(2)));
  const both = idsOf([owl, fox]);

  await queries.append(owl.madePrivate());
  const { favorites, items, pagination } = await read(fan, '?expand=1');
  expect([favorites, items?.map(({ id }) => id), pagination?.total]).toEqual([idsOf([fox]), idsOf([fox]), 1]);
  await queries.append(fox.deleted());
  expect((await read(fan)).favorites).toEqual([]);

  await queries.append(owl.madePublic(), fox.restored());
  expect((await read(fan)).favorites).toEqual(both);
});

test('a member’s own is seen by its owner, private or not, with what is theirs alone', async () => {
  const own = new GenerationStory(recorder, fan.id);
  await queries.append(...own.whole(), toggled(fan, own, at(1)), toggled(painter, own, at(1)));
  const { items } = await read(fan, '?expand=1');
  expect(items).toMatchObject([{ id: own.generationId, isPublic: false, metadata: { negative_prompt: '' } }]);
  expect((await read(painter)).favorites).toEqual([]);
});

test('what is taken back is gone; chosen anew, it is the newest', async () => {
  const { stories, facts } = published(2);
  const [fox, owl] = stories;
  if (!fox || !owl) throw new Error('two were published');
  await queries.append(...facts, toggled(fan, fox, at(1)), toggled(fan, owl, at(2)), toggled(fan, fox, at(3), false));
  expect((await read(fan)).favorites).toEqual(idsOf([owl]));
  await queries.append(toggled(fan, fox, at(4)));
  expect((await read(fan)).favorites).toEqual(idsOf([fox, owl]));
});

test('a member is told where facts of what they chose are parked', async () => {
  const { stories, facts } = published(1);
  const [fox] = stories;
  if (!fox) throw new Error('one was published');
  await queries.append(...facts, toggled(fan, fox, at(1)));
  // A second request for the same is no fact that there can be.
  await queries.append(fox.requested());
  const { headers } = await fan.get('/api/favorites').expect(200);
  expect(headers['x-incomplete']).toBe('true');
});

test('the cards wait for the gallery where it is behind the list of favorites', async ({ signal }) => {
  const sql = new Client(queries.server.foundation.config.DATABASE_URL);
  await sql.connect();
  try {
    await sql.query(`begin; lock table ${galleryModel.schema}.generation in exclusive mode`);
    const { stories, facts } = published(2);
    await queries.append(...facts, ...stories.map((story, minute) => toggled(fan, story, at(minute))));
    const reading = read(fan, '?expand=1');
    await Promise.race([reading, pause(500, signal)]);
    await sql.query('commit');
    expect((await reading).items?.map(({ id }) => id)).toEqual(idsOf(stories.toReversed()));
  } finally {
    await sql.end();
  }
});
