import { randomUUID } from 'node:crypto';
import { membersHttp } from '@easel/contracts/members/http';
import { PUBLIC_NAMES_HELD } from '@easel/contracts/members/policy';
import { memberProblems } from '@easel/contracts/members/problems';
import { memberStream } from '@easel/contracts/members/stream';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { registerMember, startApi, type TestMember } from '../testing/api-server.ts';
import { askedLongAgo } from '../testing/erasures.ts';
import { cutAppends } from '../testing/cut-append.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startApi();
});
afterAll(() => server.close());
afterEach(() => void vi.restoreAllMocks());

const freshName = (): string => `n-${randomUUID().slice(0, 8)}`;
const choose = ({ bearer }: TestMember, name: string, over: object = {}) =>
  supertest(server.http)
    .put('/api/auth/public-profile')
    .set(...bearer)
    .send({ name, shown: true, ...over });
const profileOf = async ({ bearer }: TestMember): Promise<unknown> => {
  const { body } = await supertest(server.http)
    .get('/api/auth/me')
    .set(...bearer)
    .expect(200);
  return membersHttp.me.reply.parse(body).user.publicProfile;
};
const stored = ({ id }: TestMember) => Array.fromAsync(server.foundation.log.readStored(memberStream.nameOf(id)));
const factsOf = async (member: TestMember) =>
  (await stored(member)).filter(({ type }) => type === 'PublicProfileChanged');
const memberTypes = async (member: TestMember) => (await stored(member)).map(({ type }) => type);

const digestOf = (name: string): string => server.foundation.sealer.digest('public name', name);
/** For how many days from now a name is held; none where it is not. */
async function heldDays(name: string): Promise<number[]> {
  const { rows } = await server.foundation.pool.query<{ days: number }>(
    `SELECT extract(epoch FROM until - now())::float8 / 86400 AS days FROM vault.left_public_names
     WHERE name_digest = $1`,
    [digestOf(name)],
  );
  return rows.map(({ days }) => days);
}
const aYearLater = (name: string) =>
  server.foundation.pool.query('UPDATE vault.left_public_names SET until = now() WHERE name_digest = $1', [
    digestOf(name),
  ]);

test('who registers is hidden and has not chosen; what is chosen is a fact that has no name in the clear', async () => {
  const member = await registerMember(server);
  expect(await profileOf(member)).toBeNull();
  const name = freshName();
  const { body, headers } = await choose(member, ` ${name.toUpperCase()} `, { sharesSettings: true }).expect(200);
  const chosen = { name, shown: true, sharesSettings: true };
  expect(membersHttp.updatePublicProfile.reply.parse(body).publicProfile).toEqual(chosen);
  expect(headers['x-position']).toMatch(/^member=\d+$/);
  expect(await profileOf(member)).toEqual(chosen);
  await choose(member, name, { sharesSettings: true }).expect(200);
  const facts = await factsOf(member);
  expect(facts).toHaveLength(1);
  expect(JSON.stringify(facts.map(({ data }) => data))).not.toContain(name);
});

test('to stay hidden is a choice, too, and needs no name', async () => {
  const member = await registerMember(server);
  await choose(member, '', { shown: false }).expect(200);
  expect(await profileOf(member)).toEqual({ name: '', shown: false, sharesSettings: false });
  expect((await choose(member, '').expect(422)).body).toMatchObject({ code: 'members.public_name_needed' });
});

test.each(['ab', 'a'.repeat(31), 'ada byron', 'ädä', 'ada_b', 'admin', 'a-d-m-i-n', 'easel', 'easel-team', '../x'])(
  '%j is no public name',
  async (name) => {
    const member = await registerMember(server);
    const { body } = await choose(member, name).expect(400);
    expect(body.errors).toMatchObject([{ path: 'name' }]);
    expect(await factsOf(member)).toEqual([]);
  },
);

describe('a name', () => {
  test('is one member’s at a time, hidden or not', async () => {
    const [one, other] = [await registerMember(server), await registerMember(server)];
    const name = freshName();
    await choose(one, name, { shown: false }).expect(200);
    const { body } = await choose(other, name).expect(409);
    expect(body).toMatchObject({ code: 'members.public_name_taken', errors: [{ path: 'name' }] });
    expect(await factsOf(other)).toEqual([]);
  });

  test.each([
    ['changed', () => freshName(), true],
    ['removed', () => '', false],
  ])('that is %s is held for a year for its former owner, who can take it back', async (_how, next, shown) => {
    const [one, other] = [await registerMember(server), await registerMember(server)];
    const name = freshName();
    await choose(one, name).expect(200);
    await choose(one, next(), { shown }).expect(200);
    expect((await heldDays(name))[0]).toBeCloseTo(365, 1);
    const { body } = await choose(other, name).expect(409);
    expect(body).toMatchObject({ message: memberProblems.publicNameTaken.message, errors: [{ path: 'name' }] });
    await choose(one, name).expect(200);
    expect(await heldDays(name)).toEqual([]);
    await choose(one, freshName()).expect(200);
    await aYearLater(name);
    await choose(other, name).expect(200);
    await choose(one, name).expect(409);
  });

  test('is released before the year is over when its owner gives up five more', async () => {
    const [one, other] = [await registerMember(server), await registerMember(server)];
    const names = Array.from({ length: PUBLIC_NAMES_HELD + 2 }, freshName);
    for (const name of names) await choose(one, name).expect(200);
    const [first = '', second = ''] = names;
    await choose(other, second).expect(409);
    await choose(other, first).expect(200);
  });

  test('that ten want at once is one’s', async () => {
    const members = await Promise.all(Array.from({ length: 10 }, () => registerMember(server)));
    const name = freshName();
    const replies = await Promise.all(members.map((member) => choose(member, name)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(409)]);
  });

  test('of an erased member is held for a year, as is the one before, and nothing tells whose they were', async () => {
    const [one, other] = [await registerMember(server), await registerMember(server)];
    const [before, name] = [freshName(), freshName()];
    await choose(one, before).expect(200);
    await choose(one, name).expect(200);
    await askedLongAgo(server, one);
    await vi.waitFor(async () => expect(await memberTypes(one)).toContain('MemberErased'), { timeout: 10_000 });
    for (const held of [before, name]) await choose(other, held).expect(409);
    const { rows } = await server.foundation.pool.query(
      `SELECT FROM vault.left_public_names WHERE member_id = $1
       UNION ALL SELECT FROM vault.public_names WHERE member_id = $1`,
      [one.id],
    );
    expect(rows).toEqual([]);
    await aYearLater(name);
    await choose(other, name).expect(200);
  });

  test.each([true, false])('whose fact was cut off, stored or not (%s), comes with the next call', async (isStored) => {
    const member = await registerMember(server);
    const name = freshName();
    const mend = cutAppends(server.foundation.log, memberStream.nameOf(member.id), 'PublicProfileChanged', {
      isStored,
    });
    await choose(member, name).expect(503);
    mend();
    await choose(member, name).expect(200);
    expect(await factsOf(member)).toHaveLength(1);
    expect(await profileOf(member)).toMatchObject({ name });
  });
});

test('nobody chooses for others', async () => {
  await supertest(server.http).put('/api/auth/public-profile').send({ name: freshName(), shown: true }).expect(401);
});
