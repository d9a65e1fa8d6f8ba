import { randomUUID } from 'node:crypto';
import { challengeWindow, competitionProblems } from '@easel/contracts/competitions/policy';
import { isInOpenChallenge } from '@easel/contracts/generation/view';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { GenerationLookup } from '../generation/generation.lookup.ts';
import { registerMember, signInOperator, startApi, type TestMember } from '../testing/api-server.ts';
import { topUpAs } from '../testing/accounts.ts';
import { ChallengeRun } from './testing/challenge-run.ts';
import type { EnteredPicture } from './testing/past-challenge.ts';

let server: TestServer;
let run: ChallengeRun;
let admin: [string, string];
let tshirt: string;
let poster: string;
beforeAll(async () => {
  server = await startApi({ rateLimitScale: 1_000 });
  run = new ChallengeRun(server);
  [tshirt, poster] = [await run.openOne('tshirt'), await run.openOne('poster')];
  admin = await signInOperator(server);
});
afterEach(() => void vi.useRealTimers());
afterAll(() => server.close());

const thisMonth = new Date().toISOString().slice(0, 7);
const viewOf = ({ generationId }: EnteredPicture) =>
  server.app.get(GenerationLookup, { strict: false }).find(generationId);
const submitted = async (competitionId: string, { id }: TestMember) =>
  (await run.studio.factsOf(`competition-${competitionId}`)).filter(
    ({ type, data }) => type === 'EntrySubmitted' && (data as { memberId: string }).memberId === id,
  );
const statusesOf = (replies: readonly { status: number }[]) =>
  replies.map(({ status }) => status).toSorted((one, other) => one - other);

describe('concurrent entries', () => {
  test('are accepted for three of four pictures', async () => {
    const member = await run.studio.member();
    const pictures = await Promise.all(Array.from({ length: 4 }, () => run.picture(member)));
    const replies = await Promise.all(pictures.map((picture) => run.enter(member, tshirt, picture)));
    expect(statusesOf(replies)).toEqual([200, 200, 200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
      code: competitionProblems.tooMany.code,
    });
    expect(await submitted(tshirt, member)).toHaveLength(3);
  });

  test('are accepted once for the same picture, in one challenge and across both', async () => {
    const member = await run.studio.member();
    const picture = await run.picture(member);
    const replies = await Promise.all(
      [tshirt, poster, tshirt, poster, tshirt].map((id) => run.enter(member, id, picture)),
    );
    expect(statusesOf(replies)).toEqual([200, 409, 409, 409, 409]);
    const entry = (await viewOf(picture))?.entry;
    const { body } = replies.find(({ status }) => status === 200) ?? {};
    expect(entry?.entryId).toBe((body as { entryId: string }).entryId);
  });
});

test('refuses pictures that are deleted, purged, unfinished or named in capitals, and stores nothing', async () => {
  const member = await run.studio.member();
  const [trashed, purged, named] = [await run.picture(member), await run.picture(member), await run.picture(member)];
  await run.studio.call('delete', trashed.generationId, member).expect(200);
  await run.studio.call('delete', purged.generationId, member).expect(200);
  await run.studio.call('delete', `${purged.generationId}/trash`, member).expect(200);
  for (const picture of [trashed, purged]) await run.enter(member, tshirt, picture).expect(404);
  const capitals = named.generationId.toUpperCase();
  await run.enter(member, tshirt, { ...named, generationId: capitals }).expect(404);
  await run.enter(member, tshirt.toUpperCase(), named).expect(404);
  expect(await submitted(tshirt, member)).toEqual([]);
});

test('answers another member under the same idempotency key with an entry of their own', async () => {
  const [one, other] = [await run.studio.member(), await run.studio.member()];
  const key = randomUUID();
  const [mine, theirs] = [await run.picture(one), await run.picture(other)];
  const enter = (member: TestMember, picture: EnteredPicture) =>
    run.enter(member, tshirt, picture).set('idempotency-key', key);
  const { body } = await enter(one, mine).expect(200);
  const second = await enter(other, theirs).expect(200);
  expect((second.body as { entryId: string }).entryId).not.toBe((body as { entryId: string }).entryId);
  await enter(one, await run.picture(one)).expect(({ status }) => expect([409, 422]).toContain(status));
});

test('accepts an entry in the last instant of the month, and neither entries nor withdrawals after it', async () => {
  const member = await run.studio.member();
  const [last, late] = [await run.picture(member, {}), await run.picture(member, {})];
  const { closesAt } = challengeWindow(thisMonth);
  vi.useFakeTimers({ toFake: ['Date'], now: closesAt.getTime() - 1 });
  const session = { ...member, bearer: await bearerOf(member) };
  const entryId = await run.entered(session, poster, last);
  vi.setSystemTime(closesAt);
  const { body } = await run.enter(session, poster, late).expect(409);
  expect(body).toMatchObject({ code: competitionProblems.notOpen.code });
  const gone = await run.call('delete', `${poster}/entries/${entryId}`, session).expect(409);
  expect(gone.body).toMatchObject({ code: competitionProblems.notOpen.code });
  const view = await viewOf(last);
  expect(view && isInOpenChallenge(view, new Date())).toBe(false);
});

/** Starts a session at the time that the test has set. */
async function bearerOf({ id }: TestMember): Promise<[string, string]> {
  const { token } = await server.foundation.sessions.open({ kind: 'member', id }, { days: 1, userAgent: '' });
  return ['authorization', `Bearer ${token}`];
}

test('refuses to sell an image of an entered generation by a quote from before the entry', async () => {
  const [owner, buyer] = [await run.studio.member(), await registerMember(server)];
  await topUpAs(server, buyer.id, 1_000);
  const picture = await run.pictureOf(await run.studio.published(owner, {}, { originalPx: 3840 }));
  const post = (path: string, body: object) =>
    supertest(server.http)
      .post(path)
      .set(...buyer.bearer)
      .send(body);
  const wanted = { generationId: picture.generationId, resolutionTier: '1K', commercial: false };
  const { body } = await post('/api/downloads/request', wanted).expect(200);
  const entryId = await run.entered(owner, poster, picture);
  const { token } = body as { token: string };
  const confirmed = await post('/api/downloads/confirm/credits', { token, format: 'png' }).expect(409);
  expect(confirmed.body).toMatchObject({ message: 'Sales Paused' });
  await post('/api/downloads/request', wanted).expect(409);
  await run.call('delete', `${poster}/entries/${entryId}`, owner).expect(200);
  await post('/api/downloads/confirm/credits', { token, format: 'png' }).expect(200);
});

test('refuses a theme or description that is too long, and joins lines', async () => {
  const put = (words: object) => run.admin('put', `/${tshirt}`, admin).send(words);
  const words = { theme: 'Tides', description: 'Whatever the sea leaves behind' };
  for (const [change, message] of [
    [{ theme: 'x'.repeat(81) }, 'Please enter at most 80 characters'],
    [{ description: 'x'.repeat(1_001) }, 'Please enter at most 1000 characters'],
    [{ theme: 5 }, 'Please enter a theme'],
  ] as const) {
    const { body } = await put({ ...words, ...change }).expect(400);
    expect((body as { errors: { message: string }[] }).errors.map((error) => error.message)).toEqual([message]);
  }
  await put({ ...words, description: 'x'.repeat(3_000_000) }).expect(413);
  // The line breaks are removed, so that it is refused only because the challenge has begun.
  await put({ ...words, theme: 'Tides\r\nBcc: all@example.org' }).expect(409);
});
