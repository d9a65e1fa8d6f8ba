import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HintThrottle } from './hint-throttle.ts';

let told: string[];
let throttle: HintThrottle;
beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  throttle = new HintThrottle(250, (name) => told.push(name));
});
afterEach(() => {
  throttle.close();
  vi.useRealTimers();
});

test('the first hint goes at once, a rush after it becomes one at the end of the time', () => {
  for (let n = 0; n < 100; n++) throttle.hint('messages');
  expect(told).toEqual(['messages']);
  vi.advanceTimersByTime(249);
  throttle.hint('messages');
  expect(told).toEqual(['messages']);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['messages', 'messages']);
  vi.advanceTimersByTime(10_000);
  expect(told).toHaveLength(2);
});

test('a steady rush is told as often as it may, and its last is not lost', () => {
  for (let ms = 0; ms < 1_000; ms += 10) {
    throttle.hint('ledger');
    vi.advanceTimersByTime(10);
  }
  expect(told).toHaveLength(5);
  vi.advanceTimersByTime(250);
  expect(told).toHaveLength(5);
});

test('names do not wait for each other', () => {
  throttle.hint('a');
  throttle.hint('b');
  throttle.hint('a');
  expect(told).toEqual(['a', 'b']);
});

test('closed, it tells nothing more', () => {
  throttle.hint('a');
  throttle.hint('a');
  throttle.close();
  throttle.hint('b');
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual(['a']);
});
