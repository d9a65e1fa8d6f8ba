import { expect, test } from 'vitest';
import { RecentPace } from './render-pace.ts';

test('a render takes what such renders took of late, by the image', () => {
  const pace = new RecentPace();
  expect(pace.msOf({ provider: 'procedural', resolution: '1k', images: 1 })).toBeNull();
  pace.completed({ provider: 'procedural', resolution: '1k', images: 4 }, 4_000);
  expect(pace.msOf({ provider: 'procedural', resolution: '1k', images: 8 })).toBe(8_000);
  for (let n = 0; n < 50; n++) pace.completed({ provider: 'procedural', resolution: '1k', images: 1 }, 2_000);
  expect(pace.msOf({ provider: 'procedural', resolution: '1k', images: 1 })).toBeCloseTo(2_000, -1);
});

test('a resolution that was not seen is guessed at by its pixels', () => {
  const pace = new RecentPace();
  pace.completed({ provider: 'procedural', resolution: '1k', images: 1 }, 1_000);
  expect(pace.msOf({ provider: 'procedural', resolution: '2k', images: 1 })).toBe(4_000);
});

test('there are as many slots as were busy at once in the last minutes, and one at least', () => {
  const pace = new RecentPace();
  const minute = 60_000;
  expect(pace.slotsOf('procedural')).toBe(1);
  pace.working('procedural', 3, 0);
  pace.working('procedural', 1, 4 * minute);
  expect(pace.slotsOf('procedural')).toBe(3);
  pace.working('procedural', 1, 6 * minute);
  expect(pace.slotsOf('procedural')).toBe(3);
  pace.working('procedural', 1, 12 * minute);
  expect(pace.slotsOf('procedural')).toBe(1);
});

test('learns each provider by itself, and that others than the built-in one make the images of a job at once', () => {
  const pace = new RecentPace();
  pace.completed({ provider: 'procedural', resolution: '1k', images: 4 }, 4_000);
  pace.completed({ provider: 'gateway', resolution: '1k', images: 4 }, 20_000);
  expect(pace.msOf({ provider: 'gateway', resolution: '1k', images: 1 })).toBe(20_000);
  expect(pace.msOf({ provider: 'procedural', resolution: '1k', images: 1 })).toBe(1_000);
  expect(pace.msOf({ provider: 'another', resolution: '1k', images: 1 })).toBeNull();
  pace.working('gateway', 24, 0);
  pace.working('procedural', 2, 0);
  expect(['gateway', 'procedural', 'another'].map((name) => pace.slotsOf(name))).toEqual([24, 2, 1]);
});
