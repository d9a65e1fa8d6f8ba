import { describe, expect, test } from 'vitest';
import { sameFilter, setValues } from './same-filter.ts';

describe('filters', () => {
  test('are the same in whatever order they were chosen', () => {
    expect(sameFilter({ status: ['read', 'unread'], q: 'a' }, { q: 'a', status: ['unread', 'read'] })).toBe(true);
  });

  test('are the same with and without what asks for nothing', () => {
    expect(sameFilter({ q: '', status: [], assignee: undefined }, {})).toBe(true);
  });

  test('differ by their values, and by false, which asks for something', () => {
    expect(sameFilter({ q: 'a' }, { q: 'b' })).toBe(false);
    expect(sameFilter({ waiting: false }, {})).toBe(false);
    expect(sameFilter({ status: ['read'] }, { status: ['read', 'spam'] })).toBe(false);
  });

  test('are kept without what asks for nothing', () => {
    expect(setValues({ q: '', status: [], waiting: false, priority: ['high'] })).toEqual({
      waiting: false,
      priority: ['high'],
    });
  });
});
