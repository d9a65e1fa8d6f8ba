import { randomUUID } from 'node:crypto';
import { popularSearches } from '@easel/contracts/gallery/policy';
import type { GenerationSettings } from '@easel/contracts/generation/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import { searchHttp } from '@easel/contracts/search/http';
import { SEARCH_DEPTH } from '@easel/contracts/search/policy';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GenerationStory } from '../testing/generations.ts';
import { PersonStory } from '../testing/people.ts';
import { type QueryServer, startQueries, type TestCaller } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';
import { searchModel } from './search.queries.ts';
import { flatHash, searchedBy, withdrawn } from './testing/search-facts.ts';

let queries: QueryServer;
let painter: TestCaller;
const recorder = new Recorder();
beforeAll(async () => {
  queries = await startQueries();
  painter = await queries.member();
});
afterAll(() => queries.close());

let minute = 0;
interface Shown {
  colour?: string;
  chosen?: Partial<GenerationSettings>;
  isPublic?: boolean;
  memberId?: string;
}

/** A picture, the newest so far. */
async function show(prompt: string, { colour, chosen = {}, isPublic = true, memberId = painter.id }: Shown = {}) {
  const story = new GenerationStory(recorder, memberId);
  const at = new Date(Date.UTC(2026, 10, 20, 12, minute++)).toISOString();
  const facts: Recorded[] = [
    story.requested({ prompt, chosen, at }),
    story.started(),
    story.drew(randomUUID(), 0, colour === undefined ? {} : { thumbhash: colour }),
    story.completed(),
  ];
  await queries.append(...facts, ...(isPublic ? [story.madePublic(at)] : []));
  return story;
}

async function find(query: string, caller: Pick<TestCaller, 'get'> = queries.nobody) {
  const { body } = await caller.get(`/api/search/images?${query}`).expect(200);
  expect(searchHttp.images.reply.parse(body)).toEqual(body);
  return searchHttp.images.reply.parse(body);
}
const idsFound = async (query: string, caller?: Pick<TestCaller, 'get'>): Promise<string[]> =>
  (await find(query, caller)).results.map(({ id }) => id);

/** A word that no other test uses. */
const word = (): string => `w${randomUUID().replaceAll(/[^a-z]/g, '')}x`;

describe('searching the public pictures', () => {
  test('finds those whose prompt says every word, in whatever form, the newest first', async () => {
    const mark = word();
    const one = await show(`Foxes of ${mark} running`);
    const other = await show(`The fox that runs, ${mark}`);
    await show(`An owl of ${mark}`);
    expect(await find(`q=running%20FOX%20${mark}`)).toMatchObject({
      results: [
        { id: other.generationId, prompt: `The fox that runs, ${mark}`, isPublic: true, categories: ['public'] },
        { id: one.generationId },
      ],
      message: '2 images found',
      didYouMean: [],
      pagination: { page: 1, limit: 20, pages: 1, total: 2 },
    });
  });

  test('shows of a picture what the public gallery shows, and its address', async () => {
    const mark = word();
    const { generationId } = await show(mark);
    const [found] = (await find(`q=${mark}`)).results;
    const { body } = await queries.nobody.get(`/api/gallery/public/${generationId}`).expect(200);
    const { generation } = body as { generation: { variants: { image_url: string }[] } };
    expect(found).toEqual({ ...generation, prompt: mark, imageUrl: generation.variants[0]?.image_url });
  });

  test('goes page by page', async () => {
    const mark = word();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift((await show(mark)).generationId);
    expect(await idsFound(`q=${mark}&limit=2`)).toEqual(ids.slice(0, 2));
    expect(await idsFound(`q=${mark}&limit=2&page=3`)).toEqual(ids.slice(4));
    expect(await find(`q=${mark}&limit=2&page=4`)).toMatchObject({
      results: [],
      pagination: { page: 4, limit: 2, pages: 3, total: 5 },
    });
    expect(await find(`q=${mark}&page=${SEARCH_DEPTH}`)).toMatchObject({
      results: [],
      pagination: { page: SEARCH_DEPTH, limit: 20, pages: 1, total: 5 },
    });
  });

  test('says that there is more than can be paged', async () => {
    const mark = word();
    await queries.server.foundation.pool.query(
      `insert into ${searchModel.schema}.picture
         (id, member_id, words, other_words, also_words, tags, look, created_at, published_at, completed, deleted, public_at)
       select gen_random_uuid(), $1, $2, '', '', '', '', now(), now(), true, false, now() from generate_series(1, $3::int)`,
      [painter.id, mark, SEARCH_DEPTH + 1],
    );
    for (const [page, most] of [
      [1, 20],
      [10, 100],
      [11, 100],
    ] as const) {
      expect(await find(`q=${mark}&limit=${most}&page=${page}`)).toMatchObject({
        message: 'More than 1,000 images found',
        pagination: { page, limit: most, pages: SEARCH_DEPTH / most, total: SEARCH_DEPTH },
      });
    }
  });

  test('takes a last word for a beginning where none is written so', async () => {
    const mark = word();
    const { generationId } = await show(`a ${mark}`);
    expect(await idsFound(`q=${mark.slice(0, -2)}`)).toEqual([generationId]);
  });

  test.each([
    ['barn.Owl at dusk', ['owl', 'barn.Owl']],
    ['heron/otter', ['otter', 'heron/otter']],
    ['Cafe\u0301', ['Café', 'Cafe\u0301', 'cafe', 'CAFES']],
    ['a cafe by the sea', ['café']],
    ['हिन्दी में चित्र', ['हिन्दी में चित्र', 'चित्र']],
    ['İstanbul', ['İstanbul', 'istanbul', 'İstan']],
    ['Ёлка и дом', ['елка', 'ЁЛКА', 'ёлк']],
    ['日落时的长城', ['长城', '长城日落', '城', '日落时的长城']],
    ['夕焼けの海と猫', ['猫', '夕焼けの海']],
    ['แมวสีแดงในสวน', ['สวน', 'แมว สวน']],
  ])('finds the prompt %j by %j', async (prompt, searches) => {
    const { generationId } = await show(`${prompt} ${word()}`);
    const own = await show(`${prompt} ${word()}`, { isPublic: false });
    for (const search of searches) {
      const q = encodeURIComponent(search);
      expect((await idsFound(`q=${q}`))[0]).toBe(generationId);
      expect((await idsFound(`of=own&q=${q}`, painter))[0]).toBe(own.generationId);
      expect(await idsFound(`q=${q}&category=space`)).toEqual([]);
    }
  });

  test('finds a picture by the names of its categories, by words for the same and by a singular', async () => {
    const mark = word();
    const { generationId } = await show(`Wolves by the ocean, ${mark}`);
    for (const also of ['animals', 'Animal', 'wolf', 'sea']) {
      expect(await idsFound(`q=${also}%20${mark}`)).toEqual([generationId]);
    }
    expect(await idsFound(`q=plants%20${mark}`)).toEqual([]);
  });

  test('finds the pictures of an author by name, alone and beside other words, while everybody sees the name', async () => {
    const [author, mark] = [await queries.member(), word()];
    const name = `${word().slice(0, 12)}-${word().slice(0, 12)}`;
    const person = new PersonStory(recorder, author.id);
    await queries.append(person.shownAs(name));
    const fox = await show(`A fox, ${mark}`, { memberId: author.id, colour: flatHash(200, 30, 30) });
    const owl = await show(`An owl, ${mark}`, { memberId: author.id });
    await show(`A fox of another, ${mark}`);
    const said = await show(`A picture that says ${name}`);
    const found = async (query: string) => {
      const ids = await idsFound(query);
      const { body } = await queries.nobody.get(`/api/gallery/public?${query.replace('q=', 'search=')}`).expect(200);
      expect((body as { items: { id: string }[] }).items.map(({ id }) => id)).toEqual(ids);
      return ids;
    };
    expect(await found(`q=${name.toUpperCase()}`)).toEqual([said, owl, fox].map(({ generationId }) => generationId));
    expect(await found(`q=${name}&category=Animals`)).toEqual([owl, fox].map(({ generationId }) => generationId));
    expect(await idsFound(`q=${name}&colour=red`)).toEqual([fox.generationId]);
    const short = word().slice(0, 12);
    await queries.append(person.shownAs(short));
    expect(await found(`q=fox%20by%20${short}`)).toEqual([fox.generationId]);
    expect(await found(`q=${short}`)).toHaveLength(2);
    await queries.append(person.shownAs(short, { shown: false }));
    expect(await found(`q=${short}`)).toEqual([]);
  });

  test('compares only pictures that say the words where it looks for similar ones', async () => {
    const colour = flatHash(12, 200, 99);
    const [like, heron] = [await show('teal', { colour }), await show('heron/ibis at İzmir', { colour })];
    for (const q of ['ibis', 'izmir', 'İzmir']) {
      expect(await idsFound(`like=${like.generationId}&q=${encodeURIComponent(q)}`)).toEqual([heron.generationId]);
    }
  });

  test('does not find what its owner hides or deletes, until it is to be seen again', async () => {
    const mark = word();
    const story = await show(mark);
    await queries.append(story.madePrivate());
    expect(await idsFound(`q=${mark}`)).toEqual([]);
    await queries.append(story.madePublic(), story.deleted());
    expect(await idsFound(`q=${mark}`)).toEqual([]);
    await queries.append(story.restored());
    expect(await idsFound(`q=${mark}`)).toEqual([story.generationId]);
  });

  test('is narrowed by colour, category, model, shape and size, each and all together', async () => {
    const mark = word();
    const blue = flatHash(40, 90, 200);
    const chosen = { model: 'zen', aspectRatio: 'widescreen_16_9', resolution: '4k' } as const;
    const wanted = await show(`${mark} whale`, { colour: blue, chosen });
    await show(`${mark} rose`, { colour: flatHash(200, 30, 30) });
    for (const filter of [
      'colour=blue',
      'category=animals',
      'model=zen',
      'ratio=widescreen_16_9',
      'resolution=4k',
      'colour=blue&category=animals&model=zen&ratio=widescreen_16_9&resolution=4k',
    ]) {
      expect(await idsFound(`q=${mark}&${filter}`)).toEqual([wanted.generationId]);
    }
    expect(await find(`q=${mark}&colour=blue&model=fluid`)).toMatchObject({ results: [], message: 'No images found' });
    // Without words, what is newest comes first.
    expect((await idsFound('model=zen&resolution=4k'))[0]).toBe(wanted.generationId);
  });

  test('without words and filters it is all there is; a category alone is all of that', async () => {
    const whale = await show('a whale');
    const thing = await show('a thing');
    expect((await idsFound('limit=2')).slice(0, 2)).toEqual([thing.generationId, whale.generationId]);
    expect((await idsFound('category=animals'))[0]).toBe(whale.generationId);
    for (const written of ['Animals', 'ANIMAL', '%20animals']) {
      expect((await idsFound(`category=${written}`))[0]).toBe(whale.generationId);
      expect((await idsFound(`category=${written}&q=whale`))[0]).toBe(whale.generationId);
    }
    expect(await find('category=nothing-of-ours')).toMatchObject({ results: [], message: 'No images found' });
  });

  test.each([
    ['words that say nothing', 'q=the%20of'],
    ['signs', 'q=%21%21%20%26%20%7C'],
    ['a quote', `q=fox'%20%7C%20'`],
    ['SQL', `q=${encodeURIComponent("'; drop table picture; --")}`],
    ['operators', `q=${encodeURIComponent("fox:* & !owl <-> 'elk' | (")}`],
    ['a backslash', `q=${encodeURIComponent('\\')}`],
    ['NUL', 'q=fox%00owl'],
    ['half a pair', `q=${'%ED%A0%80'}`],
    ['a category of signs', `category=${encodeURIComponent("x' | '=colour:red' \\")}&model=zen`],
    ['a category of NUL', 'category=%00&model=zen'],
    ['very many words', `q=${'a%20'.repeat(99)}`],
  ])('13: %s are nothing that breaks it', async (_what, query) => {
    for (const route of ['images', 'suggestions']) {
      const { status } = await queries.nobody.get(`/api/search/${route}?${query}`);
      expect([200, 400]).toContain(status);
    }
    const { status } = await painter.get(`/api/search/images?of=own&${query}`);
    expect([200, 400]).toContain(status);
  });

  test.each(['page=0', 'limit=101', 'colour=mauve', 'model=%27', 'ratio=7:3', 'of=others', `q=${'x'.repeat(201)}`])(
    'what it cannot be asked is refused: %s',
    async (query) => {
      const { body } = await queries.nobody.get(`/api/search/images?${query}`).expect(400);
      expect(body).toMatchObject({ success: false, code: 'request.invalid' });
    },
  );

  test('it says where facts of a picture are parked', async () => {
    const mark = word();
    const story = await show(mark);
    // A second request for the same is no fact that there can be.
    await queries.append(story.requested());
    const { headers } = await queries.nobody.get(`/api/search/images?q=${mark}`).expect(200);
    expect(headers['x-incomplete']).toBe('true');
  });
});

describe('what may have been meant', () => {
  test('are searches with words that public pictures say, and that find something', async () => {
    await show('A dragon over the kingdom');
    await show('A secret hippogriff', { isPublic: false });
    expect((await find('q=dargon')).didYouMean).toContain('dragon');
    expect((await find('q=dargon%20kingdm')).didYouMean[0]).toBe('dragon kingdom');
    expect((await find('q=hippogrif')).didYouMean).toEqual([]);
    expect((await find('q=dragon')).didYouMean).toEqual([]);
    await show('A Crème brûlée in the Ёлочка');
    expect((await find(`q=${encodeURIComponent('crmee brulee')}`)).didYouMean[0]).toBe('crème brulee');
    expect((await find(`q=${encodeURIComponent('елочкка')}`)).didYouMean).toEqual(['ёлочка']);
  });

  test('are the words alone, where they are not found together', async () => {
    await show('A lighthouse');
    await show('A peacock');
    expect((await find('q=lighthouse%20peacock')).didYouMean).toEqual(['lighthouse', 'peacock']);
  });

  test('is no word of what was hidden again', async () => {
    const story = await show('A quetzalcoatl');
    expect((await find('q=quetzalcotl')).didYouMean).toEqual(['quetzalcoatl']);
    await queries.append(story.madePrivate());
    expect((await find('q=quetzalcotl')).didYouMean).toEqual([]);
  });
});

describe('searching one’s own', () => {
  test('finds private pictures, too, and nobody else’s', async () => {
    const member = await queries.member();
    const mark = word();
    const secret = await show(`${mark} fox`, { isPublic: false, memberId: member.id });
    const open = await show(`${mark} owl`, { memberId: member.id });
    await show(mark);
    expect(await idsFound(`of=own&q=${mark}`, member)).toEqual([open.generationId, secret.generationId]);
    expect(await idsFound(`of=own&q=${mark}&category=animals`, member)).toHaveLength(2);
    expect(await idsFound(`of=own&q=${mark}%20fox`, member)).toEqual([secret.generationId]);
    expect(await idsFound('of=own', member)).toHaveLength(2);
    expect(await idsFound(`of=own&q=${mark}`, await queries.member())).toEqual([]);
    expect(await find(`of=own&q=${mark}z`, member)).toMatchObject({ results: [], didYouMean: [] });
  });

  test('is for members', async () => {
    const { body } = await queries.nobody.get('/api/search/images?of=own').expect(401);
    expect(body).toMatchObject({ code: 'request.signed_out' });
  });
});

describe('what looks like a picture', () => {
  const [dusk, laterDusk, meadow] = [flatHash(210, 90, 40), flatHash(200, 85, 45), flatHash(60, 150, 60)];

  test('comes the nearest first, and is not itself', async () => {
    const mark = word();
    const one = await show(mark, { colour: dusk });
    const near = await show(mark, { colour: laterDusk });
    const same = await show(mark, { colour: dusk });
    const green = await show(mark, { colour: meadow });
    await show(mark, { colour: dusk, isPublic: false });
    await show('of another word', { colour: dusk });
    expect(await find(`like=${one.generationId}&q=${mark}`)).toMatchObject({
      results: [{ id: same.generationId }, { id: near.generationId }, { id: green.generationId }],
      message: '3 images found',
      pagination: { total: 3, pages: 1 },
    });
    expect(await idsFound(`like=${one.generationId}&q=${mark}&limit=1&page=2`)).toEqual([near.generationId]);
    expect(await idsFound(`like=${one.generationId}&q=${mark}&colour=green`)).toEqual([green.generationId]);
  });

  test('is told of one’s own private picture, and not of another’s', async () => {
    const member = await queries.member();
    const mark = word();
    const secret = await show(mark, { colour: dusk, isPublic: false, memberId: member.id });
    const open = await show(mark, { colour: dusk });
    expect(await idsFound(`like=${secret.generationId}&q=${mark}`, member)).toEqual([open.generationId]);
    for (const caller of [queries.nobody, painter]) {
      const { body } = await caller.get(`/api/search/images?like=${secret.generationId}`).expect(404);
      expect(body).toMatchObject({ success: false, message: 'Not found' });
    }
    await queries.nobody.get(`/api/search/images?like=${randomUUID()}`).expect(404);
    await queries.nobody.get('/api/search/images?like=7').expect(400);
  });
});

describe('what is related to a picture', () => {
  const related = async (id: string, caller: Pick<TestCaller, 'get'> = queries.nobody): Promise<string[]> => {
    const { body } = await caller.get(`/api/search/related/${id}`).expect(200);
    expect(searchHttp.related.reply.parse(body)).toEqual(body);
    return searchHttp.related.reply.parse(body).results.map((result) => result.id);
  };

  test('is what shows the same, at most twelve and never itself; without that, what looks like it', async () => {
    const colour = flatHash(96, 32, 160);
    const other = await show('Nothing that has a name', { colour });
    const subject = await show('A penguin', { colour });
    const one = await show('Another penguin', { colour });
    const found = await related(one.generationId);
    expect(found[0]).toBe(subject.generationId);
    expect(found).not.toContain(other.generationId);
    expect(found).not.toContain(one.generationId);
    expect(await related(other.generationId)).toContain(one.generationId);
    for (let n = 0; n < 13; n++) await show('A penguin again', { colour });
    expect(await related(one.generationId)).toHaveLength(12);
  });

  test('shows for a lighthouse the lighthouses first, then the sea, and no roses of the same colours', async () => {
    const [dawn, night] = [flatHash(210, 150, 120), flatHash(20, 30, 60)];
    const one = await show('A lighthouse on a cliff at dawn, watercolour', { colour: dawn });
    await show('Watercolour roses and ferns on old paper, at dawn', { colour: dawn });
    await show('Roses on a wall at dawn, watercolour', { colour: dawn });
    await show('Sailing boat on a stormy sea at dusk', { colour: night });
    await show('Mountain ridges at dawn, watercolour', { colour: dawn });
    await show('A lighthouse in a storm', { colour: night });
    const { body } = await queries.nobody.get(`/api/search/related/${one.generationId}`).expect(200);
    const prompts = searchHttp.related.reply.parse(body).results.map(({ prompt }) => prompt);
    const similar = (await find(`like=${one.generationId}&limit=100`)).results.map(({ prompt }) => prompt);
    for (const found of [prompts, similar]) {
      const [lighthouse, sea, mountains] = ['A lighthouse in', 'Sailing boat', 'Mountain ridges'].map((begin) =>
        found.findIndex((prompt) => prompt.startsWith(begin)),
      );
      expect(found[0]).toMatch(/lighthouse/i);
      expect(sea).toBeGreaterThan(lighthouse ?? Infinity);
      expect(mountains).toBeGreaterThan(sea ?? Infinity);
      expect(found.filter((prompt) => /rose/i.test(prompt))).toEqual([]);
    }
  });

  test('is public, and of a picture that the caller may see', async () => {
    const colour = flatHash(32, 160, 96);
    const mine = await show('A giraffe', { colour, isPublic: false });
    const shown = await show('A giraffe in public', { colour });
    expect(await related(shown.generationId, painter)).not.toContain(mine.generationId);
    expect(await related(mine.generationId, painter)).toContain(shown.generationId);
    await queries.nobody.get(`/api/search/related/${mine.generationId}`).expect(404);
    await queries.nobody.get(`/api/search/related/${randomUUID()}`).expect(404);
  });
});

describe('categories', () => {
  test('are those that have public pictures, with their number and three of the newest', async () => {
    const before = await categories();
    const count = before.find(({ id }) => id === 'space')?.count ?? 0;
    const stories: GenerationStory[] = [];
    for (let n = 0; n < 4; n++) stories.unshift(await show('A nebula'));
    await show('A nebula of one’s own', { isPublic: false });
    const space = (await categories()).find(({ id }) => id === 'space');
    expect(space).toMatchObject({
      name: 'Space',
      count: count + 4,
      images: stories.slice(0, 3).map(({ generationId: id }) => ({ id, prompt: 'A nebula' })),
    });
    expect((await categories()).map(({ count }) => count)).toEqual(
      (await categories()).map(({ count }) => count).toSorted((a, b) => b - a),
    );
  });

  test('shows a member none of whom a block sets apart from them', async () => {
    const viewer = await queries.member();
    await show('A nebula');
    const [maker, blocked] = [painter.id, viewer.id].map((id) => new PersonStory(recorder, id));
    expect((await categories(viewer)).flatMap(({ images }) => images)).not.toEqual([]);
    await queries.append(maker!.blocked(blocked!));
    expect((await categories(viewer)).flatMap(({ images }) => images)).toEqual([]);
  });

  async function categories(reader: Pick<TestCaller, 'get'> = queries.nobody) {
    const { body } = await reader.get('/api/search/categories').expect(200);
    expect(searchHttp.categories.reply.parse(body)).toEqual(body);
    return searchHttp.categories.reply.parse(body).categories;
  }
});

describe('what others searched for', () => {
  const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const read = async (route: string) => (await queries.nobody.get(`/api/search/${route}`).expect(200)).body as unknown;
  const trending = async (query = '') => searchHttp.trending.reply.parse(await read(`trending${query}`)).trending;
  const suggested = async (q: string) =>
    searchHttp.suggestions.reply.parse(await read(`suggestions?q=${q}`)).suggestions;

  test('is told once five callers did on a day, and while it finds something', async () => {
    const [known, rare, lost] = [word(), word(), word()];
    const story = await show(`${known} and ${rare}`);
    await queries.append(
      ...searchedBy(recorder, 5, known, day(0)),
      ...searchedBy(recorder, 4, rare, day(0)),
      ...searchedBy(recorder, 4, rare, day(1)),
      ...searchedBy(recorder, 9, lost, day(0)),
    );
    expect(await trending('?limit=20')).toContainEqual({ query: known, count: 5 });
    const told = (await trending('?limit=20')).map(({ query }) => query);
    expect(told).not.toContain(rare);
    expect(told).not.toContain(lost);
    expect(await suggested(known.slice(0, 6))).toEqual([known]);
    expect(await suggested(rare.slice(0, 6))).toEqual([]);
    expect(await suggested(lost.slice(0, 6))).toEqual([]);
    await queries.append(story.madePrivate());
    expect(await suggested(known.slice(0, 6))).toEqual([]);
  });

  test('is not told where no verified address stands behind it, and no more after an erasure', async () => {
    const [farmed, erased] = [word(), word()];
    await show(`${farmed} and ${erased}`);
    await queries.append(...searchedBy(recorder, 9, farmed, day(0), false), ...searchedBy(recorder, 5, erased, day(0)));
    const told = async () =>
      (await trending('?limit=20')).map(({ query }) => query).filter((one) => [farmed, erased].includes(one));
    expect(await told()).toEqual([erased]);
    expect(await suggested(farmed.slice(0, 6))).toEqual([]);
    await queries.append(withdrawn(recorder, erased, day(0)));
    expect(await told()).toEqual([]);
    expect(await suggested(erased.slice(0, 6))).toEqual([]);
  });

  test('counts half as much after three days', async () => {
    const [fresh, old, older] = [word(), word(), word()];
    await show(`${fresh} ${old} ${older}`);
    await queries.append(
      ...searchedBy(recorder, 9, older, day(13)),
      ...searchedBy(recorder, 8, old, day(3)),
      ...searchedBy(recorder, 5, fresh, day(0)),
    );
    const told = (await trending('?limit=20'))
      .map(({ query }) => query)
      .filter((one) => [fresh, old, older].includes(one));
    expect(told).toEqual([fresh, old, older]);
    expect(await trending('?limit=1')).toHaveLength(1);
  });

  test('suggests a popular search while somebody types only if it has results', async () => {
    expect(await suggested('compet')).toEqual([]);
    await show('A poster for a contest');
    expect(await suggested('compet')).toEqual(['competition']);
  });

  test('is suggested from two characters on, with what is popular; popular alone before anything is typed', async () => {
    await show('A dragon');
    expect(await suggested('d')).toEqual([]);
    expect(await suggested('dr')).toContain('dragon');
    expect(await suggested('DRA')).toContain('dragon');
    const mark = word();
    await show(`crème ${mark}`);
    await queries.append(...searchedBy(recorder, 5, `crème ${mark}`, day(0)));
    for (const typed of ['crem', 'CRÈ', 'cre\u0300me']) {
      expect(await suggested(encodeURIComponent(typed))).toEqual([`crème ${mark}`]);
    }
    const first = await suggested('');
    expect(first).toHaveLength(5);
    expect(first.some((one) => popularSearches.some((popular) => popular === one))).toBe(true);
  });
});
