import { expect, test } from 'vitest';
import type { LogEntry } from './event.ts';
import { RecentEvents } from './recent.ts';

const ENTRY_BYTES = 1_000;
const everything = { rows: 1_000, bytes: Infinity };

/** Events 1 to `count` over three streams in turn; room for about `room` entries. */
function recentEvents(count: number, room: number): RecentEvents {
  const recent = new RecentEvents(room * (ENTRY_BYTES + 300));
  for (let number = 1; number <= count; number += 1) recent.push(entry(number));
  return recent;
}

/** Where the event of that number stands: the steps between positions differ. */
const at = (number: number) => number * 100 + (number % 7);

function entry(number: number): LogEntry {
  const stream = `s${(number - 1) % 3}`;
  const revision = Math.floor((number - 1) / 3);
  const position = at(number);
  return { position, stream, revision, type: 't', createdMs: 0, link: undefined, bytes: Buffer.alloc(ENTRY_BYTES) };
}

const numbers = (entries: readonly LogEntry[] | null) => entries?.map((one) => Math.floor(one.position / 100));

test('holds the newest and says when the database must be asked', () => {
  const recent = recentEvents(100, 10);
  expect(numbers(recent.allForwards(at(91), at(100), everything))).toEqual([91, 92, 93, 94, 95, 96, 97, 98, 99, 100]);
  expect(recent.allForwards(at(90), at(100), everything)).toBeNull();
  expect(recent.allForwards(at(100) + 1, at(100), everything)).toEqual([]);
  expect(numbers(recent.allBackwards(at(93), everything))).toEqual([93, 92, 91]);
  expect(recent.allBackwards(at(90), everything)).toBeNull();
  expect(recent.allBackwards(0, everything)).toEqual([]);
});

test('finds its way between positions', () => {
  const recent = recentEvents(100, 10);
  // Right behind the last event that was forgotten, and anywhere before the first that is held.
  for (const from of [at(90) + 1, at(91) - 1]) {
    expect(numbers(recent.allForwards(from, at(100), { rows: 1, bytes: 1 }))).toEqual([91]);
    expect(recent.allBackwards(from, everything)).toBeNull();
  }
  for (let number = 91; number < 100; number += 1) {
    for (const from of [at(number) + 1, at(number + 1) - 1]) {
      expect(numbers(recent.allForwards(from, at(100), { rows: 1, bytes: 1 }))).toEqual([number + 1]);
      expect(numbers(recent.allBackwards(from, { rows: 1, bytes: 1 }))).toEqual([number]);
    }
  }
  expect(numbers(recent.allBackwards(Number.MAX_SAFE_INTEGER, { rows: 1, bytes: 1 }))).toEqual([100]);
});

test('holds what comes behind the head that it was cleared at, before anything has come', () => {
  const recent = recentEvents(5, 10);
  recent.clear(at(7));
  expect(recent.allForwards(at(7), at(7), everything)).toBeNull();
  expect(recent.allForwards(at(7) + 1, at(7), everything)).toEqual([]);
  recent.push(entry(8));
  expect(numbers(recent.allForwards(at(7) + 1, at(8), everything))).toEqual([8]);
  expect(recent.allForwards(at(7), at(8), everything)).toBeNull();
});

test('finds the events of a stream by revision', () => {
  const recent = recentEvents(100, 10);
  expect(numbers(recent.streamForwards('s0', 31, everything))).toEqual([94, 97, 100]);
  expect(numbers(recent.streamForwards('s0', 34, everything))).toEqual([]);
  expect(recent.streamForwards('s0', 29, everything)).toBeNull();
  expect(numbers(recent.streamBackwards('s0', 33, everything))).toEqual([100, 97, 94, 91]);
  expect(recent.streamBackwards('s0', 2, everything)).toBeNull();
  expect(recent.streamForwards('missing', 0, everything)).toBeNull();
});

test('hands out no more than a portion', () => {
  const recent = recentEvents(100, 50);
  expect(numbers(recent.allForwards(at(60), at(100), { rows: 3, bytes: Infinity }))).toEqual([60, 61, 62]);
  expect(numbers(recent.allForwards(at(60), at(100), { rows: 100, bytes: 2 * ENTRY_BYTES }))).toEqual([60, 61]);
  expect(numbers(recent.allForwards(at(60), at(100), { rows: 100, bytes: 1 }))).toEqual([60]);
});

test('forgets a stream with its last event', () => {
  const recent = recentEvents(3, 10);
  for (let number = 4; number <= 40; number += 1) recent.push({ ...entry(number), stream: 'busy' });
  expect(recent.streamForwards('s0', 0, everything)).toBeNull();
  expect(numbers(recent.allForwards(at(31), at(40), everything))).toHaveLength(10);
});

test('keeps its room over a long time', () => {
  const recent = recentEvents(10_000, 100);
  expect(numbers(recent.allForwards(at(9_901), at(10_000), everything))).toHaveLength(100);
  expect(recent.allForwards(at(9_900), at(10_000), everything)).toBeNull();
  expect(numbers(recent.streamForwards('s0', 3_333, everything))).toEqual([10_000]);
});
