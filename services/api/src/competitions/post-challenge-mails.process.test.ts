import type { CompetitionFact, CompetitionFactData } from '@easel/contracts/competitions/events';
import { recordedFact, stepsBy } from '@easel/kernel/testing/steps';
import { expect, test } from 'vitest';
import { postChallengeMails } from './post-challenge-mails.process.ts';
import { postChallengeNews } from './post-challenge-news.process.ts';
import { PostChallengeNews } from './post-challenge-news.ts';

const competitionId = '7b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5e';
const ada = '1b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d51';
const bob = '1b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d52';
const entryOf = (memberId: string, number: number) => ({
  competitionId,
  memberId,
  entryId: `2b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5${number}`,
  generationId: `3b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5${number}`,
  variantId: `4b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5${number}`,
});
const recorded = (fact: CompetitionFact, at: string) =>
  recordedFact(fact, { stream: `competition-${competitionId}`, revision: 1, recordedAt: new Date(at) });

const opened: CompetitionFact = {
  type: 'CompetitionOpened',
  data: {
    competitionId,
    kind: 'tshirt',
    month: '2026-11',
    theme: 'Tides',
    description: 'The sea.',
    opensAt: '2026-11-01T00:00:00.000Z',
    closesAt: '2026-12-01T00:00:00.000Z',
    openedAt: '2026-11-01T00:00:00.000Z',
  },
};

test('mails that a challenge has opened, and three days before the close that it closes', () => {
  const steps = stepsBy(postChallengeNews, recorded(opened, '2026-11-01T00:00:01.000Z'));
  expect(steps.map(({ schedule }) => [schedule?.dueAt.toISOString(), schedule?.payload])).toEqual([
    ['2026-11-01T00:00:01.000Z', { competitionId, news: 'opened' }],
    ['2026-11-28T00:00:00.000Z', { competitionId, news: 'closing' }],
  ]);
  expect(postChallengeNews.command(steps[1]!.schedule!)).toEqual(
    new PostChallengeNews({ competitionId, news: 'closing' }),
  );
});

test('skips the reminder if a challenge opens in its last three days', () => {
  const steps = stepsBy(postChallengeNews, recorded(opened, '2026-11-28T00:00:00.000Z'));
  expect(steps.map(({ schedule }) => schedule?.payload.news)).toEqual(['opened']);
});

test('mails no news of a challenge that has closed', () => {
  const closed: CompetitionFact = {
    type: 'CompetitionClosed',
    data: { competitionId, kind: 'tshirt', month: '2026-11', tally: [], closedAt: '2026-12-01T00:00:00.000Z' },
  };
  expect(stepsBy(postChallengeNews, recorded(closed, '2026-12-01T00:00:00.000Z'))).toEqual([
    { cancel: `opened ${competitionId}` },
    { cancel: `closing ${competitionId}` },
  ]);
});

test('mails a member whose picture was entered or disqualified, once each', () => {
  const entry = { ...entryOf(ada, 1), wasPublic: false };
  const submitted: CompetitionFact = {
    type: 'EntrySubmitted',
    data: {
      ...entry,
      kind: 'tshirt',
      closesAt: '2026-12-01T00:00:00.000Z',
      widthPx: 4096,
      heightPx: 4096,
      thumbhash: '',
      submittedAt: '2026-11-02T00:00:00.000Z',
    },
  };
  const disqualified: CompetitionFact = {
    type: 'EntryDisqualified',
    data: { ...entry, reason: 'A brand', disqualifiedAt: '2026-11-03T00:00:00.000Z' },
  };
  const mails = [submitted, disqualified].map((fact) => {
    const [step] = stepsBy(postChallengeMails, recorded(fact, '2026-11-03T00:00:00.000Z'));
    return postChallengeMails.command(step!.schedule!);
  });
  expect(mails.map(({ asked }) => asked)).toEqual([
    { about: 'entered', competitionId, memberId: ada, entryId: entry.entryId },
    { about: 'disqualified', competitionId, memberId: ada, entryId: entry.entryId, reason: 'A brand' },
  ]);
  expect(mails[0]!.key).not.toBe(mails[1]!.key);
});

const awarded = (
  memberId: string,
  number: number,
  award: object,
): CompetitionFactData<'WinnersAnnounced'>['entries'][number] => ({
  ...entryOf(memberId, number),
  proceedsCents: 1000,
  buyers: 2,
  shareCents: 100,
  place: null,
  prizeCents: 0,
  prizeTenths: 0,
  ...award,
});

test('mails the results once to each member who gets something', () => {
  const cents = { proceedsCents: 5, shareCents: 0 };
  const announced: CompetitionFact = {
    type: 'WinnersAnnounced',
    data: {
      competitionId,
      kind: 'tshirt',
      month: '2026-11',
      totalCents: 2005,
      houseCents: 1304,
      entries: [
        awarded(ada, 1, { place: 1, prizeCents: 501, prizeTenths: 5000 }),
        awarded(ada, 2, {}),
        awarded(bob, 3, cents),
      ],
      proposedBy: ada,
      confirmedBy: bob,
      announcedAt: '2026-12-15T09:00:00.000Z',
    },
  };
  const steps = stepsBy(postChallengeMails, recorded(announced, '2026-12-15T09:00:00.000Z'));
  expect(steps.map(({ schedule }) => schedule?.payload)).toEqual([
    {
      about: 'results',
      competitionId,
      memberId: ada,
      day: '2026-12-15',
      results: [
        { place: 1, shareCents: 100, prizeCents: 501, prizeTenths: 5000 },
        { place: null, shareCents: 100, prizeCents: 0, prizeTenths: 0 },
      ],
    },
  ]);
});
