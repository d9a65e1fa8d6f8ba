import { expect, test } from 'vitest';
import type { LogEntry } from './event.ts';
import { RecentEvents } from './recent.ts';

const ENTRY_BYTES = 1_000;
const everything = { rows: 1_000, bytes: Infinity };

/** Positions 1 to `count` over three streams in turn; room for about `room` entries. */
function recentEvents(count: number, room: number): RecentEvents {
  const recent = new RecentEvents(room * (ENTRY_BYTES + 300));
  for (let position = 1; position <= count; position += 1) recent.push(entry(position));
  return recent;
}

function entry(position: number): LogEntry {
  const stream = `s${(position - 1) % 3}`;
  const revision = Math.floor((position - 1) / 3);
  return { position, stream, revision, type: 't', createdMs: 0, link: undefined, bytes: Buffer.alloc(ENTRY_BYTES) };
}

const positions = (entries: readonly LogEntry[] | null) => entries?.map((one) => one.position);

test('holds the newest and says when the database must be asked', () => {
  const recent = recentEvents(100, 10);
  expect(positions(recent.allForwards(91, 100, everything))).toEqual([91, 92, 93, 94, 95, 96, 97, 98, 99, 100]);
  expect(recent.allForwards(90, 100, everything)).toBeNull();
  expect(recent.allForwards(101, 100, everything)).toEqual([]);
  expect(positions(recent.allBackwards(93, everything))).toEqual([93, 92, 91]);
  expect(recent.allBackwards(90, everything)).toBeNull();
  expect(recent.allBackwards(0, everything)).toEqual([]);
});

test('finds the events of a stream by revision', () => {
  const recent = recentEvents(100, 10);
  expect(positions(recent.streamForwards('s0', 31, everything))).toEqual([94, 97, 100]);
  expect(positions(recent.streamForwards('s0', 34, everything))).toEqual([]);
  expect(recent.streamForwards('s0', 29, everything)).toBeNull();
  expect(positions(recent.streamBackwards('s0', 33, everything))).toEqual([100, 97, 94, 91]);
  expect(recent.streamBackwards('s0', 2, everything)).toBeNull();
  expect(recent.streamForwards('missing', 0, everything)).toBeNull();
});

test('hands out no more than a portion', () => {
  const recent = recentEvents(100, 50);
  expect(positions(recent.allForwards(60, 100, { rows: 3, bytes: Infinity }))).toEqual([60, 61, 62]);
  expect(positions(recent.allForwards(60, 100, { rows: 100, bytes: 2 * ENTRY_BYTES }))).toEqual([60, 61]);
  expect(positions(recent.allForwards(60, 100, { rows: 100, bytes: 1 }))).toEqual([60]);
});

test('forgets a stream with its last event', () => {
  const recent = recentEvents(3, 10);
  for (let position = 4; position <= 40; position += 1) recent.push({ ...entry(position), stream: 'busy' });
  expect(recent.streamForwards('s0', 0, everything)).toBeNull();
  expect(positions(recent.allForwards(31, 40, everything))).toHaveLength(10);
});

test('keeps its room over a long time', () => {
  const recent = recentEvents(10_000, 100);
  expect(positions(recent.allForwards(9_901, 10_000, everything))).toHaveLength(100);
  expect(recent.allForwards(9_900, 10_000, everything)).toBeNull();
  expect(positions(recent.streamForwards('s0', 3_333, everything))).toEqual([10_000]);
});
