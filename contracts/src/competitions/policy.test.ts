import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deadlineText } from './deadline.ts';
import { challengeKinds } from './kinds.ts';
import { challenges } from './names.ts';
import { awardsOf, challengeOfCategory, challengeWindow, ENTRY_SHARE_PERCENT, monthAfter, prizes } from './policy.ts';

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

test('the category of a challenge names its kind', () => {
  for (const kind of challengeKinds) expect(challengeOfCategory(challenges[kind].category)).toBe(kind);
});

const standing = (
  entryId: string,
  proceedsCents: number,
  buyers: number,
  submittedAt = '2026-11-02T00:00:00.000Z',
) => ({
  entryId,
  proceedsCents,
  buyers,
  submittedAt,
});

test('gives every entry a tenth of its proceeds, and the three best a share of the total', () => {
  const { totalCents, houseCents, entries } = awardsOf([
    standing('third', 2_000, 2),
    standing('first', 10_000, 3),
    standing('none', 0, 0),
    standing('second', 4_000, 2),
    standing('fourth', 1_000, 2),
  ]);
  expect(totalCents).toBe(17_000);
  expect(
    entries.map(({ entryId, shareCents, place, prizeCents, prizeTenths }) => [
      entryId,
      shareCents,
      place,
      prizeCents,
      prizeTenths,
    ]),
  ).toEqual([
    ['first', 1_000, 1, 4_250, 5_000],
    ['second', 400, 2, 3_400, 3_000],
    ['third', 200, 3, 2_550, 2_000],
    ['fourth', 100, null, 0, 0],
  ]);
  expect(houseCents).toBe(17_000 - 1_700 - 10_200);
});

test('gives places only to entries with several buyers, and puts the earlier of equal entries first', () => {
  const { entries } = awardsOf([
    standing('one buyer', 9_000, 1),
    standing('later', 2_000, 2, '2026-11-03T00:00:00.000Z'),
    standing('earlier', 2_000, 2),
  ]);
  expect(entries.map(({ entryId, place }) => [entryId, place])).toEqual([
    ['one buyer', null],
    ['earlier', 1],
    ['later', 2],
  ]);
});

test('places equal entries of one instant the same way, in whichever order they are given', () => {
  const equal = ['c', 'a', 'b'].map((entryId) => standing(entryId, 2_000, 2));
  for (const given of [equal, equal.toReversed()]) {
    expect(awardsOf(given).entries.map(({ entryId, place }) => [entryId, place])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
  }
});

test('has no winners where nothing was sold', () => {
  expect(awardsOf([standing('one', 0, 0), standing('other', 0, 0)])).toEqual({
    totalCents: 0,
    houseCents: 0,
    entries: [],
  });
});

test('distributes no more than the proceeds', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(100_000), fc.nat(4))), (sold) => {
      const { totalCents, houseCents, entries } = awardsOf(
        sold.map(([cents, buyers], i) => standing(`${i}`, cents, buyers)),
      );
      const paidCents = entries.reduce((sum, { shareCents, prizeCents }) => sum + shareCents + prizeCents, 0);
      expect(paidCents + houseCents).toBe(totalCents);
      expect(houseCents).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('opens and closes a challenge with the calendar month in UTC', () => {
  expect(challengeWindow('2026-12')).toEqual({
    opensAt: new Date('2026-12-01T00:00:00.000Z'),
    closesAt: new Date('2027-01-01T00:00:00.000Z'),
  });
  expect(monthAfter('2026-12')).toBe('2027-01');
});
test('pays out less than the proceeds', () => {
  expect(prizes.reduce((sum, { percent }) => sum + percent, ENTRY_SHARE_PERCENT)).toBeLessThan(100);
});

describe('the text of the deadline', () => {
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
