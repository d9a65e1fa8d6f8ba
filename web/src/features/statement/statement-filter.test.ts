import { expect, test } from 'vitest';
import { addressOf, instantOf, isNarrowed, localOf, noFilter, queryOf, readAddress } from './statement-filter.ts';

const read = (text: string) => readAddress(new URLSearchParams(text));

test('an empty address is everything, and the other way round', () => {
  expect(read('')).toEqual({ filter: noFilter, at: '' });
  expect(addressOf(read(''))).toBe('/statement');
  expect(queryOf(noFilter)).toEqual({});
});

test('what an address says comes back as the same address', () => {
  const text = 'reason=top-up&unit=dollars&from=2026-11-01&to=2026-11-21&at=2026-11-20T10%3A00%3A00.000Z';
  expect(addressOf(read(text))).toBe(`/statement?${text}`);
  expect(isNarrowed(read(text).filter)).toBe(true);
});

test.each(['reason=theft', 'unit=euros', 'from=yesterday', 'to=2026-13-01', 'at=then', 'at=0002-01-01T10:00'])(
  '%s does not count',
  (text) => expect(addressOf(read(text))).toBe('/statement'),
);

test('a day lasts from its midnight to the next, on the reader’s clock', () => {
  const { from, to } = queryOf({ ...noFilter, from: '2026-11-21', to: '2026-11-21' });
  expect(from).toBe(new Date(2026, 10, 21).toISOString());
  expect(to).toBe(new Date(2026, 10, 22).toISOString());
});

test('what a field for date and time says is an instant and comes back', () => {
  const iso = instantOf('2026-11-21T09:30');
  expect(iso).toBe(new Date(2026, 10, 21, 9, 30).toISOString());
  expect(localOf(iso ?? '')).toBe('2026-11-21T09:30');
  expect(localOf('')).toBe('');
});
