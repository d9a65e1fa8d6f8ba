import { expect, test } from 'vitest';
import { furred } from './fur.ts';
import { Mirror } from './mirror.ts';
import { outline, place, placed } from './outline.ts';
import { Path } from './path.ts';
import { Random } from './random.ts';
import { Relief } from './relief.ts';

test('an outline goes through its places and keeps its corners', () => {
  const points = outline('0,0! 10,0! 10,10! 0,10!', { detail: 4 });
  expect(points).toHaveLength(16);
  expect(points[0]).toEqual({ x: 0, y: 0 });
  expect(points[4]).toEqual({ x: 10, y: 0 });
  // Between two corners it is straight.
  expect(points[2]!.y).toBeCloseTo(0, 9);
});

test('a smooth outline bulges between its places', () => {
  const points = outline('0,-10 10,0 0,10 -10,0');
  const between = points[4]!;
  expect(Math.hypot(between.x, between.y)).toBeGreaterThan(7.2);
});

test('an open outline ends at its last place', () => {
  const points = outline('0,0 5,1 10,0', { open: true });
  expect(points[points.length - 1]).toMatchObject({ x: 10, y: 0 });
});

test('placing mirrors, turns, scales and moves, in this order', () => {
  const at = place({ x: 1, y: 0 }, { x: 5, y: 5, scale: 2, flip: true, turn: Math.PI / 2 });
  expect(at.x).toBeCloseTo(5, 9);
  expect(at.y).toBeCloseTo(3, 9);
});

test('fur stands outwards, whichever way an outline is drawn', () => {
  const disc = outline('0,-10 10,0 0,10 -10,0');
  for (const points of [disc, [...disc].reverse()]) {
    const tufts = furred(points, new Random('fur'), 1);
    const away = tufts.map(({ x, y }) => Math.hypot(x, y));
    expect(Math.min(...away)).toBeGreaterThan(7);
    expect(Math.max(...away)).toBeGreaterThan(10.1);
  }
});

test('a relief is highest in the middle and falls to all sides', () => {
  const relief = new Relief([Path.circle(0.5, 0.5, 0.3)], 120);
  const out = { height: new Float32Array(3), right: new Float32Array(3), down: new Float32Array(3) };
  relief.row(0.5, 0.3, 0.2, 3, out);
  expect(out.height[1]!).toBeGreaterThan(out.height[0]!);
  expect(out.height[1]!).toBeGreaterThan(out.height[2]!);
  expect(out.right[0]!).toBeGreaterThan(0);
  expect(out.right[2]!).toBeLessThan(0);
  expect(Math.abs(out.right[1]!)).toBeLessThan(0.01);
  // As round as a ball of its breadth.
  expect(out.height[1]!).toBeGreaterThan(0.15);
  expect(out.height[1]!).toBeLessThan(0.35);
});

test('a mirror remembers what was painted', () => {
  const red = { r: 1, g: 0, b: 0 };
  const square = placed(outline('0,0! 1,0! 1,1! 0,1!'), { x: 0, y: 0, scale: 0.5 });
  const mirror = new Mirror({ width: 1, height: 1 }, 1, [(canvas) => canvas.fill(square, red)], 64);
  const out = new Float32Array(3);
  mirror.read(0.25, 0.25, out);
  expect(out[0]).toBeCloseTo(1, 5);
  mirror.read(0.75, 0.75, out);
  expect(out[0]).toBe(0);
});
