/** Colours by which pictures are told apart, in the order in which they are offered. */
export const colours = [
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
  'brown',
  'black',
  'gray',
  'white',
] as const;
export type Colour = (typeof colours)[number];

/** Where a picture is divided for its composition: so many fields along each side. */
const FIELDS = 4;
const MEANS = FIELDS * FIELDS * 3;
/** Values of a look, of a byte each. */
export const LOOK_VALUES = MEANS + colours.length;
/** What a colour must have of a picture to be one of its colours. */
const LEAST_SHARE = 0.08;
const MOST_COLOURS = 4;

/** Pixels of a small copy of the picture: that of some ten thousand tells as much as that of millions. */
export interface LookedAt {
  readonly pixels: Uint8Array | Uint8ClampedArray;
  readonly channels: 3 | 4;
  readonly width: number;
  readonly height: number;
}

/** What a look tells. */
export interface Seen {
  /** Those that the picture shows most of, the first the most. */
  colours: readonly Colour[];
  /** A word that pictures share whose main colours and whose light and dark lie alike. */
  kind: string;
}

type Lab = readonly [L: number, a: number, b: number];

/**
 * Tells how a picture looks, by palette and composition, in hexadecimal: L, a and b of the mean of each of its 4 × 4
 * fields, row by row, then the share of each of `colours`. What is transparent lies on white.
 */
export function lookOf({ pixels, channels, width, height }: LookedAt): string {
  const sums = new Float64Array(MEANS);
  const counts = new Float64Array(FIELDS * FIELDS);
  const shares = new Float64Array(colours.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = channels * (y * width + x);
      const alpha = channels === 4 ? (pixels[at + 3] ?? 0) / 255 : 1;
      const onWhite = (value = 0): number => Math.round(value * alpha + 255 * (1 - alpha));
      const lab = labOf(onWhite(pixels[at]), onWhite(pixels[at + 1]), onWhite(pixels[at + 2]));
      const field = Math.floor((y * FIELDS) / height) * FIELDS + Math.floor((x * FIELDS) / width);
      for (const [index, value] of lab.entries()) sums[3 * field + index] = (sums[3 * field + index] ?? 0) + value;
      counts[field] = (counts[field] ?? 0) + 1;
      const colour = colours.indexOf(colourOf(lab));
      shares[colour] = (shares[colour] ?? 0) + 1 / (width * height);
    }
  }
  let look = '';
  for (const [index, sum] of sums.entries()) {
    // A picture narrower than its fields has nothing in some of them.
    const mean = sum / Math.max(1, counts[Math.floor(index / 3)] ?? 1);
    look += byteOf(index % 3 === 0 ? mean * L_SCALE : mean + AB_ZERO);
  }
  for (const share of shares) look += byteOf(share * 255);
  return look;
}

/** L is from 0 to 100, a and b are on both sides of 0. */
const L_SCALE = 2.55;
const AB_ZERO = 128;

const byteOf = (value: number): string =>
  Math.min(255, Math.max(0, Math.round(value)))
    .toString(16)
    .padStart(2, '0');

/** Reads a look: its values. */
export const valuesOf = (look: string): Uint8Array =>
  Uint8Array.from({ length: LOOK_VALUES }, (_, index) => Number.parseInt(look.slice(2 * index, 2 * index + 2), 16));

/** Tells the colours of a picture, and the kind that it is of, from its look. */
export function seenIn(look: string): Seen {
  const values = valuesOf(look);
  const main = colours
    .map((colour, index) => [colour, (values[MEANS + index] ?? 0) / 255] as const)
    .filter(([, share]) => share >= LEAST_SHARE)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST_COLOURS)
    .map(([colour]) => colour);
  const lightness = Array.from({ length: FIELDS * FIELDS }, (_, field) => (values[3 * field] ?? 0) / L_SCALE);
  return { colours: main, kind: `${main.slice(0, 2).toSorted().join('-')}-${lightIn(lightness)}` };
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

/** How far the values of two looks are apart, squared; the means of a field count more than the share of a colour. */
export function distanceOf(one: Uint8Array, other: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < LOOK_VALUES; index++) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    sum += index < MEANS ? difference * difference : (difference * difference) / 4;
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
