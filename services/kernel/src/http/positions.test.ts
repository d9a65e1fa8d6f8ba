import { expect, test } from 'vitest';
import { formatPositions, gatherPositions, mergePositions, notePosition, parsePositions } from './positions.ts';

test('positions travel as text and keep the latest of each category', () => {
  const positions = parsePositions('account=12,generation=40,account=7');
  expect(positions).toEqual(
    new Map([
      ['account', 12n],
      ['generation', 40n],
    ]),
  );
  expect(formatPositions(positions ?? new Map())).toBe('account=12,generation=40');
  expect(parsePositions('')).toEqual(new Map());
});

test.each(['account', 'account=-1', 'account=1;x=2', 'ACCOUNT=1', `a=${'9'.repeat(30)}`])(
  '%s is no position',
  (text) => {
    expect(parsePositions(text)).toBeUndefined();
  },
);

test('merging takes the later of each', () => {
  const merged = mergePositions(
    new Map([
      ['a', 1n],
      ['b', 5n],
    ]),
    new Map([
      ['a', 3n],
      ['b', 2n],
    ]),
  );
  expect(merged).toEqual(
    new Map([
      ['a', 3n],
      ['b', 5n],
    ]),
  );
});

test('what is appended while work runs is gathered, across awaits', async () => {
  const positions = new Map<string, bigint>();
  await gatherPositions(positions, async () => {
    await Promise.resolve();
    notePosition('account-1', 4n);
    notePosition('account-2', 3n);
  });
  notePosition('account-3', 9n);
  expect(positions).toEqual(new Map([['account', 4n]]));
});
