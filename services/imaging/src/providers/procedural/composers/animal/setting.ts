import type { Brief } from '../../brief.ts';
import { blend, brighten, lightnessOf, tune } from '../../drawing/colour.ts';
import { clamp } from '../../drawing/maths.ts';
import { landOf, type Land } from '../../scenery/land.ts';
import type { Beast } from './beasts.ts';

/** Where the animal stands or moves, and the land behind it. */
export interface Setting {
  readonly land: Land;
  /** Its square's lower middle, and the picture units of a hundredth of it. */
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly flip: boolean;
}

/** The light stands behind the animal, large: it is what the animal is seen against. */
export function settingOf(brief: Brief, beast: Beast): Setting {
  const random = brief.random.fork('setting');
  const { frame, palette, words, style } = brief;
  const { width, height } = frame;
  const flip = random.chance(0.5);
  const tall = height > width;
  // A print on cloth or paper, a figure on a plinth: set in the middle, whole.
  const apart = brief.transparent || style === 'artistic' || style === 'product' || style === 'architecture';
  const flies = beast.place === 'air';
  // A portrait comes close to the head; a landscape leaves room for the land; a film stands nearer than a photograph.
  const close =
    style === 'portrait' && beast.place === 'hill'
      ? 1.85
      : style === 'landscape'
        ? 0.55
        : style === 'cinematic'
          ? 1.18
          : 1;
  const scale =
    (apart ? Math.min(0.94, beast.size) * 0.86 : beast.size * close) *
    (flies ? 0.0066 : 0.0074) *
    random.between(0.94, 1.08) *
    (tall ? 1.12 : 1);
  const middle = width / 2 + (flip ? 1 : -1) * (width - 0.7) * random.between(0.02, 0.16);
  const x = apart ? width / 2 : close > 1.5 ? width / 2 + (flip ? 1 : -1) * (beast.head.x - 50) * scale : middle;
  const stand = flies ? height * 0.74 : height * (tall ? 0.8 : 0.86);
  const y = apart
    ? height / 2 + (flies ? 0.26 : 0.32)
    : close > 1.5
      ? height * 0.46 + (100 - beast.head.y) * scale
      : stand;
  const land = landOf(brief);
  const upright = beast.head;
  const sunX = clamp(x + (flip ? -1 : 1) * (upright.x - 50) * scale * random.between(0.5, 0.9), 0.2, width - 0.2);
  const sunY =
    style === 'landscape'
      ? stand - random.between(0.36, 0.44)
      : y - (100 - upright.y) * scale + random.between(0.02, 0.1);
  const night = palette.night || words.says('animal.moonlit');
  const great =
    random.between(0.2, 0.27) *
    (flies ? 1.18 : 1) *
    (style === 'photorealistic'
      ? 0.42
      : style === 'landscape'
        ? 0.5
        : style === 'anime'
          ? 1.25
          : style === 'portrait'
            ? 1.35
            : 1);
  const relief =
    flies || style === 'landscape' || words.says('land.alps') ? 'alps' : land.relief === 'mesas' ? 'mesas' : 'hills';
  return {
    x,
    y,
    scale,
    flip,
    land: {
      ...land,
      // Open land: the ridges reach down behind the hill.
      ground: 'dunes',
      relief,
      night,
      moonless: land.moonless,
      horizon: flies ? height * 0.95 : stand - (style === 'landscape' ? 0.06 : 0.13),
      backlit: Math.max(land.backlit, 0.55),
      clouds: style === 'anime' ? 0.75 : Math.min(land.clouds, 0.5),
      mist: style === 'cinematic' ? 1 : Math.max(land.mist, style === 'photorealistic' ? 0.9 : 0.75),
      conifers: land.conifers && !beast.plain && beast.place === 'hill',
      sun: {
        x: sunX,
        y: sunY,
        radius: great,
        colour: night ? land.sun.colour : blend(land.sun.colour, palette.sky[3], 0.25),
      },
      haze: blend(land.haze, palette.sky[3], 0.25),
      near: lightnessOf(land.near) > 0.3 ? tune(land.near, 0.6) : brighten(land.near, 0.8),
    },
  };
}
