import { randomUUID } from 'node:crypto';
import { competitionsHttp } from '@easel/contracts/competitions/http';
import { competitionProblems, monthAfter } from '@easel/contracts/competitions/policy';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInOperator, startApi } from '../testing/api-server.ts';
import { joinOperator } from '../testing/operators.ts';
import { competitionIdOf } from './competition-id.ts';
import { ChallengeRun } from './testing/challenge-run.ts';

let server: TestServer;
let run: ChallengeRun;
let admin: [string, string];
beforeAll(async () => {
  server = await startApi({ rateLimitScale: 1_000 });
  run = new ChallengeRun(server);
  admin = await signInOperator(server);
});
afterAll(() => server.close());

const thisMonth = new Date().toISOString().slice(0, 7);
const nextMonth = monthAfter(thisMonth);
const words = { theme: 'Tides', description: 'Whatever the sea leaves behind' };
const next = { kind: 'poster', month: nextMonth, ...words };

test('prepares the challenge of a month once, and lets its theme be changed until it opens', async () => {
  const key = randomUUID();
  const prepare = () => run.admin('post', '', admin).set('idempotency-key', key).send(next).expect(200);
  const id = competitionIdOf('poster', nextMonth);
  expect((await prepare()).body).toEqual({ id });
  expect((await prepare()).body).toEqual({ id });
  const other = await run
    .admin('post', '', admin)
    .send({ ...next, theme: 'Dunes' })
    .expect(409);
  expect(other.body.code).toBe(competitionProblems.exists.code);
  await run
    .admin('put', `/${id}`, admin)
    .send({ ...words, theme: 'Dunes' })
    .expect(200);
  expect(await run.typesIn(id)).toEqual(['CompetitionPrepared', 'CompetitionRevised']);

  const open = await run.openOne('poster');
  expect(await run.typesIn(open)).toEqual(['CompetitionPrepared', 'CompetitionOpened']);
  const late = await run.admin('put', `/${open}`, admin).send({ theme: 'Dunes', description: 'Sand' }).expect(409);
  expect(late.body.code).toBe(competitionProblems.begun.code);
  await run.admin('put', `/${randomUUID()}`, admin).send(words).expect(404);
});

test('refuses a month that has ended and missing fields, with a sentence', async () => {
  const past = await run
    .admin('post', '', admin)
    .send({ ...next, month: '2026-01' })
    .expect(422);
  expect(past.body.code).toBe(competitionProblems.monthPast.code);
  for (const [change, message] of [
    [{ month: '2026-13' }, 'Please choose a month'],
    [{ theme: ' ' }, 'Please enter a theme'],
    [{ description: '' }, 'Please describe the challenge'],
    [{ kind: 'mug' }, 'Please choose a kind'],
  ] as const) {
    const { body } = await run
      .admin('post', '', admin)
      .send({ ...next, ...change })
      .expect(400);
    expect(JSON.stringify(body)).toContain(message);
  }
});

test('untags a disqualified entry, and makes its picture private if it was before', async () => {
  const tshirt = await run.openOne('tshirt');
  const member = await run.studio.member();
  const picture = await run.picture(member);
  const entryId = await run.entered(member, tshirt, picture);
  const path = `/${tshirt}/entries/${entryId}/disqualification`;
  await run.admin('post', path, admin).send({ reason: ' ' }).expect(400);
  await run.admin('post', path, admin).send({ reason: 'a copy of another picture' }).expect(200);
  await run.admin('post', path, admin).send({ reason: 'a copy of another picture' }).expect(200);
  expect(await run.typesIn(tshirt)).toEqual([
    'CompetitionPrepared',
    'CompetitionOpened',
    'EntrySubmitted',
    'EntryDisqualified',
  ]);
  const types = await run.studio.typesIn(`generation-${picture.generationId}`);
  expect(types.slice(-2)).toEqual(['EntryUntagged', 'MadePrivate']);
  expect((await run.enter(member, tshirt, picture).expect(409)).body.code).toBe(competitionProblems.disqualified.code);
  const { body } = await run.call('get', `eligibility/${picture.generationId}`, member).expect(200);
  const challenges = competitionsHttp.eligibility.reply.parse(body).challenges;
  const variants = challenges.find(({ competition_id: id }) => id === tshirt)?.variants;
  expect(variants?.[0]?.refusals.map(({ message }) => message)).toEqual([
    'This picture was disqualified from this challenge',
  ]);
  await run
    .admin('post', `/${tshirt}/entries/${randomUUID()}/disqualification`, admin)
    .send({ reason: 'unknown' })
    .expect(404);
});

test('allows only admins', async () => {
  const id = competitionIdOf('poster', nextMonth);
  const calls = [
    ['post', '', next],
    ['put', `/${id}`, words],
    ['post', `/${id}/entries/${randomUUID()}/disqualification`, { reason: 'x' }],
    ['post', `/${id}/announcement`, {}],
  ] as const;
  const member = await run.studio.member();
  const bearers: (readonly [string, string])[] = [member.bearer];
  for (const role of ['support', 'analyst', 'auditor'] as const)
    bearers.push((await joinOperator(server, role)).bearer);
  for (const [method, path, body] of calls) {
    await supertest(server.http)[method](`/api/admin/competitions${path}`).send(body).expect(401);
    for (const bearer of bearers) await run.admin(method, path, bearer).send(body).expect(403);
  }
});
