import { randomUUID } from 'node:crypto';
import { utcMonth } from '@easel/contracts/account/policy';
import { challengeWindow } from '@easel/contracts/competitions/policy';
import { ERASED } from '@easel/contracts/kernel/event';
import type { ChallengeNews } from '@easel/contracts/competitions/policy';
import type { TestServer } from '@easel/kernel/testing/server';
import { CommandBus } from '@nestjs/cqrs';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Mails } from '../mail/mails.ts';
import { MembersLookup } from '../members/members.lookup.ts';
import { startApi, type TestMember } from '../testing/api-server.ts';
import { mailsTo, tokenIn } from '../testing/mailbox.ts';
import { registerSubscriber } from '../testing/subscriber.ts';
import { noCompetition, type Competition } from './competition-state.decider.ts';
import { CHALLENGE_MAIL, CHALLENGE_NEWS, type ChallengeMailAsked, type NewsAsked } from './competitions.letters.ts';
import { Challenges } from './challenges.ts';
import { PostChallengeMail } from './post-challenge-mails.ts';
import { PostChallengeNews } from './post-challenge-news.ts';

let server: TestServer;
let challenge: Competition;
let competitionId: string;
beforeAll(async () => {
  server = await startApi();
});
afterAll(() => server.close());
beforeEach(() => {
  competitionId = randomUUID();
  const words = { theme: 'Tides', description: 'The sea in one colour.' };
  challenge = { ...noCompetition(), phase: 'open', month: utcMonth(new Date()), ...words };
  vi.spyOn(server.app.get(Challenges, { strict: false }), 'of').mockImplementation(async () => challenge);
});
afterEach(() => void vi.restoreAllMocks());

const OPENED = /^The T-Shirt Design Challenge of .* is open$/;
const subjectsTo = async ({ email }: TestMember): Promise<string[]> =>
  (await mailsTo(server, email)).map(({ subject }) => subject).filter((subject) => subject.includes('Challenge'));
const post = (news: ChallengeNews) =>
  server.app.get(CommandBus).execute(new PostChallengeNews({ competitionId, news }, 2));

/** Runs a mailing until it is done, as its timer would. */
async function postAll(news: ChallengeNews): Promise<void> {
  while (await post(news));
}

const letterOf = (kind: string, payload: NewsAsked | ChallengeMailAsked) =>
  server.app
    .get(Mails, { strict: false })
    .write({ id: randomUUID(), key: '', claim: '', tries: 0, kind, payload: { ...payload }, requestedAt: new Date() });

test('mails each member who opted in once that a challenge has opened', async () => {
  const wanting = await Promise.all(Array.from({ length: 5 }, () => registerSubscriber(server)));
  const others = [
    await registerSubscriber(server, { wantsNews: false }),
    await registerSubscriber(server, { verified: false }),
  ];
  await postAll('opened');
  await postAll('opened');
  for (const member of wanting) expect(await subjectsTo(member)).toEqual([expect.stringMatching(OPENED)]);
  for (const member of others) expect(await subjectsTo(member)).toEqual([]);
  const [mail] = await mailsTo(server, wanting[0]!.email);
  const token = tokenIn(mail);
  await supertest(server.http).post('/api/auth/marketing/unsubscribe').send({ token }).expect(200);
  const news: NewsAsked = { competitionId, memberId: wanting[0]!.id, news: 'opened' };
  expect(await letterOf(CHALLENGE_NEWS, news)).toBeUndefined();
});

test('resumes an interrupted mailing, and mails each member once', async () => {
  const wanting = await Promise.all(Array.from({ length: 4 }, () => registerSubscriber(server)));
  const mails = server.app.get(Mails, { strict: false });
  const add = mails.add.bind(mails);
  const failing = vi.spyOn(mails, 'add').mockImplementation(async (client, kind, payload) => {
    await add(client, kind, payload);
    if (kind === CHALLENGE_NEWS && 'memberId' in payload && payload.memberId === wanting[2]!.id) {
      throw new Error('the connection is gone');
    }
  });
  await expect(postAll('opened')).rejects.toThrow('the connection is gone');
  failing.mockRestore();
  await postAll('opened');
  for (const member of wanting) expect(await subjectsTo(member)).toHaveLength(1);
});

test('mails each member once when two processes post the same batch', async () => {
  const wanting = await Promise.all(Array.from({ length: 3 }, () => registerSubscriber(server)));
  while ((await Promise.all([post('opened'), post('opened'), post('opened')])).some((again) => again));
  for (const member of wanting) expect(await subjectsTo(member)).toHaveLength(1);
});

test('reminds only members without an entry, also if they enter before the mail is written', async () => {
  const [entered, late, other] = await Promise.all(Array.from({ length: 3 }, () => registerSubscriber(server)));
  challenge.counts[entered!.id] = 1;
  await postAll('closing');
  expect(await subjectsTo(entered!)).toEqual([]);
  expect(await subjectsTo(other!)).toEqual(['T-Shirt Design Challenge: 3 days left to enter']);
  const news: NewsAsked = { competitionId, memberId: late!.id, news: 'closing' };
  expect(await letterOf(CHALLENGE_NEWS, news)).toBeDefined();
  challenge.counts[late!.id] = 1;
  expect(await letterOf(CHALLENGE_NEWS, news)).toBeUndefined();
});

test('sends no news of a challenge that is over', async () => {
  const member = await registerSubscriber(server);
  const news: NewsAsked = { competitionId, memberId: member.id, news: 'opened' };
  challenge.phase = 'closed';
  expect(await post('opened')).toBeUndefined();
  expect(await letterOf(CHALLENGE_NEWS, news)).toBeUndefined();
  // The month is over, and the close has not been recorded yet.
  challenge = { ...challenge, phase: 'open', month: '2020-01' };
  expect(challengeWindow(challenge.month).closesAt < new Date()).toBe(true);
  expect(await letterOf(CHALLENGE_NEWS, news)).toBeUndefined();
});

test('mails a member about an entry once, also without consent to news', async () => {
  const member = await registerSubscriber(server, { wantsNews: false });
  const entryId = randomUUID();
  const entry = { memberId: member.id, generationId: randomUUID(), variantId: randomUUID(), wasPublic: false };
  challenge.entries[entryId] = { ...entry, submittedAt: new Date().toISOString(), isDisqualified: false };
  const asked: ChallengeMailAsked = { about: 'entered', competitionId, memberId: member.id, entryId };
  const key = randomUUID();
  const bus = server.app.get(CommandBus);
  await Promise.all(Array.from({ length: 4 }, () => bus.execute(new PostChallengeMail(key, asked))));
  await vi.waitFor(async () =>
    expect(await subjectsTo(member)).toEqual(['Your picture is entered in the T-Shirt Design Challenge']),
  );
  delete challenge.entries[entryId];
  expect(await letterOf(CHALLENGE_MAIL, asked)).toBeUndefined();
});

test('mails why an entry was disqualified, and the results of entries', async () => {
  const member = await registerSubscriber(server, { wantsNews: false, verified: false });
  const disqualified = await letterOf(CHALLENGE_MAIL, {
    about: 'disqualified',
    competitionId,
    memberId: member.id,
    entryId: randomUUID(),
    reason: 'A brand',
  });
  expect(disqualified).toMatchObject({ to: member.email, paragraphs: expect.arrayContaining(['The reason: A brand']) });
  // Its picture is gone.
  expect(disqualified?.paragraphs[1]).toMatch(/^your entry was disqualified/);
  const results: ChallengeMailAsked = {
    about: 'results',
    competitionId,
    memberId: member.id,
    day: '2026-12-15',
    results: [{ place: 1, shareCents: 600, prizeCents: 2250, prizeTenths: 5000 }],
  };
  const letter = await letterOf(CHALLENGE_MAIL, results);
  expect(letter?.subject).toBe('You won 1st place in the T-Shirt Design Challenge');
  expect(letter?.paragraphs.at(-1)).toContain('paid out from 2026-12-29 (UTC)');
  vi.spyOn(server.app.get(MembersLookup, { strict: false }), 'emailOf').mockResolvedValue(ERASED);
  expect(await letterOf(CHALLENGE_MAIL, results)).toBeUndefined();
});
