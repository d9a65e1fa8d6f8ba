import { describe, expect, test } from 'vitest';
import {
  deletion,
  firstVisible,
  isVisible,
  KEEP_ALL,
  KEEP_LAST,
  readRetention,
  recreation,
  retentionOf,
} from './retention.ts';

const retention = (metadata: unknown) => readRetention(Buffer.from(JSON.stringify(metadata)));

describe('stream metadata', () => {
  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['no JSON', Buffer.from('{')],
    ['no object', Buffer.from('[1]')],
    ['nonsense', Buffer.from('{"$maxCount":"3","$tb":-1,"$maxAge":null}')],
  ])('that say %s keep everything', (_, data) => expect(readRetention(data)).toEqual(KEEP_ALL));

  test('are read in their units', () => {
    expect(retention({ $maxCount: 3, $maxAge: 60, $tb: 7 })).toEqual({
      maxCount: 3,
      maxAgeMs: 60_000,
      truncateBefore: 7,
      deleted: undefined,
    });
  });

  test('of metastreams do not count', () => {
    expect(retentionOf('$$stream', Buffer.from('{"$maxCount":9}'))).toBe(KEEP_LAST);
    expect(retentionOf('stream', null)).toBe(KEEP_ALL);
  });
});

test('a deletion is told from a truncation far away, and leaves what else was said', () => {
  expect(readRetention(deletion().data).deleted).toEqual({});
  expect(retention({ $tb: Number.MAX_SAFE_INTEGER }).deleted).toBeUndefined();
  expect(retention({ $tb: 2 ** 63, $maxCount: 3 }).deleted).toMatchObject({ $maxCount: 3 });
  expect(readRetention(recreation({ $maxCount: 3 }, 5).data)).toMatchObject({ truncateBefore: 5, maxCount: 3 });
});

test('the strictest rule counts', () => {
  const end = (metadata: unknown) => ({ revision: 9, retention: retention(metadata) });
  expect(firstVisible(end({ $tb: 4, $maxCount: 3 }))).toBe(7);
  expect(firstVisible(end({ $tb: 8, $maxCount: 3 }))).toBe(8);
  expect(firstVisible(end({}))).toBeLessThanOrEqual(0);
  const entry = { revision: 5, createdMs: 1_000 };
  expect(isVisible(entry, end({ $maxAge: 10 }), 11_000)).toBe(true);
  expect(isVisible(entry, end({ $maxAge: 10 }), 11_001)).toBe(false);
  expect(isVisible(entry, end({ $tb: 6 }), 0)).toBe(false);
});
