import { randomUUID } from 'node:crypto';
import { curatorsHttp } from '@easel/contracts/curators/http';
import { monthOf } from '@easel/contracts/curators/policy';
import type { Recorded } from '@easel/contracts/kernel/event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccountStory } from '../testing/accounts.ts';
import { CuratorStory } from '../testing/curators.ts';
import { GenerationStory } from '../testing/generations.ts';
import { PersonStory } from '../testing/people.ts';
import { type QueryServer, startQueries, type TestCaller } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';

let queries: QueryServer;
const recorder = new Recorder();
beforeAll(async () => {
  queries = await startQueries();
});
afterAll(() => queries.close());

interface Shown {
  member: TestCaller;
  name: string;
  curator: CuratorStory;
  person: PersonStory;
  /** Creates public pictures with one image each. */
  pictures: { id: string; variantId: string }[];
}

/** A curator with two public pictures in one series. */
async function shownCurator(...more: ((one: CuratorStory) => Recorded)[]): Promise<Shown> {
  const member = await queries.member();
  const name = `zoe-${member.id.slice(0, 8)}`;
  const curator = new CuratorStory(recorder, member.id);
  const person = new PersonStory(recorder, member.id);
  const stories = [0, 1].map(() => ({ story: new GenerationStory(recorder, member.id), variantId: randomUUID() }));
  await queries.append(
    person.shownAs(name),
    ...stories.flatMap(({ story, variantId }) => [...story.whole({ prompt: 'A fox' }, variantId), story.madePublic()]),
    curator.appointed(),
    curator.fact('CuratorSeriesArranged', {
      seriesId: randomUUID(),
      title: 'Night',
      generationIds: stories.map(({ story }) => story.generationId),
    }),
    ...more.map((fact) => fact(curator)),
  );
  const pictures = stories.map(({ story, variantId }) => ({ id: story.generationId, variantId }));
  return { member, name, curator, person, pictures };
}

const sectionOf = async (name: string, as: Pick<TestCaller, 'get'> = queries.nobody) => {
  const { body } = await as.get(`/api/curators/${name}`).expect(200);
  return curatorsHttp.section.reply.parse(body).section;
};
const listed = async (as: Pick<TestCaller, 'get'> = queries.nobody) => {
  const { body } = await as.get('/api/curators').expect(200);
  return curatorsHttp.listed.reply.parse(body).curators;
};

test('shows a described section with its banner and series, and lists its curator', async () => {
  const { member, name, curator, pictures } = await shownCurator();
  const [first, second] = pictures as [Shown['pictures'][0], Shown['pictures'][0]];
  expect(await sectionOf(name)).toBeNull();
  expect(await listed()).not.toContainEqual(expect.objectContaining({ person: name }));

  const banner = { generationId: second.id, variantId: second.variantId };
  await queries.append(curator.described('Foxes', banner, 'At night.'));
  const section = await sectionOf(name);
  expect(section).toMatchObject({
    name: 'Foxes',
    text: 'At night.',
    banner: { picture: { id: second.id }, variant_id: second.variantId },
    series: [{ title: 'Night', pictures: [{ id: first.id }, { id: second.id }] }],
  });
  expect(section?.series[0]?.pictures[0]).toMatchObject({ author: { name } });
  expect(await listed()).toContainEqual({
    person: name,
    name: 'Foxes',
    text: 'At night.',
    thumbnail_url: expect.stringContaining(second.variantId) as unknown,
  });

  const { body } = await member.get('/api/curator').expect(200);
  expect(curatorsHttp.own.reply.parse(body)).toMatchObject({
    isCurator: true,
    period: null,
    person: name,
    section: { name: 'Foxes', text: 'At night.', banner: { generation_id: second.id } },
    series: [{ title: 'Night', generation_ids: [first.id, second.id] }],
    prices: {},
  });
});

test('unlists a section at once when the appointment ends, and keeps it for its member', async () => {
  const { member, name, curator } = await shownCurator((one) => one.described('Foxes'));
  expect(await sectionOf(name)).not.toBeNull();
  await queries.append(curator.ended());
  expect(await sectionOf(name)).toBeNull();
  expect(await listed()).not.toContainEqual(expect.objectContaining({ person: name }));
  const { body } = await member.get('/api/curator').expect(200);
  expect(body).toMatchObject({ isCurator: false, section: { name: 'Foxes' }, series: [{ title: 'Night' }] });
});

test('shows the section until the end of the plan', async () => {
  const { member, name, curator } = await shownCurator((one) => one.described('Foxes'));
  const account = new AccountStory(recorder, member.id);
  const plan = (endDate: string, status: 'active' | 'ended' = 'active') =>
    account.fact('SubscriptionChanged', {
      key: randomUUID(),
      tier: 'curator_partner',
      status,
      period: 'monthly',
      endDate,
      next: null,
      reason: 'purchase',
      source: 'sub_1',
      effectiveAt: '2026-11-20T10:00:00.000Z',
    });
  const ahead = new Date(Date.now() + 86_400_000).toISOString();
  await queries.append(curator.ended(), plan(ahead));
  expect(await sectionOf(name)).not.toBeNull();
  expect((await member.get('/api/curator').expect(200)).body).toMatchObject({ isCurator: true, period: 'monthly' });
  await queries.append(plan('2026-11-01T00:00:00.000Z'));
  expect(await sectionOf(name)).toBeNull();
  await queries.append(plan(ahead, 'ended'));
  expect(await sectionOf(name)).toBeNull();
  expect((await member.get('/api/curator').expect(200)).body).toMatchObject({ isCurator: false, period: null });
});

test('leaves out pictures that are no longer public, and sections of blocked members', async () => {
  const { member, name, person, pictures } = await shownCurator((one) => one.described('Foxes'));
  const viewer = await queries.member();
  const [first] = pictures;
  const story = recorder.record(`generation-${first?.id ?? ''}`, {
    type: 'MadePrivate',
    data: { generationId: first?.id ?? '', memberId: member.id },
  });
  await queries.append(story);
  expect((await sectionOf(name))?.series[0]?.pictures.map(({ id }) => id)).toEqual([pictures[1]?.id]);

  await queries.append(person.blocked(new PersonStory(recorder, viewer.id)));
  await viewer.get(`/api/curators/${name}`).expect(404);
  expect(await listed(viewer)).not.toContainEqual(expect.objectContaining({ person: name }));
  await queries.append(person.shownAs(name, { shown: false }));
  await queries.nobody.get(`/api/curators/${name}`).expect(404);
  expect(await listed()).not.toContainEqual(expect.objectContaining({ person: name }));
  await queries.nobody.get('/api/curators/nobody-has-this-name').expect(404);
});

test('returns own figures by month and picture, and own statements', async () => {
  const { member, curator, pictures } = await shownCurator((one) => one.described('Foxes'));
  const buyer = new AccountStory(recorder);
  const [first, second] = pictures.map(({ id }) => id) as [string, string];
  const purchasedAt = new Date().toISOString();
  const month = monthOf(purchasedAt);
  const sale = (purchaseId: string, generationId: string, cents: number) =>
    buyer.bought({
      purchaseId,
      generationId,
      sellerId: member.id,
      curator: true,
      method: 'dollars',
      cents,
      purchasedAt,
    });
  const [one, other] = [randomUUID(), randomUUID()];
  await queries.append(
    sale(one, first, 1_000),
    sale(other, second, 99),
    curator.accrued(one, 485, first),
    curator.accrued(other, 48, second),
    curator.turned(other, 1, 48),
    curator.viewed(first, 'a', `${month}-01`),
    curator.viewed(first, 'b', `${month}-01`),
  );
  const { body } = await member.get('/api/curator/figures').expect(200);
  const figures = curatorsHttp.figures.reply.parse(body);
  expect(figures.months).toHaveLength(12);
  expect(figures.months.at(-1)).toEqual({
    month,
    views: 2,
    sales: 2,
    gross: 10.99,
    fee: 0.32,
    net: 10.67,
    share: 5.33,
    reversed: 0.48,
  });
  expect(figures.pictures.map(({ generation_id: id, views, share }) => [id, views, share])).toEqual([
    [first, 2, 4.85],
    [second, 0, 0.48],
  ]);
  expect(figures.titles).toEqual({ [first]: 'A fox', [second]: 'A fox' });

  const reply = await member.get(`/api/curator/statements/${month}.pdf`).expect(200);
  expect(reply.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' });
  expect((reply.body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
  await member.get('/api/curator/statements/2999-01.pdf').expect(404);
  await member.get('/api/curator/statements/2026-13.pdf').expect(400);
  const stranger = await queries.member();
  await stranger.get(`/api/curator/statements/${month}.pdf`).expect(404);
  expect((await stranger.get('/api/curator/figures').expect(200)).body).toMatchObject({ pictures: [] });
  await queries.nobody.get('/api/curator/figures').expect(401);
  await queries.nobody.get(`/api/curator/statements/${month}.pdf`).expect(401);
});
