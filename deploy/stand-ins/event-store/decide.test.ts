import { describe, expect, test } from 'vitest';
import { decide, needsIds, type StreamState } from './decide.ts';
import { ANY, NO_STREAM, STREAM_EXISTS } from './event.ts';
import type { Occurrence } from './recent-ids.ts';

/** Stream s holds a b c at revisions 0 to 2, stream other holds x; positions are ten times the revision, plus one. */
const stored: Occurrence[] = [
  ...['a', 'b', 'c'].map((id, revision) => ({ id, stream: 's', revision, position: revision * 10 + 1 })),
  { id: 'x', stream: 'other', revision: 0, position: 5 },
];
const occurrences = (id: string) => stored.filter((one) => one.id === id);
const at = (revision: number, state: Partial<StreamState> = {}) => ({
  revision,
  deleted: false,
  hasMetadata: false,
  ...state,
});
const appending = (expected: number, ids: string[], head = 2, state: Partial<StreamState> = {}) =>
  decide({ stream: 's', expected, ids }, at(head, state), occurrences).kind;

describe('a new append', () => {
  test.each([
    ['any', ANY, 2],
    ['any, to a new stream', ANY, -1],
    ['stream_exists', STREAM_EXISTS, 2],
    ['no_stream', NO_STREAM, -1],
    ['the exact revision', 2, 2],
  ])('is written: %s', (_, expected, head) => expect(appending(expected, ['new'], head)).toBe('append'));

  test.each([
    ['stream_exists, of a missing stream', STREAM_EXISTS, -1],
    ['no_stream, of a stream with events', NO_STREAM, 2],
    ['an earlier revision', 1, 2],
    ['a later revision', 3, 2],
    ['a revision of a missing stream', 0, -1],
  ])('comes at the wrong revision: %s', (_, expected, head) =>
    expect(appending(expected, ['new'], head)).toBe('wrong-revision'),
  );

  test('is written to a stream that exists by its metadata alone', () => {
    expect(appending(STREAM_EXISTS, ['new'], -1, { hasMetadata: true })).toBe('append');
  });

  test('is not taken for a repeat because its id stands in another stream', () => {
    expect(appending(ANY, ['x'])).toBe('append');
  });

  test('is told by its first id: what follows may have been stored before', () => {
    expect(appending(ANY, ['new', 'c'])).toBe('append');
    expect(appending(ANY, ['x', 'c'])).toBe('append');
  });

  test('is written though it holds the same ids as the head it follows', () => {
    expect(appending(2, ['c'])).toBe('append');
  });
});

describe('a repeated append', () => {
  const repeat = (expected: number, ids: string[]) => decide({ stream: 's', expected, ids }, at(2), occurrences);

  test.each([ANY, STREAM_EXISTS])('is found by its ids anywhere in the stream (%i)', (expected) => {
    expect(repeat(expected, ['b', 'c'])).toEqual({ kind: 'repeat', revision: 2, position: 21 });
    expect(repeat(expected, ['a'])).toEqual({ kind: 'repeat', revision: 0, position: 1 });
  });

  test('at an exact revision is found right behind that revision', () => {
    expect(repeat(0, ['b'])).toEqual({ kind: 'repeat', revision: 1, position: 11 });
    expect(repeat(NO_STREAM, ['a', 'b', 'c'])).toEqual({ kind: 'repeat', revision: 2, position: 21 });
    expect(repeat(0, ['c'])).toEqual({ kind: 'wrong-revision' });
  });

  test.each([
    ['any', ANY, ['c', 'new']],
    ['any, the rest of another stream', ANY, ['c', 'x']],
    ['stream_exists', STREAM_EXISTS, ['a', 'new']],
    ['an exact revision', 1, ['c', 'new']],
    ['no_stream', NO_STREAM, ['a', 'new']],
  ])('of which only a part is stored is at the wrong revision: %s', (_, expected, ids) => {
    expect(repeat(expected, ids)).toEqual({ kind: 'wrong-revision' });
  });

  test('under any is known by the oldest place of an id', () => {
    const again = [
      { id: 'a', stream: 's', revision: 3, position: 31 },
      { id: 'x', stream: 's', revision: 4, position: 41 },
    ];
    const repeated = (id: string) =>
      decide({ stream: 's', expected: ANY, ids: [id] }, at(4), () =>
        [...stored, ...again].filter((one) => one.id === id),
      );
    expect(repeated('a')).toEqual({ kind: 'repeat', revision: 0, position: 1 });
    expect(repeated('x')).toEqual({ kind: 'append' });
  });
});

describe('a deleted stream', () => {
  test.each([
    ['any', ANY, 'append'],
    ['no_stream', NO_STREAM, 'append'],
    ['its last revision', 2, 'append'],
    ['stream_exists', STREAM_EXISTS, 'stream-deleted'],
    ['an earlier revision', 1, 'wrong-revision'],
  ])('is appended to as if it did not exist: %s', (_, expected, kind) => {
    expect(appending(expected, ['new'], 2, { deleted: true })).toBe(kind);
  });

  test('still knows what was stored before', () => {
    expect(appending(NO_STREAM, ['a'], 2, { deleted: true })).toBe('repeat');
    expect(appending(NO_STREAM, ['a', 'new'], 2, { deleted: true })).toBe('wrong-revision');
  });
});

test('ids are asked for only where they matter', () => {
  expect(needsIds(ANY, -1)).toBe(false);
  expect(needsIds(ANY, 0)).toBe(true);
  expect(needsIds(STREAM_EXISTS, 3)).toBe(true);
  expect(needsIds(NO_STREAM, -1)).toBe(false);
  expect(needsIds(NO_STREAM, 0)).toBe(true);
  expect(needsIds(3, 3)).toBe(false);
  expect(needsIds(2, 3)).toBe(true);
  expect(needsIds(4, 3)).toBe(false);
});

test('an append without events is at the right or at the wrong revision', () => {
  expect(appending(ANY, [])).toBe('append');
  expect(appending(2, [])).toBe('append');
  expect(appending(1, [])).toBe('wrong-revision');
  expect(appending(NO_STREAM, [], 2, { deleted: true })).toBe('wrong-revision');
});
