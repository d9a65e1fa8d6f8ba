import type { Brief } from '../../brief.ts';
import { shade, type Coat, type Piece, type Pigment } from '../../drawing/blade.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, hex, lightnessOf, tune, type Colour } from '../../drawing/colour.ts';
import { Noise } from '../../drawing/noise.ts';
import { Path, type Point } from '../../drawing/path.ts';
import type { Random } from '../../drawing/random.ts';
import { Texture } from '../../drawing/texture.ts';

/** Paper or darkness, the light, and the way colours are laid on: what all plants of a picture share. */
export interface Studio {
  readonly brief: Brief;
  readonly ground: Colour;
  readonly dark: boolean;
  readonly wash: boolean;
  readonly coat: Coat;
  /** Greens of this picture, from shade to light. */
  readonly greens: readonly [Colour, Colour, Colour];
  /** A natural colour, taken towards what the words and the palette ask for. */
  petal(natural: Colour, random: Random): Colour;
}

const paperTone = hex('#f3ead6');
const nightTone = hex('#0d1512');
const white: Colour = { r: 1, g: 1, b: 1 };

/** Colours that are named outright. */
const named = {
  red: '#c22332',
  pink: '#e88fae',
  white: '#f4eee2',
  yellow: '#f0b92f',
  orange: '#ee7f3c',
  blue: '#3f62b8',
  purple: '#7d4fa6',
  black: '#2a1d2c',
  burgundy: '#7a1530',
  teal: '#2f9a96',
} as const;

export function studioOf(brief: Brief): Studio {
  const { words, palette, style, transparent } = brief;
  const random = brief.random.fork('studio');
  const noise = new Noise(random.fork('texture'));
  const texture = new Texture(256, (x, y) => noise.fbm(x * 14, y * 14, 5, 0.62));
  const light = words.says('plants.light');
  const night =
    style === 'cinematic' ||
    style === 'portrait' ||
    words.says('plants.dark') ||
    (style === 'photorealistic' && !light);
  const dark = !transparent && !(light && style !== 'cinematic') && (night || lightnessOf(palette.ground) < 0.5);
  const deepest = [...palette.inks].sort((a, b) => lightnessOf(a) - lightnessOf(b))[0]!;
  const lit = lightnessOf(palette.ground) > 0.5 ? palette.ground : blend(paperTone, palette.light, 0.2);
  const ground = dark
    ? blend(
        tune(blend(deepest, palette.ground, lightnessOf(palette.ground) < 0.5 ? 0.6 : 0.1), 0.62, 0.8),
        nightTone,
        0.5,
      )
    : style === 'product'
      ? blend(lit, white, 0.8)
      : blend(lit, paperTone, 0.45);
  const wash = !dark && (words.says('plants.washed') || style === 'artistic');
  const drafted = style === 'architecture' || words.says('plants.drafted');
  const coat: Coat = {
    texture,
    cloth: transparent,
    shadow: wash || drafted || style === 'anime' ? 0 : dark ? 0.3 : style === 'product' ? 0.13 : 0.11,
    wash,
    flat: style === 'anime',
    line: style === 'anime' ? 0.0036 : drafted ? 0.0026 : 0,
    lineColour: dark ? tune(palette.light, 0.95, 0.5) : blend(hex('#1d1a1c'), deepest, 0.3),
    body: drafted ? 0.34 : 1,
    paper: transparent ? white : ground,
  };
  const tint = palette.land[1];
  const autumn = words.says('plants.autumn');
  const leaf = blend(hex(autumn ? '#8a6f38' : '#4d7a3f'), tint, 0.28);
  const greens = [
    tune(leaf, dark ? 0.5 : 0.62, 1),
    tune(leaf, dark ? 0.84 : 1),
    tune(blend(leaf, palette.light, 0.22), 1.16),
  ] as const;
  const asked = words.named('colour').map(({ name }) => hex(named[name]));
  const inks = palette.inks.filter((ink) => lightnessOf(ink) > 0.35);
  return {
    brief,
    ground,
    dark,
    wash,
    coat,
    greens,
    petal(natural, pen) {
      const colour = asked.length > 0 ? blend(natural, asked[pen.below(asked.length)]!, 0.86) : natural;
      const ink = inks[pen.below(Math.max(1, inks.length))] ?? natural;
      const near = blend(colour, ink, asked.length > 0 ? 0.1 : 0.3);
      return tune(near, (dark ? 0.94 : 1) * (1 + pen.bell() * 0.05), 1.08);
    },
  };
}

const plain: Pigment = {
  base: white,
  tip: white,
  vein: white,
  veins: 0,
  along: false,
  rib: 0,
  veinStrength: 0,
  depth: 0,
  round: 1,
  curl: 0,
};

/** A green leaf, each a little of its own shade; `age` from 0 (shaded, deep) to 1 (young, light). */
export function leafPigment({ greens, wash }: Studio, random: Random, age: number, veins = 9): Pigment {
  const [deep, middle, young] = greens;
  const tone = age < 0.5 ? blend(deep, middle, age * 2) : blend(middle, young, age * 2 - 1);
  const own = tune(tone, 1 + random.bell() * 0.06, 1 + random.bell() * 0.08);
  return {
    ...plain,
    base: tune(own, 0.8),
    tip: tune(own, 1.12, 1.05),
    vein: tune(own, wash ? 0.72 : 1.34, 0.85),
    veins,
    rib: 0.055,
    veinStrength: 0.42,
    depth: 0.42,
    round: 1,
  };
}

/** A petal from its colour: deeper at the base, a light edge. */
export function petalPigment(colour: Colour, over: Partial<Pigment> = {}): Pigment {
  return {
    ...plain,
    base: tune(colour, 0.78, 1.12),
    tip: tune(colour, 1.08, 0.96),
    vein: tune(colour, 0.8, 1.1),
    veins: 5,
    along: true,
    veinStrength: 0.22,
    depth: 0.5,
    round: 0.9,
    curl: 0.16,
    ...over,
  };
}

/** A stem along a line, round in the light. */
export function stem(
  studio: Studio,
  line: readonly Point[],
  breadth: (along: number) => number,
  colour = studio.greens[1],
): Piece {
  const { coat, wash } = studio;
  const body = Path.stroke(line, breadth);
  const shaded = Path.stroke(
    line.map(({ x, y }) => ({ x: x + breadth(0.5) * 0.18, y })),
    (t) => breadth(t) * 0.62,
  );
  const light = Path.stroke(
    line.map(({ x, y }) => ({ x: x - breadth(0.5) * 0.2, y })),
    (t) => breadth(t) * 0.26,
  );
  const dark = tune(colour, 0.66);
  const bright = tune(colour, 1.3, 0.9);
  const shadow =
    coat.shadow > 0
      ? Path.stroke(
          line.map(({ x, y }) => ({ x: x + breadth(0.5) * 0.9, y: y + breadth(0.5) * 1.2 })),
          breadth,
        )
      : null;
  return {
    paint(canvas: Canvas) {
      if (shadow !== null) shade(canvas, shadow, coat);
      const opacity = wash ? 0.72 : coat.body < 1 ? 0.75 : 1;
      canvas.fill(body, colour, opacity);
      canvas.fill(shaded, dark, 0.45 * opacity);
      canvas.fill(light, bright, 0.5 * opacity);
    },
  };
}

/** Small round things (seeds, anthers, berries), lit from above left. */
export function beads(
  studio: Studio,
  list: readonly { x: number; y: number; radius: number; colour: Colour }[],
): Piece {
  const wash = studio.wash ? 0.85 : 1;
  const shapes = list.map(({ x, y, radius, colour }) => ({
    body: Path.circle(x, y, radius, 14),
    lit: Path.circle(x - radius * 0.22, y - radius * 0.28, radius * 0.5, 10),
    colour: tune(colour, 0.74),
    bright: tune(colour, 1.22),
  }));
  return {
    paint(canvas) {
      for (const { body, lit, colour, bright } of shapes) {
        canvas.fill(body, colour, wash);
        canvas.fill(lit, bright, 0.75 * wash);
      }
    },
  };
}
