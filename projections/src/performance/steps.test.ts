import { vitals } from '@easel/contracts/telemetry/policy';
import { expect, test } from 'vitest';
import { percentile, stepOf, valueOf } from './steps.ts';

test.each(vitals)('%s: a value is told within three hundredths of what it was', (vital) => {
  const unit = vital === 'cls' ? 0.001 : 1;
  for (let units = 1; units < 600_000; units *= 1.013) {
    const value = units * unit;
    const told = valueOf(vital, stepOf(vital, value));
    expect(Math.abs(told - value) / value).toBeLessThan(0.026);
  }
  for (const value of [0, 0.4 * unit]) expect(valueOf(vital, stepOf(vital, value))).toBe(0);
});

test('a column of small numbers holds the step of all that is taken', () => {
  expect(stepOf('lcp', 600_000)).toBeLessThan(32_767);
  expect(stepOf('cls', 600_000)).toBeLessThan(32_767);
});

test('a percentile is where so many do not lie above', () => {
  const steps = [
    { step: 1, views: 50 },
    { step: 5, views: 25 },
    { step: 9, views: 25 },
  ];
  expect([0.1, 0.5, 0.51, 0.75, 0.76, 1].map((share) => percentile(steps, share))).toEqual([1, 1, 5, 5, 9, 9]);
});
