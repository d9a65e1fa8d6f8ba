import { expect, it } from 'vitest';
import { backoffMs, pause } from './backoff.ts';

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
