import { expect, test } from 'vitest';
import { Latencies } from './latencies.ts';

test('latencies are told by their shares, of the last thousand', () => {
  const latencies = new Latencies();
  expect(latencies.summary()).toEqual([]);
  for (let ms = 0; ms < 2_000; ms += 1) latencies.add(ms % 1_000);
  expect(Object.fromEntries(latencies.summary())).toMatchObject({
    Mean: 499,
    Median: 500,
    Fastest: 0,
    'Quintile 1': 0,
    'Quintile 3': 400,
    '99.9%': 999,
    Highest: 999,
  });
  for (let ms = 0; ms < 1_000; ms += 1) latencies.add(7.9);
  expect(new Set(latencies.summary().map(([, ms]) => ms))).toEqual(new Set([7]));
});
