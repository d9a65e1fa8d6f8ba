import { expect, test } from 'vitest';
import { Latencies } from './latencies.ts';

test('nothing is told of no answer', () => {
  expect(new Latencies().measurements()).toEqual([]);
});

test('a hundred answers are told by their shares', () => {
  const latencies = new Latencies();
  for (let ms = 100; ms > 0; ms -= 1) latencies.add(ms);
  expect(Object.fromEntries(latencies.measurements())).toEqual({
    ...{ Mean: 51, Median: 50, Fastest: 1, Highest: 100 },
    ...{ 'Quintile 1': 20, 'Quintile 2': 40, 'Quintile 3': 60, 'Quintile 4': 80, 'Quintile 5': 100 },
    ...{ '90%': 90, '95%': 95, '99%': 99, '99.5%': 100, '99.9%': 100 },
  });
});

test('one answer is every share', () => {
  const latencies = new Latencies();
  latencies.add(7);
  expect(new Set(latencies.measurements().map(([, ms]) => ms))).toEqual(new Set([7]));
});

test('only the newest thousand count', () => {
  const latencies = new Latencies();
  for (let count = 0; count < 500; count += 1) latencies.add(9_000);
  for (let count = 0; count < 1_000; count += 1) latencies.add(2);
  expect(new Map(latencies.measurements()).get('Highest')).toBe(2);
});
