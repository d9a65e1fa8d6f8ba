import { expect, test } from 'vitest';
import { Canvas, frameOf } from './canvas.ts';
import { Path } from './path.ts';

const white = { r: 1, g: 1, b: 1 };
/** 60 × 40 pixels, 40 to the unit. */
const frame = frameOf({ width: 60, height: 40 }, { width: 3, height: 2 });
const inPixels = (...points: readonly number[]): Path => new Path(Float64Array.from(points, (value) => value / 40));
const areaOf = ({ pixels }: Canvas): number =>
  pixels.filter((_, i) => i % 4 === 3).reduce((sum, alpha) => sum + alpha, 0);
const filled = (path: Path): Canvas => {
  const canvas = new Canvas(frame, 0, 40);
  canvas.fill(path, white);
  return canvas;
};

test.each<[string, Path, number]>([
  ['a triangle', inPixels(10, 10, 20, 10, 15, 13), 15],
  ['a rectangle between pixels', inPixels(10.25, 10.5, 20.75, 10.5, 20.75, 12.25, 10.25, 12.25), 10.5 * 1.75],
  ['a hair', inPixels(5, 5, 45, 25, 45, 25.1, 5, 5.1), 4],
  ['a disc', Path.circle(0.75, 0.5, 0.4, 400), Math.PI * 16 ** 2],
  ['what hangs over the left', inPixels(-30, 10, 10, 10, 10, 20, -30, 20), 100],
  ['what hangs over the right', inPixels(50, 10, 90, 10, 90, 20, 50, 20), 100],
  ['a slope that leaves on both sides', inPixels(-20, 0, 80, 10, 80, 20, -20, 10), 600],
  ['what stands over the top', inPixels(10, -20, 20, -20, 20, 5, 10, 5), 50],
  ['what lies outside', inPixels(70, 0, 90, 0, 90, 9, 70, 9), 0],
])('%s is covered to its area', (_, path, area) => {
  expect(areaOf(filled(path))).toBeCloseTo(area, 0);
});

test('which way round an outline is drawn makes no difference', () => {
  const there = filled(inPixels(5, 5, 30, 8, 12, 30));
  const back = filled(inPixels(12, 30, 30, 8, 5, 5));
  expect(back.pixels).toEqual(there.pixels);
});

test('bands joined are the whole', () => {
  const whole = filled(Path.circle(0.7, 0.5, 0.45));
  const joined = [0, 13, 26].flatMap((top) => {
    const band = new Canvas(frame, top, Math.min(13, 40 - top));
    band.fill(Path.circle(0.7, 0.5, 0.45), white);
    return [...band.pixels];
  });
  const last = new Canvas(frame, 39, 1);
  last.fill(Path.circle(0.7, 0.5, 0.45), white);
  const bands = [...joined, ...last.pixels];
  expect(bands.length).toBe(whole.pixels.length);
  bands.forEach((value, i) => expect(value).toBeCloseTo(whole.pixels[i]!, 5));
});

test('a path leaves nothing behind for the next', () => {
  const canvas = new Canvas(frame, 0, 40);
  canvas.fill(Path.circle(0.7, 0.5, 0.45), white);
  canvas.pixels.fill(0);
  canvas.fill(inPixels(10, 10, 20, 10, 15, 13), white);
  expect(areaOf(canvas)).toBeCloseTo(15, 3);
});

test('pieces of a stroke meet without a gap or a seam', () => {
  const line = Array.from({ length: 41 }, (_, i) => ({ x: 0.1 + i * 0.03, y: 0.5 + Math.sin(i / 6) * 0.2 }));
  const whole = filled(Path.stroke(line, () => 0.1));
  const pieces = new Canvas(frame, 0, 40);
  for (const piece of Path.pieces(line, () => 0.1, 5, false)) pieces.shine(piece, white);
  expect(areaOf(whole)).toBeGreaterThan(100);
  const light = (canvas: Canvas): Float32Array => canvas.pixels.filter((_, i) => i % 4 !== 3);
  const joined = light(pieces);
  light(whole).forEach((value, i) => expect(joined[i]).toBeCloseTo(value, 1));
});

test('a light smaller than a pixel keeps its strength', () => {
  const canvas = new Canvas(frame, 0, 40);
  canvas.glow(0.5, 0.5, 0.4 / 40, white);
  expect(canvas.pixels.reduce((sum, value) => sum + value, 0)).toBeGreaterThan(0);
});

test('the unit is the short side, whatever the rounding of the other', () => {
  const tall = frameOf({ width: 460, height: 1024 }, { width: 9, height: 20 });
  expect(tall.width).toBe(1);
  expect(tall.height * tall.pxPerUnit).toBe(1024);
});
