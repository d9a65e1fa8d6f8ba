import { randomUUID } from 'node:crypto';
import { galleryHttp } from '@easel/contracts/gallery/http';
import { generationHttp } from '@easel/contracts/generation/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GenerationStory } from '../testing/generations.ts';
import { type QueryServer, startQueries, type TestCaller } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';

let queries: QueryServer;
let member: TestCaller;
beforeAll(async () => {
  queries = await startQueries();
});
afterAll(() => queries.close());

const recorder = new Recorder();
const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString();

describe('a member with a handful of generations', () => {
  let stories: GenerationStory[];
  beforeAll(async () => {
    member = await queries.member();
    stories = Array.from({ length: 5 }, () => new GenerationStory(recorder, member.id));
    const [done, failed, deleted, running, fox] = stories as [
      GenerationStory,
      GenerationStory,
      GenerationStory,
      GenerationStory,
      GenerationStory,
    ];
    await queries.append(
      ...done.whole({ at: at(1), prompt: 'Ein Fuchs/Igel im Cafe\u0301, 100% red_ हिन्दी 日落时的长城 🦊' }),
      failed.requested({ at: at(2) }),
      failed.started(),
      failed.failed(),
      ...deleted.whole({ at: at(3) }),
      deleted.deleted(),
      running.requested({ at: at(4) }),
      running.started(),
      running.drew(randomUUID()),
      ...fox.whole({ at: at(5), prompt: 'A red Fox jumping' }),
    );
  });
  const idsOf = (...places: number[]) => places.map((place) => stories[place]?.generationId);

  test('sees them in every state, newest first, but not what is deleted', async () => {
    const { body, headers } = await member.get('/api/generation/user').expect(200);
    const reply = generationHttp.list.reply.parse(body);
    expect(reply).toEqual(body);
    expect(reply.generations.map(({ id }) => id)).toEqual(idsOf(4, 3, 1, 0));
    expect(reply.generations.map(({ status }) => status)).toEqual(['completed', 'processing', 'failed', 'completed']);
    expect(reply.pagination).toEqual({ page: 1, limit: 12, pages: 1, total: 4 });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers).not.toHaveProperty('x-stale');
  });

  test('has only the completed ones in the gallery, page by page', async () => {
    const first = galleryHttp.own.reply.parse((await member.get('/api/gallery/user?limit=1').expect(200)).body);
    expect(first.items.map(({ id }) => id)).toEqual(idsOf(4));
    expect(first).toMatchObject({ total: 2, pagination: { page: 1, limit: 1, pages: 2, total: 2 } });
    const { body: second } = await member.get('/api/gallery/user?limit=1&page=2').expect(200);
    expect(second).toMatchObject({ items: [{ id: stories[0]?.generationId }], pagination: { page: 2 } });
    const { body: beyond } = await member.get('/api/gallery/user?limit=1&page=1000000').expect(200);
    expect(beyond).toMatchObject({ items: [], total: 2, pagination: { page: 1_000_000, pages: 2 } });
  });

  test.each([
    ['fox', [4]],
    ['RED fox', [4]],
    ['100%', [0]],
    ['red_', [4, 0]],
    ['%', [0]],
    ['🦊', [0]],
    ['igel fuchs', [0]],
    ['café', [0]],
    ['CAFE', [0]],
    ['हिन्दी', [0]],
    ['长城日落', [0]],
    ['nothing', []],
    [String.raw`\ ' " ; --`, []],
  ])('finds %s in its own prompts', async (search, places) => {
    const query = new URLSearchParams({ search }).toString();
    const { body } = await member.get(`/api/gallery/user?${query}`).expect(200);
    expect(galleryHttp.own.reply.parse(body).items.map(({ id }) => id)).toEqual(idsOf(...places));
    expect(body.total).toBe(places.length);
  });

  test('is suggested its own prompts by the same words', async () => {
    for (const q of ['igel, fuchs', 'CAFE', '日落']) {
      const { body } = await member
        .get(`/api/gallery/suggestions?${new URLSearchParams({ q }).toString()}`)
        .expect(200);
      expect(body).toMatchObject({ suggestions: [expect.stringContaining('Ein Fuchs/Igel')] });
    }
  });

  test('finds nothing in a category that none of them is in', async () => {
    const { body } = await member.get('/api/gallery/user?category=tshirt-competition').expect(200);
    expect(body).toMatchObject({ items: [], total: 0, pagination: { pages: 0 } });
  });

  test('gets one by its id', async () => {
    const [id] = idsOf(4);
    const { body } = await member.get(`/api/generation/${id}`).expect(200);
    expect(generationHttp.one.reply.parse(body)).toEqual(body);
    expect(body.generation).toMatchObject({ id, original_prompt: 'A red Fox jumping', status: 'completed' });
  });

  test("does not get what is deleted, another's, or nowhere", async () => {
    const [deleted, own] = idsOf(2, 4);
    const other = await queries.member();
    for (const refused of [
      member.get(`/api/generation/${deleted}`),
      member.get(`/api/generation/${randomUUID()}`),
      other.get(`/api/generation/${own}`),
    ]) {
      const { body } = await refused.expect(404);
      expect(body.code).toBe('generation.not_found');
    }
    await member.get('/api/generation/none').expect(400);
    const { body } = await other.get('/api/gallery/user').expect(200);
    expect(body).toMatchObject({ items: [], total: 0 });
  });

  test.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'limit=0', 'limit=1001', 'page=1000001'])(
    '%s is refused',
    async (query) => {
      const { body } = await member.get(`/api/gallery/user?${query}`).expect(400);
      expect(body).toMatchObject({ success: false, code: 'request.invalid' });
    },
  );

  test('a row whose facts are parked says so', async () => {
    const one = new GenerationStory(recorder, member.id);
    await queries.append(one.requested({ at: at(9) }));
    // A second request of the same generation can never be applied.
    await queries.append(one.requested({ at: at(9) }), one.started());
    const { headers, body } = await member.get(`/api/generation/${one.generationId}`).expect(200);
    expect(headers['x-incomplete']).toBe('true');
    expect(body.generation.status).toBe('queued');
    expect((await member.get('/api/generation/user')).headers['x-incomplete']).toBe('true');
    expect((await member.get('/api/gallery/user')).headers).not.toHaveProperty('x-incomplete');
  });
});

test.each([
  '/api/generation/user',
  '/api/gallery/user',
  '/api/gallery/trash',
  '/api/gallery/suggestions?q=aa',
  `/api/generation/${randomUUID()}`,
])('%s is shut to nobody', async (path) => {
  const { body } = await queries.nobody.get(path).expect(401);
  expect(body.code).toBe('request.signed_out');
});

describe('an own gallery that is narrowed', () => {
  let owner: TestCaller;
  let stories: GenerationStory[];
  beforeAll(async () => {
    owner = await queries.member();
    stories = Array.from({ length: 3 }, () => new GenerationStory(recorder, owner.id));
    const [zen, wide, small] = stories as [GenerationStory, GenerationStory, GenerationStory];
    await queries.append(
      ...zen.whole({ at: '2026-11-18T23:59:59.999Z', prompt: 'A quiet lake', chosen: { model: 'zen', seed: 42 } }),
      ...wide.whole({
        at: '2026-11-19T00:00:00.000Z',
        prompt: 'A loud lake',
        chosen: { aspectRatio: 'widescreen_16_9', style: 'cinematic' },
      }),
      ...small.whole({ at: '2026-11-20T12:00:00.000Z', prompt: 'A lake', chosen: { resolution: '1k' } }),
      small.saved(),
    );
  });

  test.each([
    ['model=zen', [0]],
    ['seed=42', [0]],
    ['ratio=widescreen_16_9', [1]],
    ['style=cinematic&search=lake', [1]],
    ['resolution=1k', [2]],
    ['resolution=2k', [1, 0]],
    ['from=2026-11-19T00:00:00.000Z', [2, 1]],
    ['to=2026-11-19T00:00:00.000Z', [0]],
    // One day in a place nine hours ahead of UTC.
    ['from=2026-11-18T15:00:00.000Z&to=2026-11-19T15:00:00.000Z', [1, 0]],
    ['category=saved', [2]],
    ['category=Saved', [2]],
    ['category=saved&model=zen', []],
    ['', [2, 1, 0]],
  ])('%s', async (query, places) => {
    const { body } = await owner.get(`/api/gallery/user?${query}`).expect(200);
    expect(galleryHttp.own.reply.parse(body).items.map(({ id }) => id)).toEqual(
      places.map((place) => stories[place]?.generationId),
    );
    expect(body.total).toBe(places.length);
  });

  test.each([
    'model=none',
    'seed=-1',
    'seed=2147483648',
    'from=2026-11-19',
    'from=yesterday',
    'to=0000-01-01T00:00:00.000Z',
    'ratio=x',
  ])('%s is refused', async (query) => {
    await owner.get(`/api/gallery/user?${query}`).expect(400);
  });

  test('suggests its own prompts, from two characters on', async () => {
    const suggest = async (caller: TestCaller, q: string): Promise<unknown> =>
      (await caller.get(`/api/gallery/suggestions?q=${encodeURIComponent(q)}`).expect(200)).body;
    expect(await suggest(owner, 'LA')).toEqual({
      success: true,
      suggestions: ['A lake', 'A loud lake', 'A quiet lake'],
    });
    expect(await suggest(owner, 'quiet lake')).toMatchObject({ suggestions: ['A quiet lake'] });
    expect(await suggest(owner, 'l')).toMatchObject({ suggestions: [] });
    expect(await suggest(await queries.member(), 'lake')).toMatchObject({ suggestions: [] });
  });

  test('shows what was deleted in the trash until it is restored or purged', async () => {
    const gone = new GenerationStory(recorder, owner.id);
    await queries.append(...gone.whole(), gone.deleted());
    const { body } = await owner.get('/api/gallery/trash').expect(200);
    expect(galleryHttp.trash.reply.parse(body)).toMatchObject({
      items: [{ id: gone.generationId, deleted_at: '2026-11-20T11:00:00.000Z' }],
      total: 1,
    });
    await queries.append(gone.purged());
    expect((await owner.get('/api/gallery/trash').expect(200)).body).toMatchObject({ items: [], total: 0 });
  });
});

describe('the public gallery', () => {
  const publics: string[] = [];
  let ada: TestCaller;
  let ben: TestCaller;
  let shared: string;
  let hidden: string;
  beforeAll(async () => {
    [ada, ben] = [await queries.member(), await queries.member()];
    for (let index = 0; index < 7; index++) {
      const one = new GenerationStory(recorder, index % 2 ? ada.id : ben.id);
      shared = randomUUID();
      await queries.append(
        ...one.whole({ prompt: index === 3 ? 'A dragon' : 'A hill' }, shared),
        one.madePublic(new Date(Date.UTC(2026, 10, 21, 0, index)).toISOString()),
      );
      publics.unshift(one.generationId);
    }
    const one = new GenerationStory(recorder, ada.id);
    hidden = one.generationId;
    await queries.append(...one.whole(), one.madePublic(), one.madePrivate());
  });

  const ids = (body: unknown): string[] => galleryHttp.public.reply.parse(body).items.map(({ id }) => id);

  test('shows everyone what members made public, the newest first', async () => {
    const { body } = await queries.nobody.get('/api/gallery/public').expect(200);
    expect(ids(body)).toEqual(publics);
    expect(body).toMatchObject({ total: 7, nextCursor: null, pagination: { page: 1, limit: 12, pages: 1, total: 7 } });
    expect(body.items[0]).toMatchObject({ isPublic: true, categories: ['public'] });
    expect(body.items[0].metadata).not.toHaveProperty('negative_prompt');
    await queries.nobody.get(`/api/images/${shared}.webp`).expect(404); // public, though its file was never stored here
  });

  test('shows one’s own by its id, private or not', async () => {
    const { body } = await ada.get(`/api/gallery/public/${hidden}`).expect(200);
    const { generation } = galleryHttp.publicOne.reply.parse(body);
    expect(generation).toMatchObject({ id: hidden, isPublic: false, metadata: { negative_prompt: '' } });
    expect(generation.variants[0]?.image_url).toMatch(/^\/api\/images\/auth\//);
    for (const id of publics) {
      const { body } = await ada.get(`/api/gallery/public/${id}`).expect(200);
      expect(body.generation.metadata).not.toHaveProperty('negative_prompt');
    }
  });

  test('shows one by its id, to anyone, and none that is private or nowhere', async () => {
    const [id] = publics;
    const { body } = await queries.nobody.get(`/api/gallery/public/${id}`).expect(200);
    expect(galleryHttp.publicOne.reply.parse(body)).toMatchObject({ generation: { id, isPublic: true } });
    await queries.nobody.get(`/api/gallery/public/${hidden}`).expect(404);
    await ben.get(`/api/gallery/public/${hidden}`).expect(404);
    await queries.nobody.get(`/api/gallery/public/${randomUUID()}`).expect(404);
  });

  test('goes on from a cursor, and by number', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null && pages < 9; pages++) {
      const { body } = await queries.nobody.get(`/api/gallery/public?limit=3&cursor=${cursor}`).expect(200);
      seen.push(...ids(body));
      ({ nextCursor: cursor } = galleryHttp.public.reply.parse(body));
    }
    expect(seen).toEqual(publics);
    expect(ids((await queries.nobody.get('/api/gallery/public?limit=3&page=3').expect(200)).body)).toEqual(
      publics.slice(6),
    );
  });

  test('is searched and narrowed to a category', async () => {
    const found = await queries.nobody.get('/api/gallery/public?search=dragon').expect(200);
    expect(ids(found.body)).toEqual(publics.slice(3, 4));
    expect((await queries.nobody.get('/api/gallery/public?category=saved').expect(200)).body).toMatchObject({
      items: [],
      total: 0,
    });
    expect(ids((await queries.nobody.get('/api/gallery/public?category=public').expect(200)).body)).toEqual(publics);
  });

  test('is searched by whole words in any form, and by a last one that is not written out', async () => {
    for (const [search, places] of [
      ['Dragons', [3]],
      ['drag', [3]],
      ['a ragon', []],
      ['hills', [0, 1, 2, 4, 5, 6]],
    ] as const) {
      const { body } = await queries.nobody.get(`/api/gallery/public?search=${encodeURIComponent(search)}`).expect(200);
      expect(galleryHttp.public.reply.parse(body)).toEqual(body);
      expect(ids(body)).toEqual(places.map((place) => publics[place]));
      expect(body).toMatchObject({ total: places.length, nextCursor: null });
    }
    const { body } = await queries.nobody.get('/api/gallery/public?search=hill&limit=4&page=2').expect(200);
    expect(ids(body)).toEqual([publics[5], publics[6]]);
    expect(body).toMatchObject({ pagination: { page: 2, limit: 4, pages: 2, total: 6 } });
  });

  test('has the categories that follow from prompts, by number, by cursor and with words', async () => {
    const hills = publics.filter((_, place) => place !== 3);
    const of = async (query: string) =>
      galleryHttp.public.reply.parse((await queries.nobody.get(`/api/gallery/public?${query}`).expect(200)).body);
    const first = await of('category=landscapes&limit=4');
    expect(first.items.map(({ id }) => id)).toEqual(hills.slice(0, 4));
    expect(first).toMatchObject({ total: 6, pagination: { page: 1, limit: 4, pages: 2, total: 6 } });
    const rest = await of(`category=landscapes&limit=4&cursor=${first.nextCursor}`);
    expect(rest.items.map(({ id }) => id)).toEqual(hills.slice(4));
    expect(rest.nextCursor).toBeNull();
    expect((await of('category=landscapes&limit=4&page=2')).items).toEqual(rest.items);
    expect((await of('category=Landscape&limit=4&page=2')).items).toEqual(rest.items);
    expect((await of('category=fantasy&search=dragon')).items.map(({ id }) => id)).toEqual([publics[3]]);
    expect(await of('category=landscapes&search=dragon')).toMatchObject({ items: [], total: 0 });
    expect(await of('category=people')).toMatchObject({ items: [], total: 0, nextCursor: null });
    expect((await of('category=public&search=dragon')).total).toBe(1);
  });

  test.each([
    'cursor=x',
    'category=landscapes&cursor=x',
    "cursor=2026-11-21T00:00:00.000000Z_';--",
    'cursor=2026-99-21T00:00:00.000000Z_' + randomUUID(),
  ])('%s is refused', async (query) => {
    await queries.nobody.get(`/api/gallery/public?${query}`).expect(400);
  });
});

test('shows in which challenge a picture is entered, until the entry is withdrawn', async () => {
  const owner = await queries.member();
  const story = new GenerationStory(recorder, owner.id);
  const variantId = randomUUID();
  const names = { competitionId: randomUUID(), entryId: randomUUID() };
  const closesAt = '2026-12-01T00:00:00.000Z';
  await queries.append(
    ...story.whole({}, variantId),
    story.madePublic(),
    story.entryTagged(variantId, closesAt, names),
  );
  const seen = async () => {
    const byId = await queries.nobody.get(`/api/gallery/public/${story.generationId}`).expect(200);
    const listed = await queries.nobody.get('/api/gallery/public?limit=100').expect(200);
    const own = await owner.get('/api/gallery/user').expect(200);
    const items = [galleryHttp.public.reply.parse(listed.body).items, galleryHttp.own.reply.parse(own.body).items];
    return [
      galleryHttp.publicOne.reply.parse(byId.body).generation,
      ...items.map((some) => some.find(({ id }) => id === story.generationId)),
    ].map((one) => one?.entry ?? 'none');
  };
  const entry = {
    competition_id: names.competitionId,
    entry_id: names.entryId,
    variant_id: variantId,
    kind: 'poster',
    closes_at: closesAt,
  };
  expect(await seen()).toEqual([entry, entry, entry]);
  await queries.append(story.entryUntagged(names));
  expect(await seen()).toEqual(['none', 'none', 'none']);
});

test('pages at any depth are the list cut into pieces, whatever was deleted', async () => {
  const owner = await queries.member();
  const stories = Array.from({ length: 400 }, (_, index) => ({
    minute: index,
    // So that there are anchors, close together and far apart.
    story: new GenerationStory(recorder, owner.id, index % 37 === 0 || index % 41 === 0 ? '00' : 'ff'),
  }));
  const facts = stories.map(({ story, minute }) => story.requested({ at: at(minute) }));
  const gone = stories.filter((_, index) => index % 5 === 0);
  await queries.append(...facts, ...gone.map(({ story }) => story.deleted()));
  const left = stories.filter((_, index) => index % 5 !== 0).map(({ story }) => story.generationId);
  const seen: string[] = [];
  const limit = 17;
  for (let page = 1; page <= Math.ceil(left.length / limit); page++) {
    const { body } = await owner.get(`/api/generation/user?limit=${limit}&page=${page}`).expect(200);
    seen.push(...generationHttp.list.reply.parse(body).generations.map(({ id }) => id));
    expect(body.pagination).toEqual({ page, limit, pages: Math.ceil(left.length / limit), total: left.length });
  }
  expect(seen).toEqual(left.toReversed());
});
