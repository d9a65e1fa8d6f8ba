import fc from 'fast-check';
import { expect, test } from 'vitest';
import { justify, type JustifyOptions, type Tile } from './justified.ts';

const options: JustifyOptions = { widthPx: 1000, targetHeightPx: 240, gapPx: 16, minWidthPx: 168 };

/** As a browser wraps them. */
function rowsOf(tiles: readonly Tile[], { widthPx, gapPx }: JustifyOptions): Tile[][] {
  const rows: Tile[][] = [];
  let usedPx = Infinity;
  for (const tile of tiles) {
    if (usedPx + gapPx + tile.widthPx > widthPx) {
      rows.push([]);
      usedPx = -gapPx;
    }
    rows.at(-1)?.push(tile);
    usedPx += gapPx + tile.widthPx;
  }
  return rows;
}

const ratios = fc.array(fc.double({ min: 9 / 21, max: 21 / 9, noNaN: true }), { maxLength: 40 });
const layouts = fc.record({
  widthPx: fc.integer({ min: 240, max: 2400 }),
  targetHeightPx: fc.integer({ min: 120, max: 400 }),
  gapPx: fc.constantFrom(0, 8, 16),
  minWidthPx: fc.constantFrom(72, 156),
});

test('every row but the last fills the width to the pixel, and no row is higher than the others by much', () => {
  fc.assert(
    fc.property(ratios, layouts, (some, layout) => {
      const tiles = justify(some, layout);
      expect(tiles).toHaveLength(some.length);
      const rows = rowsOf(tiles, layout);
      const widths = rows.map((row) => row.reduce((sum, tile) => sum + tile.widthPx, layout.gapPx * (row.length - 1)));
      for (const widthPx of widths.slice(0, -1)) expect(widthPx).toBe(layout.widthPx);
      expect(widths.at(-1) ?? 0).toBeLessThanOrEqual(layout.widthPx);
      for (const row of rows) {
        expect(new Set(row.map((tile) => tile.heightPx)).size).toBe(1);
        expect(row[0]?.heightPx).toBeLessThanOrEqual(Math.ceil(layout.targetHeightPx * 1.4));
      }
    }),
  );
});

test('pictures fill their tiles, whole to the rounding of a pixel or two; where a tile is wider, at least half is seen', () => {
  fc.assert(
    fc.property(ratios, layouts, (some, layout) => {
      for (const [index, { widthPx, heightPx, pictureWidthPx }] of justify(some, layout).entries()) {
        expect(widthPx).toBeGreaterThanOrEqual(Math.min(layout.minWidthPx, layout.widthPx));
        const wholePx = (some[index] ?? 0) * heightPx;
        expect(pictureWidthPx).toBeGreaterThanOrEqual(wholePx - 4);
        expect(pictureWidthPx).toBe(Math.min(widthPx, Math.floor(2 * wholePx)));
      }
    }),
  );
});

test('a tall picture fills a tile that is wide enough for words', () => {
  const [tall] = justify([9 / 21], options);
  expect(tall).toEqual({ widthPx: 168, heightPx: 240, pictureWidthPx: 168 });
});

test('one of which less than half would be seen stands in the middle of its tile', () => {
  const [alone] = justify([1], { ...options, closed: true });
  expect(alone).toEqual({ widthPx: 1000, heightPx: 336, pictureWidthPx: 672 });
});

test('the last row keeps the target height and stays open', () => {
  expect(justify([1, 1], options)).toEqual([
    { widthPx: 240, heightPx: 240, pictureWidthPx: 240 },
    { widthPx: 240, heightPx: 240, pictureWidthPx: 240 },
  ]);
});

test('the last row is as high as the one above it, if it has room to be', () => {
  const sheet = { widthPx: 655, targetHeightPx: 168, gapPx: 16, minWidthPx: 160 };
  expect(new Set(justify([16 / 9, 16 / 9, 16 / 9, 16 / 9], sheet).map((tile) => tile.heightPx)).size).toBe(1);
  const [first, , last] = justify([1, 1, 2.2], { widthPx: 416, targetHeightPx: 180, gapPx: 16, minWidthPx: 72 });
  expect([first?.heightPx, last?.heightPx]).toEqual([200, 180]);
});

test('a phone has two squares beside each other', () => {
  const tiles = justify([1, 1, 1, 1], { widthPx: 358, targetHeightPx: 176, gapPx: 16, minWidthPx: 156 });
  expect(tiles.map((tile) => tile.widthPx)).toEqual([171, 171, 171, 171]);
});

test('a closed list fills its last row as well', () => {
  const options = { widthPx: 1000, targetHeightPx: 200, gapPx: 10, minWidthPx: 100 };
  const widthOf = (tiles: readonly { widthPx: number }[]) =>
    tiles.reduce((sum, tile) => sum + tile.widthPx, 10 * (tiles.length - 1));
  expect(widthOf(justify([1, 1], options))).toBe(410);
  expect(widthOf(justify([1, 1], { ...options, closed: true }))).toBe(1000);
});
