import { describe, expect, test } from 'vitest';
import { fieldOf, SLOW } from './field.ts';
import { Chance } from '../chance.ts';
import { PAST_DAYS, planOfPast } from './plan.ts';

const DAY_MS = 86_400_000;
const begins = Date.UTC(2026, 7, 30);
const told = (seed: number) => planOfPast(seed, begins, PAST_DAYS).map(({ at, what }) => ({ at, what }));

describe('the plan of a past', () => {
  test('is the same for the same seed, and another for another', () => {
    expect(told(1)).toEqual(told(1));
    expect(told(2)).not.toEqual(told(1));
  });

  test('has something on each of its ninety days, each happening in a minute of its own, and nothing after them', () => {
    const at = told(1).map((happening) => happening.at);
    expect(new Set(at.map((instant) => Math.floor((instant - begins) / DAY_MS)))).toEqual(
      new Set(Array.from({ length: PAST_DAYS }, (_, day) => day)),
    );
    expect(at).toEqual([...new Set(at)].sort((one, other) => one - other));
    expect(at.every((instant) => instant % 60_000 === 0)).toBe(true);
    expect(at.at(-1)).toBeLessThan(begins + PAST_DAYS * DAY_MS);
  });

  test.each([
    ['2026-11-30', 30, ['enters 8', 'orders 2', 'pays out 1']],
    ['2026-12-01', 30, ['enters 8', 'orders 2', 'pays out 1']],
    ['2027-01-01', 30, ['enters 8', 'orders 2', 'pays out 1']],
    ['2026-12-20', 30, ['enters 12', 'orders 11', 'announces 4', 'refunds 1', 'pays out 1']],
    ['2026-12-02', 30, ['enters 12', 'orders 11', 'refunds 1', 'pays out 1']],
    ['2026-12-01', 90, ['enters 12', 'orders 11', 'announces 4', 'refunds 1', 'pays out 4']],
    ['2026-11-30', 90, ['enters 12', 'orders 11', 'announces 4', 'refunds 1', 'pays out 4']],
  ])(
    'has challenges, refunds after their close and payouts by the calendar: until %s, %i days',
    (until, days, expected) => {
      const whats = planOfPast(1, Date.parse(until) - days * DAY_MS, days).map(({ what }) => what);
      const countOf = (pattern: RegExp): number => whats.filter((what) => pattern.test(what)).length;
      const found = {
        enters: countOf(/^\w+ enters /),
        orders: countOf(/^\w+ orders the /),
        announces: countOf(/^an admin announces the winners of/),
        refunds: countOf(/ has the order refunded$/),
        'pays out': countOf(/ is paid out$/),
      };
      expect(Object.entries(found).flatMap(([what, count]) => (count > 0 ? [`${what} ${count}`] : []))).toEqual(
        expected,
      );
    },
  );

  test('asks for no payout of too little: by day 60 mira has sold one more picture that has rested', () => {
    const days = planOfPast(1, begins, PAST_DAYS).flatMap(({ at, what }) =>
      what.endsWith('is paid out') ? [`${Math.floor((at - begins) / DAY_MS)}: ${what}`] : [],
    );
    expect(days).toEqual([
      '28: mira is paid out',
      '60: jonas is paid out',
      '85: mira is paid out',
      '85: jonas is paid out',
    ]);
  });

  test('has one page of one build that is slow: its quickest view is slower than all others', () => {
    const pages = Array.from({ length: PAST_DAYS }, (_, day) => fieldOf(day, new Chance(day))).flatMap((day) =>
      day.flatMap((call) => call.pages),
    );
    const lcpOf = (page: (typeof pages)[number]): number => page.vitals.lcp?.value ?? 0;
    const [slow, others] = [true, false].map((isSlow) =>
      pages.filter(({ page, build }) => (page === SLOW.page && build === SLOW.build) === isSlow).map(lcpOf),
    );
    expect(slow?.length).toBeGreaterThan(5);
    expect(Math.min(...(slow ?? []))).toBeGreaterThan(Math.max(...(others ?? [])));
  });
});
