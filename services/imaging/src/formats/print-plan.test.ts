import { placedOn } from '@easel/contracts/products/placement';
import { printSpecOf } from '@easel/contracts/products/policy';
import { printedPx, type PrintLayout } from '@easel/contracts/products/print-layout';
import { runs } from '@easel/kernel/testing/runs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planPrint, type PrintPlan } from './print-plan.ts';

const specs = [
  ['poster', '18x24'],
  ['poster-large', '24x36'],
  ['mug', ''],
  ['t-shirt', 'M'],
  ['phone-case', 'small'],
].map(([id, size]) => printSpecOf(id!, size!)!);

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const picture = fc.record({ width: fc.integer({ min: 64, max: 7680 }), height: fc.integer({ min: 64, max: 7680 }) });
const layoutOf = (fit: 'crop' | 'border') =>
  fc
    .record({
      spec: fc.constantFrom(...specs),
      size: picture,
      placement: fc.record({
        fit: fc.constant(fit),
        x: between(-1, 1),
        y: between(-1, 1),
        scale: between(0.1, 10),
        rotation: fc.constantFrom(0, 90, 180, 270),
        repeat: fc.constant('none'),
        background: fc.constant('none'),
      }),
    })
    .map(({ spec: { area, dpi }, size, placement }): { layout: PrintLayout; size: typeof size } => ({
      layout: { area, dpi, placement, widthPx: size.width, heightPx: size.height },
      size,
    }));

const turned = (degrees: number, { width, height }: { width: number; height: number }) =>
  degrees % 180 === 0 ? { width, height } : { width: height, height: width };

/** Where a place of the file is in the picture, by the steps of the plan. */
function inPicture({ extract, resize, rotation, crop, around }: PrintPlan, x: number, y: number) {
  const [across, down] = [x - around.left + crop.left, y - around.top + crop.top];
  const { width, height } = resize;
  const before = {
    0: { x: across, y: down },
    90: { x: down, y: height - across },
    180: { x: width - across, y: height - down },
    270: { x: width - down, y: across },
  }[rotation];
  return {
    x: extract.left + (before.x * extract.width) / width,
    y: extract.top + (before.y * extract.height) / height,
  };
}

/** Where it should be, by the placement. */
function expectedAt(
  { area, dpi, placement }: PrintLayout,
  size: { width: number; height: number },
  x: number,
  y: number,
) {
  const box = placedOn(area, size, placement);
  const across = (x / dpi - area.bleed - box.left) / box.width;
  const down = (y / dpi - area.bleed - box.top) / box.height;
  const part = {
    0: { x: across, y: down },
    90: { x: down, y: 1 - across },
    180: { x: 1 - across, y: 1 - down },
    270: { x: 1 - down, y: across },
  }[placement.rotation];
  return { x: part.x * size.width, y: part.y * size.height };
}

test.each(['crop', 'border'] as const)('a plan of any placement by %s has only parts that are there', (fit) => {
  fc.assert(
    fc.property(layoutOf(fit), ({ layout, size }) => {
      const plan = planPrint(layout, size);
      // Only with a border can the picture be moved off the area.
      if (!plan && fit === 'border') return;
      if (!plan) throw new Error('nothing of a cropped picture is printed');
      const { extract, resize, rotation, crop, around } = plan;
      const after = turned(rotation, resize);
      const file = printedPx(layout.area, layout.dpi);
      expect(Math.min(extract.left, extract.top, crop.left, crop.top, ...Object.values(around))).toBeGreaterThanOrEqual(
        0,
      );
      expect(Math.min(extract.width, extract.height, crop.width, crop.height)).toBeGreaterThanOrEqual(1);
      expect(extract.left + extract.width).toBeLessThanOrEqual(size.width);
      expect(extract.top + extract.height).toBeLessThanOrEqual(size.height);
      expect(crop.left + crop.width).toBeLessThanOrEqual(after.width);
      expect(crop.top + crop.height).toBeLessThanOrEqual(after.height);
      expect(around.left + crop.width + around.right).toBe(file.width);
      expect(around.top + crop.height + around.bottom).toBe(file.height);
      expect(fit === 'border' || Math.max(...Object.values(around)) === 0).toBe(true);
    }),
    { numRuns: runs(300) },
  );
});

test('a plan of any placement shows each part of the picture within a pixel of where it was placed', () => {
  fc.assert(
    fc.property(fc.oneof(layoutOf('crop'), layoutOf('border')), ({ layout, size }) => {
      const plan = planPrint(layout, size);
      if (!plan) return;
      const box = placedOn(layout.area, size, layout.placement);
      const printedWidth = turned(layout.placement.rotation, box).width * layout.dpi;
      const scale = printedWidth / size.width;
      const { around, crop } = plan;
      for (const x of [around.left, around.left + crop.width]) {
        for (const y of [around.top, around.top + crop.height]) {
          const [found, wanted] = [inPicture(plan, x, y), expectedAt(layout, size, x, y)];
          expect(Math.abs(found.x - wanted.x) * scale).toBeLessThan(1.01);
          expect(Math.abs(found.y - wanted.y) * scale).toBeLessThan(1.01);
        }
      }
    }),
    { numRuns: runs(300) },
  );
});
