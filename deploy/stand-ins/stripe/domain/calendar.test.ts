import fc from 'fast-check';
import { expect, test } from 'vitest';
import { periodEnd, prorationCents } from './calendar.ts';

const at = (text: string) => Date.parse(text) / 1000;
const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

test.each([
  ['2026-01-31', '2026-01-31', 'month', 1, '2026-02-28'],
  ['2026-01-31', '2026-02-28', 'month', 1, '2026-03-31'],
  ['2024-02-29', '2024-02-29', 'year', 1, '2025-02-28'],
  ['2026-11-30', '2026-11-30', 'month', 3, '2027-02-28'],
  ['2026-01-01', '2026-01-01', 'week', 2, '2026-01-15'],
  ['2026-01-01', '2026-01-01', 'day', 1, '2026-01-02'],
] as const)('begun on %s, the period from %s of one %s times %i ends on %s', (anchor, from, interval, count, end) => {
  expect(day(periodEnd(at(anchor), at(from), { interval, count }))).toBe(end);
});

test('a change is worth the rest of the period', () => {
  const change = { fromCents: 1_000, toCents: 3_000, periodStartS: 0, periodEndS: 100 };
  expect([0, 50, 100, 200, -50].map((nowS) => prorationCents({ ...change, nowS }))).toEqual([
    2_000, 1_000, 0, 0, 2_000,
  ]);
});

test('there and back again costs nothing', () => {
  const cents = fc.nat(100_000);
  fc.assert(
    fc.property(cents, cents, fc.nat(100), (fromCents, toCents, nowS) => {
      const span = { periodStartS: 0, periodEndS: 100, nowS };
      const there = prorationCents({ ...span, fromCents, toCents });
      const back = prorationCents({ ...span, fromCents: toCents, toCents: fromCents });
      expect(Math.abs(there + back)).toBeLessThanOrEqual(1);
    }),
  );
});
