import { expect, test } from 'vitest';
import { plain } from './plain-state.ts';

test('a state is told as JSON has it, whatever it is made of', () => {
  const state = {
    settled: new Map([['a key', { revision: 7n }]]),
    deleted: new Set(['one', 'two']),
    at: new Date('2026-11-20T10:00:00Z'),
    nothing: null,
    absent: undefined,
    list: [new Set([1]), undefined],
  };
  expect(plain(state)).toEqual({
    settled: { 'a key': { revision: '7' } },
    deleted: ['one', 'two'],
    at: '2026-11-20T10:00:00.000Z',
    nothing: null,
    list: [[1], null],
  });
  expect(plain(7)).toBe(7);
});

test('it is a copy: what is changed afterwards is not in it', () => {
  const state = { held: { a: 1 }, seen: new Set(['x']) };
  const copy = plain(state);
  state.held.a = 2;
  state.seen.add('y');
  expect(copy).toEqual({ held: { a: 1 }, seen: ['x'] });
});
