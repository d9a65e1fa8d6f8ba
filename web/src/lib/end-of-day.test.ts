import { afterEach, expect, test, vi } from 'vitest';
import { endOfUtcDay } from './end-of-day.ts';

test('the midnight that ends a day in UTC is shown as the end of that day', () => {
  expect(endOfUtcDay('2026-12-01T00:00:00.000Z')).toBe('the end of November 30, 2026 (UTC)');
  expect(endOfUtcDay('')).toBe('');
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

test.each([
  ['UTC', ''],
  ['Europe/Berlin', ': Dec 1, 2026, 12:59 AM GMT+1 where you are'],
  ['America/New_York', ': Nov 30, 2026, 6:59 PM EST where you are'],
])('adds the last minute in the time zone of the reader: %s', async (zone, text) => {
  vi.stubEnv('TZ', zone);
  vi.resetModules();
  const { lastMinuteHere } = await import('./end-of-day.ts');
  expect(lastMinuteHere('2026-12-01T00:00:00.000Z')).toBe(text);
  expect(lastMinuteHere('')).toBe('');
});
