import { centred, type Placement } from '@easel/contracts/products/placement';
import { printSpecOf } from '@easel/contracts/products/policy';
import { printedPx, type PrintLayout } from '@easel/contracts/products/print-layout';
import sharp, { type Metadata } from 'sharp';
import { describe, expect, test } from 'vitest';
import { printFile } from '../derive/sharp.gateway.ts';

const RED = [220, 30, 30];
const GREEN = [30, 180, 60];
const BLUE = [30, 60, 210];
const YELLOW = [240, 210, 40];
const WHITE = [255, 255, 255];
const GREY = [128, 128, 128];
const CLEAR = 'clear';

/** Red, green over blue, yellow; so that whatever is turned, mirrored or cut shows. */
const quartersOf = (width: number, height: number, rightAlpha = 255): Promise<Buffer> => {
  const pixels = Buffer.alloc(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    const isLeft = i % width < width / 2;
    const isAbove = i < (width * height) / 2;
    const colour = isAbove ? (isLeft ? RED : GREEN) : isLeft ? BLUE : YELLOW;
    pixels.set([...colour, isLeft ? 255 : rightAlpha], i * 4);
  }
  const image = sharp(pixels, { raw: { width, height, channels: 4 } });
  return (rightAlpha === 255 ? image.removeAlpha() : image).png().toBuffer();
};
const quarters = await quartersOf(600, 400);
const cutOut = await quartersOf(600, 400, 0);

/** An area of 2 by 1 inches at 100 dpi: a file of 220 by 120 pixels. */
const layoutOf = (placement: Partial<Placement>, over: Partial<PrintLayout> = {}): PrintLayout => ({
  area: { width: 2, height: 1, bleed: 0.1 },
  dpi: 100,
  placement: { ...centred, ...placement },
  widthPx: 600,
  heightPx: 400,
  ...over,
});

type Seen = readonly number[] | typeof CLEAR;

/** The colours at these places of a file, from its top left corner. */
async function seenAt(file: Buffer, places: readonly (readonly [x: number, y: number])[]): Promise<Seen[]> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  return places.map(([x, y]) => {
    const pixel = [...data.subarray((y * info.width + x) * info.channels)].slice(0, info.channels);
    if (pixel[3] === 0) return CLEAR;
    const colours = [RED, GREEN, BLUE, YELLOW, WHITE, GREY];
    return colours.find((colour) => colour.every((value, index) => Math.abs(value - pixel[index]!) < 20)) ?? pixel;
  });
}

/** The readable words of the colour profile, which are in UTF-16. */
const profileOf = ({ icc }: Metadata): string | undefined => icc?.toString('latin1').replaceAll('\0', '');

/** Inside each corner of the file. */
const corners = [
  [1, 1],
  [218, 1],
  [1, 118],
  [218, 118],
] as const;

describe('the file of a product', () => {
  test.each([
    ['poster', '18x24', 3650, 4850, 200, 'jpeg', 3],
    ['mug', '', 2610, 1110, 300, 'jpeg', 3],
    ['phone-case', 'small', 900, 1800, 300, 'jpeg', 3],
    ['t-shirt', 'M', 3600, 4800, 300, 'png', 4],
    ['tote', '', 3300, 3300, 300, 'png', 4],
  ] as const)(
    '%s %s is %i × %i pixels at %i dpi, a %s in sRGB',
    async (id, size, width, height, dpi, type, channels) => {
      const spec = printSpecOf(id, size)!;
      const layout = layoutOf({}, { area: spec.area, dpi: spec.dpi });
      const found = await sharp(await printFile(quarters, layout, spec.format)).metadata();
      expect(found).toMatchObject({ format: type, width, height, density: dpi, channels, space: 'srgb' });
      expect(profileOf(found)).toContain('sRGB');
      expect(found.chromaSubsampling).toBe(type === 'jpeg' ? '4:4:4' : undefined);
    },
  );

  test('a large poster has 4850 × 7250 pixels', () => {
    const { area, dpi } = printSpecOf('poster-large', '24x36')!;
    expect(printedPx(area, dpi)).toEqual({ width: 4850, height: 7250 });
  });
});

describe('a cropped picture', () => {
  test.each([
    [0, [RED, GREEN, BLUE, YELLOW]],
    [90, [BLUE, RED, YELLOW, GREEN]],
    [180, [YELLOW, BLUE, GREEN, RED]],
    [270, [GREEN, YELLOW, RED, BLUE]],
  ] as const)('turned by %i degrees clockwise covers the area and the bleed', async (rotation, seen) => {
    for (const format of ['jpg', 'png'] as const) {
      const file = await printFile(quarters, layoutOf({ rotation }), format);
      expect(await seenAt(file, corners)).toEqual(seen);
      // The quarters meet in the middle.
      const around = [[107, 57], [112, 57], [107, 62], [112, 62]] as const; // prettier-ignore
      expect(await seenAt(file, around)).toEqual(seen);
    }
  });

  test('cannot be moved off the area: it stops at its edge', async () => {
    const file = await printFile(quarters, layoutOf({ x: 0, y: 1 }), 'png');
    // 220 × 147 pixels: 13 of them stand over on each side, so that the middle is 13 lower.
    expect(await seenAt(file, [[50, 71], [50, 75], [50, 1]])).toEqual([RED, BLUE, RED]); // prettier-ignore
  });

  test.each([0, 90, 180, 270] as const)(
    'enlarged ten times and turned by %i degrees has its middle in the middle',
    async (rotation) => {
      const file = await printFile(quarters, layoutOf({ scale: 10, rotation }), 'jpg');
      expect(await sharp(file).metadata()).toMatchObject({ width: 220, height: 120 });
      const upright = await printFile(quarters, layoutOf({ rotation }), 'jpg');
      expect(await seenAt(file, corners)).toEqual(await seenAt(upright, corners));
      const crossing = [[100, 50], [119, 50], [100, 69], [119, 69]] as const; // prettier-ignore
      expect(await seenAt(file, crossing)).toEqual(await seenAt(upright, crossing));
    },
  );

  test('enlarged and moved to a corner shows that corner alone', async () => {
    const file = await printFile(quarters, layoutOf({ scale: 3, x: -1, y: -1 }), 'jpg');
    expect(await seenAt(file, corners)).toEqual([YELLOW, YELLOW, YELLOW, YELLOW]);
  });
});

describe('a picture with a border', () => {
  const border = { fit: 'border', background: '#808080' } as const;

  test.each([
    // 150 × 100 in the middle of 200 × 100, between 10 pixels of bleed above and below.
    [0, [35, 10, 184, 109], [RED, GREEN, BLUE, YELLOW]],
    [180, [35, 10, 184, 109], [YELLOW, BLUE, GREEN, RED]],
    // 66.7 × 100
    [90, [77, 10, 142, 109], [BLUE, RED, YELLOW, GREEN]],
    [270, [77, 10, 142, 109], [GREEN, YELLOW, RED, BLUE]],
  ] as const)(
    'turned by %i degrees is whole, and background around it',
    async (rotation, [x, y, right, bottom], seen) => {
      const file = await printFile(quarters, layoutOf({ ...border, rotation }), 'png');
      const inside = [[x + 1, y + 1], [right - 1, y + 1], [x + 1, bottom - 1], [right - 1, bottom - 1]] as const; // prettier-ignore
      expect(await seenAt(file, inside)).toEqual(seen);
      const outside = [[x - 2, 60], [right + 2, 60], [110, y - 2], [110, bottom + 2], [0, 0], [219, 119]] as const; // prettier-ignore
      expect(await seenAt(file, outside)).toEqual(outside.map(() => GREY));
    },
  );

  test('made smaller and moved lies where it was moved to', async () => {
    const file = await printFile(quarters, layoutOf({ ...border, scale: 0.4, x: 0.25, y: -0.2 }), 'png');
    // 60 × 40 around (110 + 50, 60 − 20)
    expect(await seenAt(file, [[132, 22], [187, 22], [132, 57], [187, 57]])).toEqual([RED, GREEN, BLUE, YELLOW]); // prettier-ignore
    expect(await seenAt(file, [[127, 40], [192, 40], [160, 17], [160, 62]])).toEqual([GREY, GREY, GREY, GREY]); // prettier-ignore
  });

  test('moved over the edge is printed up to the end of the bleed', async () => {
    const file = await printFile(quarters, layoutOf({ ...border, x: -0.5 }), 'png');
    expect(await seenAt(file, [[1, 30], [1, 90], [83, 30], [87, 30]])).toEqual([RED, BLUE, GREEN, GREY]); // prettier-ignore
  });

  test('moved off the area leaves its background', async () => {
    const file = await printFile(quarters, layoutOf({ ...border, scale: 0.1, x: 1, y: 1 }), 'jpg');
    expect(await sharp(file).metadata()).toMatchObject({ width: 220, height: 120, density: 100, channels: 3 });
    expect(await seenAt(file, [...corners, [110, 60]])).toEqual([GREY, GREY, GREY, GREY, GREY]);
  });

  test('and no background is white as a JPEG and see-through as a PNG', async () => {
    const layout = layoutOf({ fit: 'border' });
    expect(await seenAt(await printFile(quarters, layout, 'jpg'), [[2, 2], [40, 15]])).toEqual([WHITE, RED]); // prettier-ignore
    expect(await seenAt(await printFile(quarters, layout, 'png'), [[2, 2], [40, 15]])).toEqual([CLEAR, RED]); // prettier-ignore
  });
});

describe('a picture whose right half is transparent', () => {
  test.each([
    ['png', 'none', CLEAR],
    ['png', '#808080', GREY],
    ['jpg', 'none', WHITE],
    ['jpg', '#808080', GREY],
  ] as const)('as %s, on the background %s', async (format, background, seen) => {
    const file = await printFile(cutOut, layoutOf({ background }), format);
    expect(await seenAt(file, corners)).toEqual([RED, seen, BLUE, seen]);
  });
});

test('a picture bought in a smaller size has no more detail than that', async () => {
  // Stripes of one pixel, which no smaller picture can show.
  const [width, height] = [600, 400];
  const pixels = Buffer.from(Array.from({ length: width * height }, (_, i) => (i % 2 ? 255 : 0)));
  const striped = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .toColourspace('srgb')
    .png()
    .toBuffer();
  const contrastIn = async (layout: PrintLayout): Promise<number> => {
    const { channels } = await sharp(await printFile(striped, layout, 'png'))
      .removeAlpha()
      .stats();
    return channels[0]!.stdev;
  };
  const large = { area: { width: 6, height: 4, bleed: 0 } };
  expect(await contrastIn(layoutOf({}, large))).toBeGreaterThan(100);
  expect(await contrastIn(layoutOf({}, { ...large, widthPx: 200, heightPx: 133 }))).toBeLessThan(20);
});

test('a picture of another colour space is brought to sRGB', async () => {
  const wide = await sharp(quarters).withIccProfile('p3').png().toBuffer();
  const file = await printFile(wide, layoutOf({}), 'png');
  expect(await seenAt(file, corners)).toEqual([RED, GREEN, BLUE, YELLOW]);
  expect(profileOf(await sharp(file).metadata())).toContain('sRGB');
});

test.each([
  ['is no picture', Buffer.from('once upon a time'), /unsupported image format/],
  ['is cut off', quarters.subarray(0, quarters.length / 2), /pngload|libspng|read|end/i],
])('an original that %s makes no file', async (_what, source, error) => {
  await expect(printFile(source, layoutOf({}), 'jpg')).rejects.toThrow(error);
});
