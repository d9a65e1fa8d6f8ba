import { expect, test } from 'vitest';
import { beside, fieldOf, instantOf, utcText } from './instant.ts';

test.each([
  ['2026-11-21T10:00:00.000Z', '2026-11-21T10:00'],
  ['2026-11-21T10:00:07.000Z', '2026-11-21T10:00:07'],
  ['2026-11-21T10:00:00.120Z', '2026-11-21T10:00:00.120'],
  ['2026-11-21T12:30:00.000+02:00', '2026-11-21T10:30'],
])('a field shows %s as %s, and it is the same instant again', (iso, field) => {
  expect(fieldOf(iso)).toBe(field);
  expect(instantOf(field)).toBe(new Date(iso).toISOString());
});

test('what is no instant yet is none', () => {
  expect(fieldOf(undefined)).toBe('');
  expect(instantOf('')).toBeUndefined();
  expect(instantOf('soon')).toBeUndefined();
});

test('an instant has a millisecond before it and one after', () => {
  expect(beside('2026-11-21T10:00:00.000Z', -1)).toBe('2026-11-21T09:59:59.999Z');
  expect(beside('2026-11-21T10:00:00.000Z', 1)).toBe('2026-11-21T10:00:00.001Z');
  expect(utcText('2026-11-21T10:00:00.007Z')).toBe('2026-11-21 10:00:00.007 UTC');
});
