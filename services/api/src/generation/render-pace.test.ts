import { expect, test } from 'vitest';
import { RecentPace } from './render-pace.ts';

test('a render takes what such renders took of late, by the image', () => {
  const pace = new RecentPace();
  expect(pace.msOf({ resolution: '1k', images: 1 })).toBeNull();
  pace.completed({ resolution: '1k', images: 4 }, 4_000);
  expect(pace.msOf({ resolution: '1k', images: 8 })).toBe(8_000);
  for (let n = 0; n < 50; n++) pace.completed({ resolution: '1k', images: 1 }, 2_000);
  expect(pace.msOf({ resolution: '1k', images: 1 })).toBeCloseTo(2_000, -1);
});

test('a resolution that was not seen is guessed at by its pixels', () => {
  const pace = new RecentPace();
  pace.completed({ resolution: '1k', images: 1 }, 1_000);
  expect(pace.msOf({ resolution: '2k', images: 1 })).toBe(4_000);
});

test('there are as many slots as were busy at once in the last minutes, and one at least', () => {
  const pace = new RecentPace();
  const minute = 60_000;
  expect(pace.slots).toBe(1);
  pace.working(3, 0);
  pace.working(1, 4 * minute);
  expect(pace.slots).toBe(3);
  pace.working(1, 6 * minute);
  expect(pace.slots).toBe(3);
  pace.working(1, 12 * minute);
  expect(pace.slots).toBe(1);
});
