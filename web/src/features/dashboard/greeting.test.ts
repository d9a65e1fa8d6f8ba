import { expect, test } from 'vitest';
import { greetingOf } from './greeting.ts';

const now = new Date('2026-11-26T10:00:00.000Z');
const of = (created_at: string, firstName = 'Mira') => greetingOf({ firstName, username: 'mira', created_at }, now);

test('who came today is welcome, and welcome back from the next day on', () => {
  expect(of('2026-11-26T09:59:00.000Z')).toBe('Welcome, Mira');
  expect(of('2026-11-25T10:00:00.001Z')).toBe('Welcome, Mira');
  expect(of('2026-11-25T10:00:00.000Z')).toBe('Welcome back, Mira');
  expect(of('2026-01-01T10:00:00.000Z', '')).toBe('Welcome back, mira');
  expect(greetingOf(undefined, now)).toBe('Welcome');
});
