import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { formatPositions, mergePositions, parsePositions, positionBook } from './positions.ts';

const positions = fc
  .array(fc.tuple(fc.stringMatching(/^[a-z-]{1,12}$/), fc.bigInt({ min: 0n, max: 2n ** 63n })), { maxLength: 6 })
  .map((pairs) => new Map(pairs));

let kept: string | null = null;
const knownPositions = positionBook({ get: () => kept, set: (text) => void (kept = text) });
beforeEach(() => void (kept = null));

test('a header reads as the positions it was written from', () => {
  fc.assert(
    fc.property(positions, (some) => {
      expect(parsePositions(formatPositions(some))).toEqual(some);
    }),
  );
});

test('positions merge by maximum, whichever comes first', () => {
  fc.assert(
    fc.property(positions, positions, (a, b) => {
      const merged = mergePositions(a, b);
      expect(new Map(mergePositions(b, a))).toEqual(new Map(merged));
      for (const [category, position] of merged) {
        expect([a.get(category), b.get(category)]).toContain(position);
        expect(position >= (a.get(category) ?? 0n) && position >= (b.get(category) ?? 0n)).toBe(true);
      }
    }),
  );
});

test('what is no position is passed over, of a category told twice the later counts', () => {
  expect(parsePositions('account=5, generation=x,=7,account=4,,bad')).toEqual(new Map([['account', 5n]]));
  expect(parsePositions(null).size).toBe(0);
});

test('positions beyond what a number can hold stay exact', () => {
  knownPositions.note('generation=9007199254740993');
  knownPositions.note('generation=9007199254740992,account=3');
  expect(knownPositions.header()).toBe('generation=9007199254740993,account=3');
});

test('a reply that tells none changes nothing', () => {
  knownPositions.note('account=3');
  knownPositions.note(null);
  expect(knownPositions.header()).toBe('account=3');
});
