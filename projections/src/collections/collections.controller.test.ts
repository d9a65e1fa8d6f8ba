import { randomUUID } from 'node:crypto';
import { collectionsHttp } from '@easel/contracts/collections/http';
import type { Recorded } from '@easel/contracts/kernel/event';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CollectionStory } from '../testing/collections.ts';
import { GenerationStory } from '../testing/generations.ts';
import { type QueryServer, startQueries, type TestCaller } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';

let queries: QueryServer;
let member: TestCaller;
const recorder = new Recorder();
beforeAll(async () => {
  queries = await startQueries();
});
afterAll(() => queries.close());
beforeEach(async () => {
  member = await queries.member();
});

const at = (minute: number): string => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`;
const idsOf = (stories: readonly GenerationStory[]): string[] => stories.map(({ generationId }) => generationId);

/** Finished pictures of the member's. */
function made(count: number): { pictures: GenerationStory[]; facts: Recorded[] } {
  const pictures = Array.from({ length: count }, () => new GenerationStory(recorder, member.id));
  return { pictures, facts: pictures.flatMap((story) => story.whole()) };
}

async function list(query = '') {
  const { body } = await member.get(`/api/collections${query}`).expect(200);
  expect(collectionsHttp.list.reply.parse(body)).toEqual(body);
  return collectionsHttp.list.reply.parse(body).collections;
}

async function one({ collectionId }: CollectionStory, query = '') {
  const { body } = await member.get(`/api/collections/${collectionId}${query}`).expect(200);
  expect(collectionsHttp.one.reply.parse(body)).toEqual(body);
  return collectionsHttp.one.reply.parse(body);
}

describe('a member’s collections', () => {
  test('are listed with their covers, the one last added to first', async () => {
    expect(await list()).toEqual([]);
    const { pictures, facts } = made(6);
    const [foxes, owls] = [new CollectionStory(recorder, member.id), new CollectionStory(recorder, member.id)];
    await queries.append(...facts, foxes.made('Foxes', at(0)), owls.made('Owls', at(1)));
    await queries.append(foxes.collected(pictures.slice(0, 5), at(2)), foxes.collected(pictures.slice(5), at(3)));

    const [first, second] = await list();
    expect(first).toMatchObject({ id: foxes.collectionId, name: 'Foxes', pictures: 6, made_at: at(0), holds: false });
    const covers = await one(foxes);
    expect(first?.covers).toEqual(covers.items.slice(0, 4).map(({ variants: [cover] }) => cover));
    expect(covers.items.map(({ id }) => id)).toEqual(idsOf([...pictures.slice(5), ...pictures.slice(0, 5)]));
    expect(second).toEqual({
      id: owls.collectionId,
      name: 'Owls',
      pictures: 0,
      made_at: at(1),
      covers: [],
      holds: false,
    });
  });

  test('say which of them hold a picture', async () => {
    const { pictures, facts } = made(1);
    const [foxes, owls] = [new CollectionStory(recorder, member.id), new CollectionStory(recorder, member.id)];
    await queries.append(...facts, foxes.made(), owls.made(), foxes.collected(pictures));
    const held = await list(`?holding=${pictures[0]?.generationId}`);
    expect(Object.fromEntries(held.map(({ id, holds }) => [id, holds]))).toEqual({
      [foxes.collectionId]: true,
      [owls.collectionId]: false,
    });
  });

  test('are nobody else’s to see', async () => {
    const foxes = new CollectionStory(recorder, member.id);
    await queries.append(foxes.made());
    const other = await queries.member();
    expect((await other.get('/api/collections').expect(200)).body).toMatchObject({ collections: [] });
    const { body } = await other.get(`/api/collections/${foxes.collectionId}`).expect(404);
    expect(body).toMatchObject({ code: 'collections.not_found', message: 'This collection is not there' });
    await member.get(`/api/collections/${randomUUID()}`).expect(404);
    await queries.nobody.get(`/api/collections/${foxes.collectionId}`).expect(401);
    await queries.append(foxes.deleted());
    await member.get(`/api/collections/${foxes.collectionId}`).expect(404);
  });
});

describe('one collection', () => {
  test('is paged, the last added first', async () => {
    const { pictures, facts } = made(5);
    const foxes = new CollectionStory(recorder, member.id);
    await queries.append(...facts, foxes.made(), foxes.collected(pictures));
    const { items, pagination } = await one(foxes, '?page=2&limit=2');
    expect(items.map(({ id }) => id)).toEqual(idsOf(pictures.slice(2, 4)));
    expect(pagination).toEqual({ page: 2, limit: 2, pages: 3, total: 5 });
  });

  test('is without what is in the trash, which comes back to its place', async () => {
    const { pictures, facts } = made(3);
    const [, middle] = pictures;
    if (!middle) throw new Error('three were made');
    const foxes = new CollectionStory(recorder, member.id);
    await queries.append(...facts, foxes.made(), foxes.collected(pictures), middle.deleted());
    const { items, collection, pagination } = await one(foxes);
    expect(items.map(({ id }) => id)).toEqual(idsOf(pictures.filter((story) => story !== middle)));
    expect([collection.pictures, pagination.total]).toEqual([2, 2]);
    await queries.append(middle.restored());
    expect((await one(foxes)).items.map(({ id }) => id)).toEqual(idsOf(pictures));
  });

  test('is said to lack something where facts of it are parked', async () => {
    const foxes = new CollectionStory(recorder, member.id);
    await queries.append(foxes.made());
    // A second of the same id is no fact that there can be.
    await queries.append(foxes.made());
    const { headers } = await member.get('/api/collections').expect(200);
    expect(headers['x-incomplete']).toBe('true');
  });
});
