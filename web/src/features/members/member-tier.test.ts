import { expect, test } from 'vitest';
import { tierOfMember } from './member-tier.ts';

const now = new Date('2026-11-21T12:00:00Z');

test('a plan counts until its end, whatever its status says, and unless it was taken back', () => {
  const studio = { tier: 'studio', status: 'active', endDate: '2026-12-01T00:00:00Z' };
  expect(tierOfMember(studio, now)).toBe('studio');
  expect(tierOfMember({ ...studio, status: 'cancelled' }, now)).toBe('studio');
  expect(tierOfMember({ ...studio, status: 'ended' }, now)).toBe('free');
  expect(tierOfMember({ ...studio, endDate: now.toISOString() }, now)).toBe('free');
  expect(tierOfMember({ tier: 'platinum', status: 'active', endDate: null }, now)).toBe('free');
});
