import { expect, test } from 'vitest';
import { RunPace } from './run-pace.ts';

const at = (facts: number, total: number | undefined = 5_000) => ({ facts, total });

test('tells facts a second and when it will be there, over the last seconds', () => {
  const pace = new RunPace();
  expect([pace.factsPerSecond(0), pace.etaSeconds(0)]).toEqual([null, null]);
  pace.note(at(0), 0);
  expect([pace.factsPerSecond(0), pace.etaSeconds(0)]).toEqual([null, null]);
  for (let second = 1; second <= 10; second++) pace.note(at(second * 100), second * 1_000);
  expect(pace.factsPerSecond(10_000)).toBe(100);
  expect(pace.etaSeconds(10_000)).toBe(40);
  // It becomes twice as fast: after a while nothing tells of how slow it was.
  for (let second = 11; second <= 20; second++) pace.note(at(1_000 + (second - 10) * 200), second * 1_000);
  expect(pace.factsPerSecond(20_000)).toBe(200);
  expect(pace.etaSeconds(20_000)).toBe(10);
});

test('is not confused by a step back, nor by many notes at once', () => {
  const pace = new RunPace();
  for (let n = 0; n < 1_000; n++) pace.note(at(n), n);
  pace.note(at(500), 2_000);
  expect(pace.factsPerSecond(2_000)).toBeNull();
  pace.note(at(600), 3_000);
  expect(pace.factsPerSecond(3_000)).toBe(100);
});

test('has no time to tell once only the comparison is left, nor where nobody knows how many facts there are', () => {
  const pace = new RunPace();
  pace.note(at(0), 0);
  pace.note({ ...at(100), compared: [] }, 1_000);
  expect(pace.etaSeconds(1_000)).toBeNull();
  pace.note({ facts: 100, total: undefined }, 1_000);
  expect([pace.factsPerSecond(1_000), pace.etaSeconds(1_000)]).toEqual([100, null]);
});
