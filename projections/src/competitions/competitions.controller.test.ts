import { randomUUID } from 'node:crypto';
import { competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import { utcMonth } from '@easel/contracts/account/policy';
import { competitionsHttp } from '@easel/contracts/competitions/http';
import { challengeWindow, monthAfter } from '@easel/contracts/competitions/policy';
import type { Recorded } from '@easel/contracts/kernel/event';
import { Refused } from '@easel/contracts/kernel/problem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CompetitionStory, type StoryEntry } from '../testing/competitions.ts';
import { GenerationStory } from '../testing/generations.ts';
import { operator } from '../testing/operators.ts';
import { orderedProduct, OrderStory } from '../testing/orders.ts';
import { PersonStory } from '../testing/people.ts';
import { type QueryServer, startQueries, type TestCaller } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';
import { placeIn } from './competitions.queries.ts';

let queries: QueryServer;
let maker: TestCaller;
const recorder = new Recorder();
/** Opens the challenge of the current month. */
const month = utcMonth(new Date());
const monthBefore = utcMonth(new Date(challengeWindow(month).opensAt.getTime() - 1));
const posters = () => new CompetitionStory(recorder, 'poster', month);

beforeAll(async () => {
  queries = await startQueries();
});
afterAll(() => queries.close());
beforeEach(async () => {
  maker = await queries.member();
});

/** Enters public pictures of a member, a minute apart. */
function entered(challenge: CompetitionStory, memberId: string, count: number, hour = 10) {
  const made = Array.from({ length: count }, (_, minute) => {
    const story = new GenerationStory(recorder, memberId);
    const variantId = randomUUID();
    const entry = challenge.entryOf(story, variantId);
    const submittedAt = `${challenge.month}-20T${hour}:0${minute}:00.000Z`;
    const facts = [...story.whole({}, variantId), story.madePublic(), challenge.entered(entry, submittedAt)];
    return { story, entry, facts };
  });
  return {
    stories: made.map(({ story }) => story),
    entries: made.map(({ entry }) => entry),
    facts: made.flatMap(({ facts }) => facts),
  };
}

function sold({ generationId, variantId, memberId: makerId }: StoryEntry, cents: number): Recorded[] {
  const order = new OrderStory(recorder);
  const item = orderedProduct({ generationId, variantId, makerId, cents });
  return [order.placed({ items: [item] }), order.paid(cents, { paidAt: `${month}-21T10:00:00.000Z` })];
}

async function wall({ competitionId }: CompetitionStory, query = '', caller: Pick<TestCaller, 'get'> = queries.nobody) {
  const { body } = await caller.get(`/api/competitions/${competitionId}/entries${query}`).expect(200);
  return competitionsHttp.entries.reply.parse(body);
}

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);
const entryIds = (...entries: readonly (StoryEntry | undefined)[]) => entries.map((entry) => entry?.entryId);

test('sorts entries by age, likes and proceeds, in pages, with the picture as the public gallery shows it', async () => {
  const challenge = posters();
  const { entries, stories, facts } = entered(challenge, maker.id, 3);
  const [one, two, three] = entries as [StoryEntry, StoryEntry, StoryEntry];
  await queries.append(...challenge.begun(), ...facts, ...sold(one, 1900), ...sold(two, 2900));
  const { items, total, nextCursor } = await wall(challenge, '?limit=2');
  expect([idsOf(items), total]).toEqual([entryIds(three, two), 3]);
  const rest = await wall(challenge, `?limit=2&cursor=${encodeURIComponent(nextCursor ?? '')}`);
  expect([idsOf(rest.items), rest.nextCursor]).toEqual([entryIds(one), null]);
  const best = await wall(challenge, '?sort=proceeds&limit=1');
  expect(best.items).toMatchObject([{ id: two.entryId, proceeds: 29, buyers: 1, rank: 1, place: null }]);
  const second = await wall(challenge, `?sort=proceeds&limit=2&cursor=${encodeURIComponent(best.nextCursor ?? '')}`);
  expect(idsOf(second.items)).toEqual(entryIds(one, three));
  expect(idsOf((await wall(challenge, '?sort=likes')).items)).toEqual(entryIds(one, two, three));
  const { body } = await queries.nobody.get(`/api/gallery/public/${stories[0]?.generationId}`).expect(200);
  expect(rest.items[0]?.generation).toEqual((body as { generation: unknown }).generation);
});

test('leaves out entries that are withdrawn, disqualified, private or by a blocked member', async () => {
  const challenge = posters();
  const { entries, stories, facts } = entered(challenge, maker.id, 4);
  const [one, two, three, four] = entries as [StoryEntry, StoryEntry, StoryEntry, StoryEntry];
  const viewer = await queries.member();
  await queries.append(
    ...challenge.begun(),
    ...facts,
    ...entries.flatMap((entry) => sold(entry, 1000)),
    challenge.withdrawn(one),
    challenge.disqualified(two),
    stories[2]?.madePrivate() ?? challenge.withdrawn(three),
  );
  const leaderboard = async (caller: Pick<TestCaller, 'get'>) => {
    const { body } = await caller.get(`/api/competitions/${challenge.competitionId}/leaderboard`).expect(200);
    return competitionsHttp.leaderboard.reply.parse(body);
  };
  expect(idsOf((await wall(challenge)).items)).toEqual(entryIds(four));
  expect(await leaderboard(queries.nobody)).toMatchObject({
    items: [{ id: four.entryId, rank: 1 }],
    proceeds: 10,
    provisional: true,
  });
  await queries.append(new PersonStory(recorder, viewer.id).blocked(new PersonStory(recorder, maker.id)));
  expect((await wall(challenge, '', viewer)).items).toEqual([]);
  expect((await leaderboard(viewer)).items).toEqual([]);
});

test('shows the reason of a disqualification to the entrant alone', async () => {
  const challenge = posters();
  const { entries, facts } = entered(challenge, maker.id, 2);
  const [one, two] = entries as [StoryEntry, StoryEntry];
  await queries.append(...challenge.begun(), ...facts, challenge.disqualified(one));
  const own = await wall(challenge, '?of=mine', maker);
  expect(idsOf(own.items)).toEqual(entryIds(two));
  expect(own.disqualified).toEqual([{ id: one.entryId, submitted_at: expect.any(String), reason: expect.any(String) }]);
  expect(own.disqualified[0]?.reason).not.toBe('');
  const other = await queries.member();
  for (const reply of [
    await wall(challenge),
    await wall(challenge, '', maker),
    await wall(challenge, '?of=mine', other),
  ])
    expect(reply.disqualified).toEqual([]);
});

test('filters the wall by own entries and by followed members, and returns nothing to a visitor', async () => {
  const challenge = posters();
  const [viewer, other] = [await queries.member(), await queries.member()];
  const [own, followed, strange] = [
    entered(challenge, viewer.id, 1),
    entered(challenge, maker.id, 1, 11),
    entered(challenge, other.id, 1, 12),
  ];
  const author = new PersonStory(recorder, maker.id);
  await queries.append(
    ...challenge.begun(),
    ...[own, followed, strange].flatMap(({ facts }) => facts),
    author.shownAs('Maker of tides'),
    new PersonStory(recorder, viewer.id).followed(author),
  );
  const mine = await wall(challenge, '?of=mine', viewer);
  expect([idsOf(mine.items), mine.total]).toEqual([entryIds(own.entries[0]), 1]);
  expect(idsOf((await wall(challenge, '?of=following', viewer)).items)).toEqual(entryIds(followed.entries[0]));
  expect((await wall(challenge, '?of=mine')).items).toEqual([]);
});

test('returns the open challenge, the next one, and past ones with their winners', async () => {
  const kind = 'tshirt';
  const [past, open, next] = [monthBefore, month, monthAfter(month)].map(
    (one) => new CompetitionStory(recorder, kind, one),
  ) as [CompetitionStory, CompetitionStory, CompetitionStory];
  const { entries, facts } = entered(past, maker.id, 2);
  const [winner] = entries as [StoryEntry];
  const award = { proceedsCents: 900, buyers: 2, shareCents: 90, place: 1, prizeCents: 225, prizeTenths: 5000 };
  await queries.append(
    ...past.begun(),
    ...facts,
    past.closed({ entryId: winner.entryId, memberId: winner.memberId, proceedsCents: 900, buyers: 2 }),
    past.announced({ totalCents: 900, houseCents: 585, entries: [{ ...winner, ...award }] }),
    ...open.begun(),
    next.prepared('Frost'),
  );
  const { body } = await queries.nobody.get(`/api/competitions/kinds/${kind}`).expect(200);
  const found = competitionsHttp.challenge.reply.parse(body);
  expect(found).toMatchObject({
    open: {
      id: open.competitionId,
      state: 'open',
      name: 'T-Shirt Design Challenge',
      closes_at: challengeWindow(month).closesAt.toISOString(),
    },
    next: { id: next.competitionId, state: 'prepared', theme: 'Frost' },
    past: [
      {
        id: past.competitionId,
        state: 'announced',
        winners: [{ id: winner.entryId, place: 1, proceeds: 9, prize: 2.25 }],
      },
    ],
  });
  const active = await queries.nobody.get('/api/competitions/active').expect(200);
  expect(competitionsHttp.active.reply.parse(active.body).competitions).toContainEqual({
    id: open.competitionId,
    type: kind,
    name: 'T-Shirt Design Challenge',
    description: 'Whatever the sea leaves behind.',
    theme: 'Tides',
    deadline: challengeWindow(month).closesAt.toISOString(),
  });
  await queries.nobody.get(`/api/competitions/${next.competitionId}/entries`).expect(404);
  await queries.nobody.get(`/api/competitions/${randomUUID()}/leaderboard`).expect(404);
});

test('shows a challenge as closed after its window, also if the close is late', async () => {
  const challenge = new CompetitionStory(recorder, 'poster', '2025-01');
  await queries.append(...challenge.begun());
  const { body } = await maker.get('/api/competitions/kinds/poster').expect(200);
  const { past, open } = competitionsHttp.challenge.reply.parse(body);
  expect(past.find(({ id }) => id === challenge.competitionId)?.state).toBe('closed');
  expect(open?.id).not.toBe(challenge.competitionId);
});

test('lists challenges and entries only for operators, with shares and reasons', async () => {
  const challenge = new CompetitionStory(recorder, 'poster', '2026-09');
  const { entries, facts } = entered(challenge, maker.id, 2);
  const [one, two] = entries as [StoryEntry, StoryEntry];
  const operatorId = randomUUID();
  await queries.append(
    ...challenge.begun(),
    ...facts,
    challenge.disqualified(two, 'Copied'),
    challenge.closed({ entryId: one.entryId, memberId: one.memberId, proceedsCents: 1000, buyers: 1 }),
    challenge.proposed(operatorId),
  );
  const { authorization } = await operator(queries, 'auditor');
  const asAuditor = (path: string) => maker.get(path).set('authorization', authorization);
  const { body, headers } = await asAuditor(
    `/api/admin/competitions?filter=${encodeURIComponent('{"month":"2026-09"}')}`,
  ).expect(200);
  expect(competitionsConsoleHttp.list.reply.parse(body)).toMatchObject([
    {
      id: challenge.competitionId,
      state: 'closed',
      entries: 1,
      proceeds: 10,
      shared: null,
      proposed: { operator_id: operatorId },
    },
  ]);
  expect(headers['content-range']).toBe('competitions 0-0/1');
  const filter = encodeURIComponent(JSON.stringify({ competition: challenge.competitionId }));
  const listed = await asAuditor(`/api/admin/entries?filter=${filter}`).expect(200);
  expect(competitionsConsoleHttp.entries.reply.parse(listed.body)).toMatchObject([
    { id: one.entryId, status: 'entered', proceeds: 10, buyers: 1 },
    { id: two.entryId, status: 'disqualified', reason: 'Copied', proceeds: 0 },
  ]);
  const record = await asAuditor(`/api/admin/competitions/${challenge.competitionId}`).expect(200);
  expect(competitionsConsoleHttp.one.reply.parse(record.body).id).toBe(challenge.competitionId);
  await asAuditor(`/api/admin/competitions/${randomUUID()}`).expect(404);
  await asAuditor('/api/admin/entries').expect(400);
  await maker.get('/api/admin/competitions').expect(403);
});

test.each([
  '',
  'x',
  '0_2026-02-31T00:00:00.000Z_00000000-0000-4000-8000-000000000000',
  '99999999999_2026-02-01T00:00:00.000Z_1',
])('refuses %j as a cursor', (cursor) => {
  expect(() => placeIn(cursor)).toThrow(Refused);
});
