import { expect, it, vi } from 'vitest';
import { backoffMs, pause, timeLimit } from './backoff.ts';

it('doubles between half and the whole of its ceiling, and stays under the greatest', () => {
  for (let attempt = 0; attempt < 2000; attempt++) {
    const ceilingMs = Math.min(5000, 100 * 2 ** attempt);
    const ms = backoffMs(attempt, 100, 5000);
    expect(ms).toBeGreaterThanOrEqual(ceilingMs / 2);
    expect(ms).toBeLessThanOrEqual(ceilingMs);
  }
});

it('is cut short by its signal, before and during', async () => {
  const stop = new AbortController();
  const long = pause(3_600_000, stop.signal);
  stop.abort();
  await long;
  await pause(3_600_000, stop.signal);
});

it('is limited by the clock of the process, which may be replaced', () => {
  vi.useFakeTimers();
  try {
    const limit = timeLimit(3_600_000);
    vi.advanceTimersByTime(3_599_999);
    expect(limit.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(limit.reason).toMatchObject({ name: 'TimeoutError' });
  } finally {
    vi.useRealTimers();
  }
});
