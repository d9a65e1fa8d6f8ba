import type { TrialFact } from '@easel/contracts/trials/events';
import { trialProblems } from '@easel/contracts/trials/http';
import { TRIALS_A_DAY, TRIALS_A_NETWORK, TRIALS_A_VISITOR } from '@easel/contracts/trials/policy';
import { given } from '@easel/kernel/testing/given';
import { test } from 'vitest';
import { trials, type TrialsCommand } from './trials.decider.ts';

const day = '2026-11-20';
const at = new Date('2026-11-20T10:00:00.000Z');
const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const ada = idOf(900_001);
const home = '0123456789abcdef';
const networkOf = (n: number): string => n.toString(16).padStart(16, '0');

const claim = (n: number, over: Partial<TrialsCommand> = {}): TrialsCommand => ({
  type: 'ClaimTrial',
  day,
  visitorId: ada,
  generationId: idOf(n),
  network: home,
  ended: [],
  failed: [],
  waiting: false,
  at,
  ...over,
});
const claimed = (n: number, visitorId = ada, network = home): TrialFact => ({
  type: 'TrialClaimed',
  data: { day, visitorId, generationId: idOf(n), network, claimedAt: at.toISOString() },
});
const made = (count: number): TrialFact[] => Array.from({ length: count }, (_, n) => claimed(n));
const ids = (count: number): string[] => Array.from({ length: count }, (_, n) => idOf(n));

test('a visitor claims a picture, and a repeat is the same claim', () => {
  given(trials).when(claim(0)).then(claimed(0));
  given(trials, claimed(0)).when(claim(0)).thenNothing();
});

test('a visitor has one at a time', () => {
  given(trials, claimed(0)).when(claim(1)).thenRefuses(trialProblems.inFlight);
  given(trials, claimed(0))
    .when(claim(1, { ended: [idOf(0)] }))
    .then(claimed(1));
  given(trials)
    .when(claim(1, { waiting: true }))
    .thenRefuses(trialProblems.inFlight);
  given(trials, claimed(0))
    .when(claim(1, { visitorId: idOf(900_002) }))
    .then(claimed(1, idOf(900_002)));
});

test('a visitor has a few a day; what came to nothing is not counted', () => {
  const ended = ids(TRIALS_A_VISITOR);
  const all = given(trials, ...made(TRIALS_A_VISITOR));
  all.when(claim(50, { ended })).thenRefuses(trialProblems.visitorSpent);
  all.when(claim(50, { ended, failed: [idOf(1)] })).then(claimed(50));
  given(trials, ...made(TRIALS_A_VISITOR - 1))
    .when(claim(50, { ended }))
    .then(claimed(50));
});

test('who forgets the cookie is counted by the network', () => {
  const others = Array.from({ length: TRIALS_A_NETWORK }, (_, n) => claimed(n, idOf(800_000 + n)));
  given(trials, ...others)
    .when(claim(50))
    .thenRefuses(trialProblems.networkSpent);
  given(trials, ...others)
    .when(claim(50, { network: networkOf(7) }))
    .then(claimed(50, ada, networkOf(7)));
});

test('the house gives so many a day, and no more', () => {
  const crowd = Array.from({ length: TRIALS_A_DAY }, (_, n) => claimed(n, idOf(700_000 + n), networkOf(n)));
  given(trials, ...crowd)
    .when(claim(5_000))
    .thenRefuses(trialProblems.budgetSpent);
  given(trials, ...crowd.slice(1))
    .when(claim(5_000))
    .then(claimed(5_000));
});
