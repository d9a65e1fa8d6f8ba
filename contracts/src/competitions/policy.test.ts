import { describe, expect, test } from 'vitest';
import { isChallengeEntry } from '../purchases/policy.ts';
import {
  challengeKinds,
  challengeOfCategory,
  challenges,
  deadlineText,
  ENTRY_SHARE_PERCENT,
  prizes,
} from './policy.ts';

test.each([
  ['tshirt-competition', 'tshirt'],
  ['T-Shirt Design Challenge', 'tshirt'],
  ['poster-competition', 'poster'],
  ['Posters', 'poster'],
  ['landscapes', undefined],
  ['', undefined],
])('the category %j speaks of %s', (category, kind) => {
  expect(challengeOfCategory(category)).toBe(kind);
});

test('an entry of either challenge is one whose sales pause', () => {
  for (const kind of challengeKinds) {
    expect(isChallengeEntry([challenges[kind].category])).toBe(true);
    expect(challengeOfCategory(challenges[kind].category)).toBe(kind);
  }
});

test('less is paid out than comes in', () => {
  expect(prizes.reduce((sum, { percent }) => sum + percent, ENTRY_SHARE_PERCENT)).toBeLessThan(100);
});

describe('how long there is to enter', () => {
  const now = new Date('2026-11-25T12:00:00Z');
  test.each([
    [null, 'Deadline to be announced'],
    ['2026-11-25T11:59:59Z', 'This competition has ended'],
    ['2026-11-25T12:00:00Z', 'Deadline is today!'],
    ['2026-11-26T11:59:59Z', 'Deadline is today!'],
    ['2026-11-26T12:00:00Z', 'Only 1 day remaining!'],
    ['2026-12-02T12:00:00Z', 'Only 7 days remaining!'],
    ['2026-12-03T12:00:00Z', '8 days remaining'],
  ])('until %s: %s', (deadline, text) => {
    expect(deadlineText(deadline === null ? null : new Date(deadline), now)).toBe(text);
  });
});
