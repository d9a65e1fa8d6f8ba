import { expect, test } from 'vitest';
import { worstOf } from './worst.ts';

const lag = (id: string, lag_seconds: number | null) => ({ id, lag_seconds });

test('the worst is the furthest behind, and nobody where none is', () => {
  expect(worstOf([lag('a', 1), lag('b', 3), lag('c', 0)])?.id).toBe('b');
  expect(worstOf([lag('a', 0), lag('b', 0)])).toBeUndefined();
  expect(worstOf([])).toBeUndefined();
});

test('a lag that nobody knows is the worst', () => {
  expect(worstOf([lag('a', 99), lag('b', null), lag('c', null)])?.id).toBe('b');
});
