import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paced } from './paced.ts';

type Run = (ended: AbortSignal) => Promise<void>;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first is run at once, a rush after it once more when the pause is over', async () => {
  const run = vi.fn<Run>(() => Promise.resolve());
  const pace = paced(run, 1_000);
  for (let n = 0; n < 5; n++) pace.ask();
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(999);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(run).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run).toHaveBeenCalledTimes(2);
});

test('a slow run is never overtaken, nor given up for the next', async () => {
  let running = 0;
  const run = vi.fn<Run>(async (ended) => {
    expect(++running).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(ended.aborted).toBe(false);
    running--;
  });
  const pace = paced(run, 1_000);
  for (let second = 0; second < 6; second++) {
    pace.ask();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run).toHaveBeenCalledTimes(3);
});

test('a failure does not end it', async () => {
  const run = vi.fn<Run>(() => Promise.reject(new Error('away')));
  const pace = paced(run, 10);
  pace.ask();
  await vi.advanceTimersByTimeAsync(20);
  pace.ask();
  expect(run).toHaveBeenCalledTimes(2);
});

test('after its end nothing runs, and what runs knows', async () => {
  let seen: AbortSignal | undefined;
  const run = vi.fn<Run>((ended) => {
    seen = ended;
    return Promise.resolve();
  });
  const pace = paced(run, 10);
  pace.ask();
  pace.ask();
  pace.end();
  pace.ask();
  await vi.advanceTimersByTimeAsync(100);
  expect(run).toHaveBeenCalledTimes(1);
  expect(seen?.aborted).toBe(true);
});
