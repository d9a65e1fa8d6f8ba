import { expect, test } from 'vitest';
import { RecentEvents } from './live-recent.ts';

const event = (position: bigint, memberId: string) => ({
  position,
  memberId,
  frame: Buffer.from(`${memberId}${position}`),
});
const texts = (frames: Buffer[] | undefined) => frames?.map(String);

test('a member is told its own events after a position, in order', () => {
  const recent = new RecentEvents(10n, 1_000);
  for (const [position, member] of [
    [11n, 'a'],
    [12n, 'b'],
    [15n, 'a'],
  ] as const)
    recent.push(event(position, member));
  expect(texts(recent.since(10n, 'a'))).toEqual(['a11', 'a15']);
  expect(texts(recent.since(11n, 'a'))).toEqual(['a15']);
  expect(texts(recent.since(99n, 'a'))).toEqual([]);
});

test('before what is kept nothing is told, rather than a part', () => {
  const recent = new RecentEvents(10n, 30);
  expect(recent.since(9n, 'a')).toBeUndefined();
  for (let position = 11n; position <= 30n; position++) recent.push(event(position, 'a'));
  expect(recent.since(11n, 'a')).toBeUndefined();
  const kept = Array.from({ length: 20 }, (_, n) => BigInt(30 - n)).filter((p) => recent.since(p, 'a'));
  expect(kept.length).toBeGreaterThan(3);
  expect(texts(recent.since(28n, 'a'))).toEqual(['a29', 'a30']);
});
