import type { CompetitionRecord } from '@easel/contracts/competitions/console.http';
import { expect, test } from 'vitest';
import { announcementOf } from './announcement.ts';
import { offeredMonths } from './challenge-texts.ts';

const olga = '5d7c1b1e-1111-4c3f-9a55-000000000001';
const peter = '5d7c1b1e-1111-4c3f-9a55-000000000002';
const from = '2026-12-15T00:00:00.000Z';
const challenge = (changes: Partial<CompetitionRecord>): CompetitionRecord => ({
  id: '7d7c1b1e-1111-4c3f-9a55-000000000001',
  kind: 'tshirt',
  month: '2026-11',
  theme: 'Tides',
  description: 'The sea in one colour.',
  state: 'closed',
  opens_at: '2026-11-01T00:00:00.000Z',
  closes_at: '2026-12-01T00:00:00.000Z',
  announced_from: from,
  entries: 3,
  proceeds: 90,
  shared: null,
  kept: null,
  proposed: null,
  confirmed_by: null,
  announced_at: null,
  ...changes,
});
const at = (instant: string): Date => new Date(instant);
const proposed = { operator_id: olga, at: '2026-12-15T09:00:00.000Z' };

test('returns no state before the challenge has closed', () => {
  expect(announcementOf(challenge({ state: 'prepared' }), olga, at(from))).toBeUndefined();
  expect(announcementOf(challenge({ state: 'open' }), olga, at(from))).toBeUndefined();
});

test('waits for the fourteenth day, and then for a proposal', () => {
  expect(announcementOf(challenge({}), olga, at('2026-12-14T23:59:59.999Z'))).toEqual({ step: 'too-early', from });
  expect(announcementOf(challenge({}), olga, at(from))).toEqual({ step: 'unproposed' });
});

test('lets another admin confirm at once, and the same one after 24 hours', () => {
  const now = at('2026-12-16T08:59:59.999Z');
  expect(announcementOf(challenge({ proposed }), peter, now)).toEqual({
    step: 'to-confirm',
    by: olga,
    at: proposed.at,
  });
  const own = { step: 'own', at: proposed.at, from: '2026-12-16T09:00:00.000Z' };
  expect(announcementOf(challenge({ proposed }), olga, now)).toEqual({ ...own, isOpen: false });
  expect(announcementOf(challenge({ proposed }), olga, at(own.from))).toEqual({ ...own, isOpen: true });
});

test('is done once the winners are announced', () => {
  expect(announcementOf(challenge({ state: 'announced', proposed }), olga, at(from))).toEqual({ step: 'announced' });
});

test('offers the current month and the eleven after it', () => {
  const months = offeredMonths(at('2026-11-30T23:59:59.999Z'));
  expect(months.slice(0, 3)).toEqual(['2026-11', '2026-12', '2027-01']);
  expect(months).toHaveLength(12);
  expect(offeredMonths(at('2026-12-01T00:00:00.000Z'))[0]).toBe('2026-12');
});
