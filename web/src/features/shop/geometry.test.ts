import { centred, effectiveDpi, placedOn, type Placement } from '@easel/contracts/products/placement';
import { printSpecOf } from '@easel/contracts/products/policy';
import { describe, expect, test } from 'vitest';
import { cutShare, fittedBy, helpFor, inchesPerPixel, moved, settled, sharpnessOf, turned } from './geometry.ts';

const areaOf = (productId: string, size = '') => printSpecOf(productId, size)?.area ?? expect.unreachable(productId);
const tote = areaOf('tote');
const shirt = areaOf('t-shirt', 'XL');
const poster = areaOf('poster', '18x24');
const square = { width: 2048, height: 2048 };
const wide = { width: 4096, height: 2304 };
const placed = (change: Partial<Placement>): Placement => ({ ...centred, ...change });

describe('moving', () => {
  test('stops a cropped picture at the edge of the area, and comes back at once', () => {
    const far = moved(tote, wide, centred, { x: 5, y: 5 });
    expect(far.y).toBe(0);
    expect(placedOn(tote, wide, far).left).toBeCloseTo(0, 1);
    const back = moved(tote, wide, far, { x: -0.1, y: 0 });
    expect(far.x - back.x).toBeCloseTo(0.1);
  });

  test('moves a bordered picture freely, up to one width of the area', () => {
    const bordered = placed({ fit: 'border' });
    expect(moved(tote, wide, bordered, { x: 0.4, y: -0.25 })).toMatchObject({ x: 0.4, y: -0.25 });
    expect(moved(tote, wide, bordered, { x: 3, y: -3 })).toMatchObject({ x: 1, y: -1 });
  });

  test('keeps the scale within what may be zoomed', () => {
    expect(settled(tote, square, placed({ scale: 0.3 })).scale).toBe(1);
    expect(settled(tote, square, placed({ scale: 9 })).scale).toBe(4);
    expect(settled(tote, square, placed({ fit: 'border', scale: 0.1 })).scale).toBe(0.2);
  });

  test('writes a picture in the middle as the one placement', () => {
    const there = moved(tote, wide, centred, { x: 0.1, y: 0 });
    expect(JSON.stringify(moved(tote, wide, there, { x: -0.1, y: 0 }))).toBe(JSON.stringify(centred));
  });
});

test('turns by quarters, all the way round', () => {
  const turns = [1, 2, 3, 4].map((count) => Array.from({ length: count }).reduce<Placement>(turned, centred).rotation);
  expect(turns).toEqual([90, 180, 270, 0]);
});

test('begins from the middle when cropping changes to a border, and drops the background of a border', () => {
  const zoomed = placed({ scale: 2, x: 0.3, y: 0.1, rotation: 90 });
  const bordered = fittedBy('border', zoomed);
  expect(bordered).toEqual(placed({ fit: 'border', rotation: 90 }));
  expect(fittedBy('crop', { ...bordered, background: '#ffffff' })).toEqual(placed({ rotation: 90 }));
});

describe('what cropping cuts off', () => {
  test('is nothing where the shapes are the same, whatever is cut as bleed', () => {
    expect(cutShare(tote, square, centred)).toBe(0);
    expect(cutShare(poster, { width: 3600, height: 4800 }, centred)).toBe(0);
  });

  test('is a share of the picture where they differ, and less once it is turned', () => {
    expect(cutShare(tote, wide, centred)).toBeCloseTo(1 - 9 / 16);
    const upright = cutShare(shirt, wide, centred);
    const lying = cutShare(shirt, wide, placed({ rotation: 90 }));
    expect(upright).toBeGreaterThan(0.5);
    expect(lying).toBeLessThan(0.3);
  });
});

describe('sharpness', () => {
  test.each([
    [{ width: 2332, height: 2332 }, 'sharp', 'Sharp: 212 dpi'],
    [{ width: 1650, height: 1650 }, 'sharp', 'Sharp: 150 dpi'],
    [{ width: 1649, height: 1649 }, 'soft', 'Soft: 149 dpi, below 150'],
    [{ width: 880, height: 880 }, 'soft', 'Soft: 80 dpi, below 150'],
    [{ width: 879, height: 879 }, 'small', 'Too small: 79 dpi, and a print needs 80.'],
  ] as const)('of %j on the tote is %s', (picture, kind, text) => {
    expect(sharpnessOf(tote, picture, centred)).toEqual({ kind, text });
  });

  test('is of no picture that is not on the product', () => {
    const small = placed({ fit: 'border', scale: 0.2 });
    expect(sharpnessOf(tote, square, { ...small, x: 0.59 }).kind).toBe('sharp');
    expect(sharpnessOf(tote, square, { ...small, x: 0.6 }).kind).toBe('off');
  });

  test('falls as a picture is zoomed', () => {
    const zoomed = placed({ scale: 2 });
    expect(sharpnessOf(tote, square, zoomed).kind).toBe('soft');
    expect(effectiveDpi(tote, square, zoomed)).toBeCloseTo(effectiveDpi(tote, square, centred) / 2);
  });
});

describe('what helps a picture that is too small', () => {
  const small = { width: 800, height: 800 };
  const larger = 'Show it whole with a border, or make or buy a larger size of it';

  test('is another product, a larger size or a border where it fills the area', () => {
    expect(helpFor(tote, small, centred, ['Mug', 'Phone case'])).toBe(
      `${larger}, or choose Mug or Phone case instead.`,
    );
    expect(helpFor(tote, small, centred, [])).toBe(`${larger}.`);
  });

  test('is to zoom out where it has a border, or fills the area sharply unzoomed', () => {
    expect(helpFor(tote, small, placed({ fit: 'border' }), ['Mug'])).toBe('Zoom out.');
    expect(helpFor(tote, { width: 1000, height: 1000 }, placed({ scale: 2 }), ['Mug'])).toBe('Zoom out.');
  });
});

test('measures the screen in inches of the side that fills it', () => {
  const box = { left: 0, top: 0, width: 20, height: 10 };
  expect(inchesPerPixel({ width: 400, height: 400 }, box)).toBe(0.05);
  expect(inchesPerPixel({ width: 400, height: 100 }, box)).toBe(0.1);
  expect(inchesPerPixel({ width: 0, height: 0 }, box)).toBe(0);
});
