import { competitionProblems } from '@easel/contracts/competitions/policy';
import { given } from '@easel/kernel/testing/given';
import { expect, test } from 'vitest';
import type { FoundGeneration } from '../generation/generation.lookup.ts';
import { requestedFact } from '../testing/generation-facts.ts';
import { competition } from './competition.decider.ts';
import { entryRefusals, type Candidate } from './entry-rules.ts';
import {
  ada,
  closesAt,
  disqualified,
  entryIds,
  inWindow,
  opened,
  prepared,
  submitted,
} from './testing/competition-facts.ts';

const state = given(competition, prepared, opened).state();

function candidate(width: number, height: number, change: Partial<FoundGeneration> = {}): Candidate {
  const { trial: _trial, ...data } = requestedFact({ memberId: ada }).data;
  const file = { blob: 'ab'.repeat(32), bytes: 9, width, height };
  const image = { variantId: 'v', format: 'png', thumbhash: 'AAAA', seed: 7, provider: 'procedural' } as const;
  return {
    view: {
      ...data,
      purged: false,
      id: data.generationId,
      status: 'completed',
      failure: null,
      deletedAt: null,
      isPublic: false,
      categories: [],
      variants: [],
      // Nothing here reads it.
      reply: {} as FoundGeneration['reply'],
      ...change,
    },
    image: { ...image, original: file, preview: file, thumbnail: file },
    isTshirtDesign: false,
  };
}

const refusals = (one: Candidate, at = inWindow) => entryRefusals(state, one, at).map(({ code }) => code);

test.each([
  [3840, 2304],
  [3840, 2880],
  [2880, 3840],
  [3840, 2160],
  [3840, 3840],
  [3840, 2320],
])('takes a poster of %i by %i pixels', (width, height) => {
  expect(refusals(candidate(width, height))).toEqual([]);
});

test.each([
  [3838, 2304, competitionProblems.tooSmall],
  [3840, 2560, competitionProblems.wrongRatio],
  [2304, 3840, competitionProblems.wrongRatio],
  [3840, 2400, competitionProblems.wrongRatio],
])('refuses a poster of %i by %i pixels', (width, height, { code }) => {
  expect(refusals(candidate(width, height))).toEqual([code]);
});

test('refuses pictures of a trial, and pictures that were not generated here', () => {
  const trial = { visitorId: ada, adopted: true };
  expect(refusals(candidate(3840, 3840, { trial }))).toEqual([competitionProblems.notMadeHere.code]);
  expect(refusals(candidate(3840, 3840, { prompt: ' ' }))).toEqual([competitionProblems.notMadeHere.code]);
});

test('returns every reason, those of the challenge first', () => {
  expect(refusals(candidate(1024, 512, { prompt: '' }), closesAt)).toEqual([
    competitionProblems.notOpen.code,
    competitionProblems.notMadeHere.code,
    competitionProblems.tooSmall.code,
    competitionProblems.wrongRatio.code,
  ]);
});

test('says of a picture that it is entered already, and of a disqualified one that it was disqualified', () => {
  const entered = given(competition, prepared, opened, submitted(3), submitted(4), disqualified(4)).state();
  const codes = (n: number) =>
    entryRefusals(entered, candidate(3840, 3840, { id: entryIds(n).generationId }), inWindow).map(({ code }) => code);
  expect(codes(3)).toEqual([competitionProblems.enteredAlready.code]);
  expect(codes(4)).toEqual([competitionProblems.disqualified.code]);
});
