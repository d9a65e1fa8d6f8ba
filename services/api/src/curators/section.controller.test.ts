import { randomUUID } from 'node:crypto';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endPlanAs, subscribeAs } from '../testing/accounts.ts';
import { startApi, type TestMember } from '../testing/api-server.ts';
import { Studio } from '../testing/studio.ts';

let server: TestServer;
let studio: Studio;
beforeAll(async () => {
  server = await startApi();
  studio = new Studio(server);
});
afterAll(() => server.close());

type Method = 'put' | 'delete';
const call = (method: Method, path: string, member: TestMember, body?: object) =>
  supertest(server.http)
    [method](`/api/curator/${path}`)
    .set(...member.bearer)
    .send(body);
const variantOf = async (generationId: string): Promise<string> => {
  const facts = await studio.factsOf(`generation-${generationId}`);
  const created = facts.find(({ type }) => type === 'VariantCreated');
  const { variantId } = (created?.data ?? {}) as { variantId?: string };
  return variantId ?? '';
};

test('describes a section and arranges its series while the plan is in force', async () => {
  const member = await studio.member();
  const [one, other] = [await studio.published(member), await studio.published(member)];
  const banner = { generation_id: one, variant_id: await variantOf(one) };
  const section = { name: '  Zoë’s foxes ', text: 'Foxes at night.', banner };
  expect((await call('put', 'section', member, section).expect(403)).body).toMatchObject({
    code: 'curators.no_section',
  });
  const plan = await subscribeAs(server, member.id, 'curator_partner');
  await call('put', 'section', member, section).expect(200);
  const [night, day] = [randomUUID(), randomUUID()];
  await call('put', `series/${night}`, member, { title: 'Night', generationIds: [one, other] }).expect(200);
  await call('put', `series/${day}`, member, { title: 'Day', generationIds: [] }).expect(200);
  await call('put', 'series', member, { seriesIds: [day, night] }).expect(200);
  await call('put', 'series', member, { seriesIds: [day] }).expect(409);
  await call('delete', `series/${day}`, member).expect(200);
  expect(await studio.factsOf(`curator-${member.id}`)).toMatchObject([
    {
      type: 'CuratorSectionDescribed',
      data: { name: 'Zoë’s foxes', text: 'Foxes at night.', banner: { generationId: one } },
    },
    { type: 'CuratorSeriesArranged', data: { seriesId: night, title: 'Night', generationIds: [one, other] } },
    { type: 'CuratorSeriesArranged', data: { seriesId: day, generationIds: [] } },
    { type: 'CuratorSeriesOrdered', data: { seriesIds: [day, night] } },
    { type: 'CuratorSeriesRemoved', data: { seriesId: day } },
  ]);

  await endPlanAs(server, member.id, plan);
  await call('put', 'section', member, { name: 'Later' }).expect(403);
  await call('delete', `series/${night}`, member).expect(403);
});

test('accepts only the curator’s own public pictures', async () => {
  const [member, other] = [await studio.member(), await studio.member()];
  await subscribeAs(server, member.id, 'curator_partner');
  const [hidden, theirs, gone] = [
    await studio.finished(member),
    await studio.published(other),
    await studio.published(member),
  ];
  const mine = await studio.published(member);
  const trashed = { generation_id: gone, variant_id: await variantOf(gone) };
  await studio.call('delete', gone, member).expect(200);
  for (const id of [hidden, theirs, gone, randomUUID()]) {
    const { body } = await call('put', `series/${randomUUID()}`, member, {
      title: 'Night',
      generationIds: [mine, id],
    }).expect(422);
    expect(body).toMatchObject({ code: 'curators.not_your_public_picture' });
  }
  const strange = { generation_id: mine, variant_id: randomUUID() };
  const foreign = { generation_id: theirs, variant_id: await variantOf(theirs) };
  for (const banner of [trashed, strange, foreign]) {
    await call('put', 'section', member, { name: 'Night', banner }).expect(422);
  }
  expect(await studio.factsOf(`curator-${member.id}`)).toEqual([]);
});

test('keeps a picture in its series after it became private, and refuses it in another', async () => {
  const member = await studio.member();
  await subscribeAs(server, member.id, 'curator_partner');
  const [one, other] = [await studio.published(member), await studio.published(member)];
  const banner = { generation_id: one, variant_id: await variantOf(one) };
  const id = randomUUID();
  await call('put', `series/${id}`, member, { title: 'Night', generationIds: [one, other] }).expect(200);
  await call('put', 'section', member, { name: 'Night', banner }).expect(200);
  await studio.call('put', `${one}/make-public`, member).send({ isPublic: false }).expect(200);
  await call('put', `series/${id}`, member, { title: 'Night', generationIds: [other, one] }).expect(200);
  await call('put', 'section', member, { name: 'By night', banner }).expect(200);
  await call('put', `series/${randomUUID()}`, member, { title: 'Day', generationIds: [one] }).expect(422);
});

test('refuses another picture under the image of the banner that is kept', async () => {
  const [member, other] = [await studio.member(), await studio.member()];
  await subscribeAs(server, member.id, 'curator_partner');
  const [mine, theirs] = [await studio.published(member), await studio.published(other)];
  const banner = { generation_id: mine, variant_id: await variantOf(mine) };
  await call('put', 'section', member, { name: 'Night', banner }).expect(200);
  for (const id of [theirs, await studio.finished(member), randomUUID()]) {
    await call('put', 'section', member, { name: 'Night', banner: { ...banner, generation_id: id } }).expect(422);
  }
  expect(await studio.typesIn(`curator-${member.id}`)).toEqual(['CuratorSectionDescribed']);
});

test('refuses an invalid section or series with 400', async () => {
  const member = await studio.member();
  await subscribeAs(server, member.id, 'curator_partner');
  const id = randomUUID();
  for (const [path, body] of [
    ['section', { name: ' ' }],
    ['section', { name: 'x'.repeat(61) }],
    ['section', { name: 'Night', text: 'x'.repeat(1001) }],
    ['section', { name: 'Night', banner: { generation_id: id } }],
    ['series/not-an-id', { title: 'Night', generationIds: [] }],
    [`series/${id}`, { title: '', generationIds: [] }],
    [`series/${id}`, { title: 'Night', generationIds: [id, id] }],
    [`series/${id}`, { title: 'Night', generationIds: Array.from({ length: 101 }, () => randomUUID()) }],
    ['series', { seriesIds: 'all' }],
  ] as const) {
    await call('put', path, member, body).expect(400);
  }
  await supertest(server.http).put('/api/curator/section').send({ name: 'Night' }).expect(401);
});
