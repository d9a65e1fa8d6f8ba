import { beforeEach, expect, test } from 'vitest';
import { promptHistory } from './prompt-history.ts';

beforeEach(() => promptHistory.clear());

test('the newest prompt stands first, each only once', () => {
  promptHistory.note(['A fox']);
  promptHistory.note(['A hare', 'An owl']);
  promptHistory.note(['A fox']);
  expect(promptHistory.get()).toEqual(['A fox', 'An owl', 'A hare']);
  expect(promptHistory.get()).toBe(promptHistory.get());
});

test('twenty are kept', () => {
  for (let n = 1; n <= 25; n++) promptHistory.note([`Prompt ${n}`]);
  expect(promptHistory.get()).toHaveLength(20);
  expect(promptHistory.get().at(-1)).toBe('Prompt 6');
});

test('cleared, nothing is left', () => {
  promptHistory.note(['A fox']);
  promptHistory.clear();
  expect(promptHistory.get()).toEqual([]);
});
