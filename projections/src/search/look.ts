import { colours, type Colour } from '@easel/contracts/search/policy';
import { thumbHashToRGBA } from 'thumbhash';

/** Where a picture is divided for its composition: so many fields along each side. */
const FIELDS = 4;
/** What a colour must have of a picture to be one of its colours. */
const LEAST_SHARE = 0.12;
const MOST_COLOURS = 4;

export interface Look {
  /** Those that it shows most of, the first the most. */
  colours: readonly Colour[];
  /**
   * Hexadecimal, a byte a value: L, a and b of the mean of each of its 4 × 4 fields, row by row, then the share of each of
   * `colours`. Two looks are as different as these are far apart.
   */
  descriptor: string;
  /** A word that pictures share whose main colours and whose light and dark lie alike. */
  kind: string;
}

/** Values of a descriptor. */
export const DESCRIPTOR_VALUES = FIELDS * FIELDS * 3 + colours.length;

type Lab = readonly [L: number, a: number, b: number];

/**
 * Tells what a picture looks like from its thumbhash, which holds its palette and its composition: made when the picture
 * was, so that all there ever were can be told apart. Undefined for a hash that cannot be read.
 */
export function lookOf(thumbhash: string): Look | undefined {
  let image: { w: number; h: number; rgba: Uint8Array };
  try {
    image = thumbHashToRGBA(Buffer.from(thumbhash, 'base64'));
  } catch {
    return undefined;
  }
  const { w, h, rgba } = image;
  const sums = Array.from({ length: FIELDS * FIELDS }, () => [0, 0, 0, 0] as [number, number, number, number]);
  const shares = new Map<Colour, number>();
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const at = 4 * (y * w + x);
      const lab = labOf(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0);
      const sum = sums[Math.floor((y * FIELDS) / h) * FIELDS + Math.floor((x * FIELDS) / w)];
      if (sum) {
        for (const [index, value] of lab.entries()) sum[index] = (sum[index] ?? 0) + value;
        sum[3] += 1;
      }
      const colour = colourOf(lab);
      shares.set(colour, (shares.get(colour) ?? 0) + 1 / (w * h));
    }
  }
  const means = sums.flatMap(([L, a, b, count]) => [(L / count) * 2.55, a / count + 128, b / count + 128]);
  const amounts = colours.map((colour) => (shares.get(colour) ?? 0) * 255);
  const main = colours
    .map((colour) => [colour, shares.get(colour) ?? 0] as const)
    .filter(([, share]) => share >= LEAST_SHARE)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST_COLOURS)
    .map(([colour]) => colour);
  return {
    colours: main,
    kind: `${main.slice(0, 2).toSorted().join('-')}-${lightIn(sums.map(([L, , , count]) => L / count))}`,
    descriptor: Buffer.from([...means, ...amounts].map(toByte)).toString('hex'),
  };
}

/** What a half must be lighter than the other, in L, to be the light one. */
const LIGHTER = 8;

/** Where the light of a picture is, by the lightness of its fields. */
function lightIn(fields: readonly number[]): string {
  const lighter = (isThere: (x: number, y: number) => boolean): number => {
    const sum = { there: 0, elsewhere: 0 };
    const count = { there: 0, elsewhere: 0 };
    for (const [index, L] of fields.entries()) {
      const side = isThere(index % FIELDS, Math.floor(index / FIELDS)) ? 'there' : 'elsewhere';
      sum[side] += L;
      count[side] += 1;
    }
    return sum.there / count.there - sum.elsewhere / count.elsewhere;
  };
  const isInner = (at: number): boolean => at > 0 && at < FIELDS - 1;
  const ways = [
    ['top', 'bottom', lighter((_, y) => y < FIELDS / 2)],
    ['left', 'right', lighter((x) => x < FIELDS / 2)],
    ['middle', 'edge', lighter((x, y) => isInner(x) && isInner(y))],
  ] as const;
  const [most] = ways.toSorted(([, , a], [, , b]) => Math.abs(b) - Math.abs(a));
  if (!most || Math.abs(most[2]) < LIGHTER) return 'even';
  return most[2] > 0 ? most[0] : most[1];
}

const toByte = (value: number): number => Math.min(255, Math.max(0, Math.round(value)));

/** How far two descriptors are apart, squared; the means of a field count more than the share of a colour. */
export function distanceOf(one: Uint8Array, other: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < DESCRIPTOR_VALUES; index++) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    sum += index < FIELDS * FIELDS * 3 ? difference * difference : (difference * difference) / 4;
  }
  return sum;
}

/** From sRGB, 0 to 255 each, to CIE Lab under D65. */
function labOf(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const x = curved((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = curved(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = curved((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const LINEAR = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});
const linear = (value: number): number => LINEAR[value] ?? 0;
const curved = (share: number): number => (share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116);

/** What people call it. */
function colourOf([L, a, b]: Lab): Colour {
  const chroma = Math.hypot(a, b);
  if (L < 12 || (L < 22 && chroma < 14)) return 'black';
  if (chroma < 9) return L > 84 ? 'white' : L < 22 ? 'black' : 'gray';
  const hue = (Math.atan2(b, a) * 180) / Math.PI;
  const degrees = hue < 0 ? hue + 360 : hue;
  if (degrees < 25 || degrees >= 345) return L >= 58 ? 'pink' : 'red';
  if (degrees < 50) return L < 42 && chroma < 60 ? 'brown' : L >= 72 ? 'pink' : 'red';
  if (degrees < 80) return L < 52 ? 'brown' : 'orange';
  if (degrees < 112) return L < 40 ? 'brown' : 'yellow';
  if (degrees < 168) return 'green';
  if (degrees < 222) return 'teal';
  if (degrees < 308) return 'blue';
  return L >= 62 && degrees >= 325 ? 'pink' : 'purple';
}
