import { expect, test } from 'vitest';
import { cardBeside, columnBeside, wayTo } from './board-columns.ts';

test('a message goes where a triage may put it, and back to work with a reason', () => {
  expect(wayTo('unread', 'resolved')).toBe('triage');
  expect(wayTo('replied', 'in_progress')).toBe('triage');
  expect(wayTo('resolved', 'in_progress')).toBe('reopen');
  expect(wayTo('resolved', 'unread')).toBeUndefined();
  expect(wayTo('read', 'replied')).toBeUndefined();
  expect(wayTo('read', 'read')).toBeUndefined();
});

test('from column to column those it may not go to are passed over', () => {
  expect(columnBeside('unread', 1)).toBe('read');
  expect(columnBeside('in_progress', 1)).toBe('resolved');
  expect(columnBeside('replied', -1)).toBe('in_progress');
  expect(columnBeside('resolved', -1)).toBe('in_progress');
  expect(columnBeside('unread', -1)).toBeUndefined();
  expect(columnBeside('resolved', 1)).toBeUndefined();
});

test('arrows lead from card to card, over empty columns', () => {
  const board = [['a', 'b', 'c'], [], ['d'], ['e', 'f']];
  expect(cardBeside(board, 'a', 'ArrowDown')).toBe('b');
  expect(cardBeside(board, 'a', 'ArrowUp')).toBeUndefined();
  expect(cardBeside(board, 'c', 'ArrowRight')).toBe('d');
  expect(cardBeside(board, 'f', 'ArrowLeft')).toBe('d');
  expect(cardBeside(board, 'e', 'ArrowRight')).toBeUndefined();
  expect(cardBeside(board, 'gone', 'ArrowDown')).toBeUndefined();
});
