import { expect, test } from 'vitest';
import { readRange, withRange } from './use-range.ts';

const read = (search: string) => readRange(new URLSearchParams(search));

test('days, or from one to another, stand in the address', () => {
  expect(read('?days=7')).toEqual({ days: 7 });
  expect(read('?from=2026-11-01&to=2026-11-03')).toEqual({ from: '2026-11-01', to: '2026-11-03' });
  expect(read('')).toEqual({ days: 30 });
});

test.each(['?days=none', '?days=9999', '?from=2026-11-01', '?from=2026-11-03&to=2026-11-01', '?from=x&to=y'])(
  'where it says nonsense (%s) the usual range is meant',
  (search) => {
    expect(read(search)).toEqual({ days: 30 });
  },
);

test('another range leaves the rest of the address as it is', () => {
  expect(withRange('?page=%2Fcart&days=7', { from: '2026-11-01', to: '2026-11-03' })).toBe(
    '?page=%2Fcart&from=2026-11-01&to=2026-11-03',
  );
  expect(withRange('?from=2026-11-01&to=2026-11-03', { days: 90 })).toBe('?days=90');
});
