import { describe, expect, test } from 'vitest';
import { between, commandOf, cursorAfter, moved } from './list-keys.ts';

const press = (key: string, more: object = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

describe('a key', () => {
  test('moves, selects, triages', () => {
    expect(commandOf(press('j'), false)).toEqual({ do: 'move', by: 1, extend: false });
    expect(commandOf(press('K', { shiftKey: true }), false)).toEqual({ do: 'move', by: -1, extend: true });
    expect(commandOf(press('X', { shiftKey: true }), false)).toEqual({ do: 'range' });
    expect(commandOf(press('e'), false)).toEqual({ do: 'status', status: 'resolved' });
    expect(commandOf(press('3'), false)).toEqual({ do: 'priority', priority: 'high' });
    expect(commandOf(press('?', { shiftKey: true }), false)).toEqual({ do: 'help' });
    expect(commandOf(press('q'), false)).toBeUndefined();
    expect(commandOf(press('E', { shiftKey: true }), false)).toBeUndefined();
  });

  test('is the same under Caps Lock', () => {
    expect(commandOf(press('X'), false)).toEqual({ do: 'select' });
    expect(commandOf(press('J'), false)).toEqual({ do: 'move', by: 1, extend: false });
  });

  test('with Ctrl, Meta or Alt is the browser’s', () => {
    for (const held of ['ctrlKey', 'metaKey', 'altKey']) {
      expect(commandOf(press('r', { [held]: true }), true)).toBeUndefined();
    }
  });

  test('that scrolls the page does so outside of the list', () => {
    expect(commandOf(press('ArrowDown'), false)).toBeUndefined();
    expect(commandOf(press('ArrowDown'), true)).toEqual({ do: 'move', by: 1, extend: false });
  });
});

describe('the cursor', () => {
  const ids = ['a', 'b', 'c', 'd'];

  test('begins at the first and holds at the ends', () => {
    expect(moved(ids, undefined, -1)).toBe('a');
    expect(moved(ids, 'gone', 1)).toBe('a');
    expect(moved(ids, 'a', 1)).toBe('b');
    expect(moved(ids, 'd', 1)).toBe('d');
    expect(moved(ids, 'a', -1)).toBe('a');
    expect(moved([], 'a', 1)).toBeUndefined();
  });

  test('stays with its row, or goes to what came after it', () => {
    expect(cursorAfter(ids, ['new', 'b', 'c'], 'b')).toBe('b');
    expect(cursorAfter(ids, ['a', 'd'], 'b')).toBe('d');
    expect(cursorAfter(ids, ['a', 'b'], 'd')).toBe('b');
    expect(cursorAfter(ids, [], 'd')).toBeUndefined();
    expect(cursorAfter(ids, ['a'], undefined)).toBeUndefined();
  });

  test('spans a range in either direction', () => {
    expect(between(ids, 'd', 'b')).toEqual(['b', 'c', 'd']);
    expect(between(ids, 'a', 'b')).toEqual(['a', 'b']);
    expect(between(ids, 'gone', 'b')).toEqual(['b']);
    expect(between(ids, undefined, 'c')).toEqual(['c']);
    expect(between(ids, 'a', 'gone')).toEqual([]);
  });
});
