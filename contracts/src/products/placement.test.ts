import { expect, test } from 'vitest';
import { centred, isOnArea, type Placement } from './placement.ts';

const area = { width: 8, height: 4, bleed: 0.1 };
const square = { width: 1000, height: 1000 };
const isOn = (change: Partial<Placement>) => isOnArea(area, square, { ...centred, ...change });

test('finds a picture that is moved off its product in either direction', () => {
  const small = { fit: 'border', scale: 0.1 } as const;
  expect(isOn(small)).toBe(true);
  expect([isOn({ ...small, x: 1 }), isOn({ ...small, x: -1 })]).toEqual([false, false]);
  expect([isOn({ ...small, y: 1 }), isOn({ ...small, y: -1 })]).toEqual([false, false]);
});

test('finds a picture of which an edge is left on its product', () => {
  // It is four inches wide: its left edge is on the right half until it is moved by three quarters.
  expect(isOn({ fit: 'border', x: 0.74 })).toBe(true);
  expect(isOn({ fit: 'border', x: 0.75 })).toBe(false);
});

test('never finds a cropped picture moved off its product, because it always covers it', () => {
  expect(isOn({ fit: 'crop', x: 1, y: -1, scale: 0.1 })).toBe(true);
});
