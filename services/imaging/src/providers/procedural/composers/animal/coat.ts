import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, brighten, hex, lightnessOf, tune, type Colour } from '../../drawing/colour.ts';
import { furred } from '../../drawing/fur.ts';
import { Lit, type Lamp, type Surface } from '../../drawing/lit.ts';
import { Noise } from '../../drawing/noise.ts';
import { place, placed, type Placing } from '../../drawing/outline.ts';
import { Path } from '../../drawing/path.ts';
import type { Random } from '../../drawing/random.ts';
import { Relief } from '../../drawing/relief.ts';
import { Texture } from '../../drawing/texture.ts';
import type { Beast } from './beasts.ts';
import { hair } from './horse.ts';
import type { Setting } from './setting.ts';

/** The animal itself, in its coat, against the light. */
export function animalOf(brief: Brief, beast: Beast, setting: Setting): (canvas: Canvas) => void {
  const random = brief.random.fork('animal');
  const noise = new Noise(random);
  const { scale, flip } = setting;
  const at: Placing = { x: setting.x + (flip ? 50 : -50) * scale, y: setting.y - 100 * scale, scale, flip };
  const sides = sidesOf(beast, random, at);
  const fur = furOf(brief, beast);
  const own = fur === null ? ownColourOf(brief, setting) : brighten(fur, setting.land.night ? 0.3 : 0.5);
  const surfaces = surfacesOf(brief, beast, setting, { own, fur }, coatOf(beast, noise));
  const mane = beast.name === 'horse' ? hairOf(brief, setting, at) : [];
  const eyes = eyesOf(brief, beast, at, own);
  return (canvas) => {
    for (const { far, lits } of sides) {
      if (!far) for (const path of mane.slice(0, mane.length / 2)) canvas.fill(path, brighten(own, 0.75));
      for (const { lit, over } of lits) lit.paint(canvas, over ? surfaces.over : far ? surfaces.far : surfaces.near);
      if (!far)
        for (const [n, path] of mane.slice(mane.length / 2).entries())
          canvas.fill(path, blend(brighten(own, 0.8), surfaces.near.lamps[0]!.colour, (n % 7) * 0.03));
    }
    eyes(canvas);
  };
}

interface Side {
  readonly far: boolean;
  readonly lits: readonly { readonly over: boolean; readonly lit: Lit }[];
}

/** Its far side and its near one, in their fur. */
function sidesOf(beast: Beast, random: Random, at: Placing): Side[] {
  const shapes = beast.figure.parts.map(({ points, fur = 0, far = false, over = false }, n) => ({
    far,
    over,
    path: placed(furred(points, random.fork(`fur ${n}`), fur), at),
  }));
  // The pieces of one side share a relief, so that no light falls into their joints; what lies over them keeps its own.
  return [true, false].map((far) => {
    const side = shapes.filter((shape) => shape.far === far);
    const joined = side.filter(({ over }) => !over).map(({ path }) => path);
    if (joined.length === 0) return { far, lits: [] };
    const whole = new Relief(joined);
    return {
      far,
      lits: side.map(({ path, over }) => ({ over, lit: over ? new Lit([path]) : new Lit([path], whole) })),
    };
  });
}

const isFeathered = ({ place: where }: Beast): boolean => where === 'air' || where === 'bough';

const coatOf = (beast: Beast, noise: Noise): Texture =>
  new Texture(256, (x, y) =>
    isFeathered(beast) ? feathers(noise, x, y) : noise.fbm(x * 34 + noise.at(x * 4, y * 4) * 2, y * 12, 4, 0.65),
  );

/** Its colour in the shade; on cloth it stands dark before its disc. */
function ownColourOf({ style, palette, transparent }: Brief, { land }: Setting): Colour {
  if (style === 'product')
    return tune(
      blend(palette.inks[0], { r: 0.2, g: 0.18, b: 0.17 }, 0.5),
      0.42 / Math.max(0.42, lightnessOf(palette.inks[0])),
    );
  if (transparent || style === 'artistic' || style === 'architecture')
    return tune(blend(palette.inks[0], { r: 0.01, g: 0.01, b: 0.015 }, 0.8), 0.8);
  return tune(blend(land.near, palette.inks[0], 0.2), Math.min(1, 0.13 / Math.max(0.04, lightnessOf(land.near))));
}

/** Coats by daylight. A word before the animal's names another. */
const furs: Readonly<Record<string, string>> = {
  wolf: '#8b8f96',
  stag: '#9c6a3e',
  fox: '#d4652a',
  horse: '#7f4c2c',
  bear: '#6d4a33',
  lion: '#d8a24e',
  elephant: '#92929a',
  cat: '#8d7a68',
  dog: '#cc9c5c',
  owl: '#8f6c4a',
  eagle: '#5f4936',
  hare: '#b49c80',
  giraffe: '#dcab62',
  dragon: '#5c9a4c',
  red: '#cc5a2c',
  orange: '#e07a32',
  yellow: '#e0b84e',
  green: '#5c9a4c',
  blue: '#5a7fb8',
  purple: '#7f5ca8',
  pink: '#e0a0ae',
  brown: '#70492f',
  white: '#f0ede6',
  grey: '#8f9298',
  black: '#2a2a2e',
  gold: '#dba64e',
};

/** The colour of its coat; on cloth, in prints and between arches it stands as a shape alone. */
function furOf({ words, style, transparent }: Brief, { name }: Beast): Colour | null {
  if (transparent || style === 'artistic' || style === 'architecture' || style === 'product') return null;
  const place = words.named('animal').find((one) => one.name === name)?.place ?? -1;
  const code = furs[words.paintAt(place) ?? name] ?? furs[name];
  return code === undefined ? null : hex(code);
}

/** Daylight from before, so that the coat is seen although the sun stands behind. */
const frontOf = ({ land, x, y, flip }: Setting, fur: Colour, far: boolean): Lamp => ({
  x: x + (flip ? -0.7 : 0.7),
  y: y - 1.1,
  depth: 0.8,
  colour: fur,
  strength: (land.night ? 0.22 : 0.55) * (far ? 0.5 : 1),
});

/** Its colour in the shade, and its coat where that is seen. */
interface Hue {
  readonly own: Colour;
  readonly fur: Colour | null;
}

interface Surfaces {
  readonly far: Surface;
  readonly near: Surface;
  /** What lies over the near side. */
  readonly over: Surface;
}

function surfacesOf(brief: Brief, beast: Beast, setting: Setting, { own, fur }: Hue, coat: Texture): Surfaces {
  const { style } = brief;
  const { land } = setting;
  const seen = style === 'product' ? 1.6 : style === 'photorealistic' ? 2 : style === 'portrait' ? 1 : 0.4;
  const surface = (far: boolean): Surface => ({
    colour: far ? blend(own, land.haze, 0.1) : brighten(own, 0.8),
    lamps: [...lampsOf(brief, setting, own, far), ...(fur === null ? [] : [frontOf(setting, fur, far)])],
    sky: blend(land.sky.at(0.4), land.haze, 0.3),
    skyStrength: (land.night ? 0.07 : 0.085) * seen * (brief.transparent ? 1.6 : 1),
    flat: style === 'anime',
    ...(style === 'anime' ? {} : { texture: textureOf(brief, beast, coat) }),
  });
  const near = surface(false);
  return {
    far: surface(true),
    near,
    over: {
      ...near,
      colour: tune(near.colour, 1.12),
      lamps: near.lamps.map((lamp) => ({ ...lamp, strength: lamp.strength * 0.3 })),
    },
  };
}

function textureOf({ style }: Brief, beast: Beast, coat: Texture): NonNullable<Surface['texture']> {
  const side = isFeathered(beast) ? 5 : 3.2;
  const smooth = beast.name === 'horse' || style === 'product';
  return { of: coat, across: side, down: side, depth: smooth ? 0.16 : style === 'artistic' ? 0.75 : 0.45 };
}

/** The sun behind it and the sky beside it; in a studio one great lamp stands before it, to a side. */
function lampsOf({ style, palette }: Brief, { land, x, y, flip }: Setting, own: Colour, far: boolean): Lamp[] {
  const glow = land.night ? 1.5 : 1.9;
  const studio: Lamp = {
    x: x - 0.9,
    y: y - 1.5,
    depth: 0.55,
    colour: blend(palette.light, own, 0.5),
    strength: far ? 0.3 : 0.62,
  };
  return [
    ...(style === 'product' ? [studio] : []),
    {
      x: land.sun.x,
      y: land.sun.y - 0.25,
      depth: -0.2,
      colour: blend(land.sun.colour, palette.sky[3], 0.3),
      strength: glow * (far ? 0.6 : 1),
    },
    {
      x: x + (flip ? 0.8 : -0.8),
      y: y - 0.9,
      depth: -0.35,
      colour: land.sky.at(0.35),
      strength: land.night ? 0.6 : 0.4,
    },
  ];
}

function eyesOf({ palette }: Brief, beast: Beast, at: Placing, own: Colour): (canvas: Canvas) => void {
  const { eyes = [] } = beast.figure;
  const gaze = blend(palette.light, palette.inks[0], 0.35);
  return (canvas) => {
    for (const eye of eyes) {
      const { x, y } = place(eye, at);
      const radius = eye.size * at.scale;
      if (eye.size > 2) {
        // An owl's stare: a ring, an iris, a pupil, a spark.
        canvas.fill(Path.circle(x, y, radius * 1.35), brighten(own, 0.5), 0.9);
        canvas.fill(Path.circle(x, y, radius), blend(gaze, { r: 1, g: 0.55, b: 0.06 }, 0.55));
        canvas.glow(x, y + radius * 0.3, radius * 0.9, gaze, 0.5);
        canvas.fill(Path.circle(x, y, radius * 0.52), { r: 0.004, g: 0.004, b: 0.006 });
        canvas.fill(Path.circle(x + radius * 0.25, y - radius * 0.28, radius * 0.15), { r: 1, g: 1, b: 1 }, 0.95);
      } else {
        canvas.fill(Path.circle(x, y, radius * 0.8), gaze, 0.4);
      }
    }
  };
}

/** Rows of rounded tips, each over the next. */
function feathers(noise: Noise, x: number, y: number): number {
  const rows = y * 14;
  const row = Math.floor(rows);
  const shifted = x * 12 + (row % 2) * 0.5;
  const across = shifted - Math.floor(shifted) - 0.5;
  const down = rows - row;
  const rim = Math.sqrt(across * across * 3.2 + down * down);
  return (rim < 0.95 ? 0.5 - down * 0.9 : 0.6) + noise.at(x * 60, y * 16) * 0.25;
}

/** Mane and tail: half of the strands lie behind the animal, half before it. */
function hairOf(brief: Brief, setting: Setting, at: Placing): Path[] {
  const random = brief.random.fork('hair');
  const noise = new Noise(random);
  const { scale } = setting;
  const strands: Path[] = [];
  for (let layer = 0; layer < 2; layer++) {
    for (let n = 0; n < 190; n++) {
      const tail = n % 2 === 0;
      const root = tail
        ? { x: hair.tail.x + random.bell() * 0.5, y: hair.tail.y + random.bell() * 0.8 }
        : hair.mane[random.below(hair.mane.length)]!;
      const length = tail ? random.between(17, 27) : random.between(7, 14);
      const lift = random.between(-0.35, 0.35);
      const line = Array.from({ length: 12 }, (_, i) => {
        const t = i / 11;
        const wave = noise.fbm(t * 1.6 + (tail ? 9 : root.x * 0.06), lift * 1.6 + (tail ? 3 : 0), 2) * 5 * t;
        const fall = tail ? (-2.5 * Math.sin(t * 2.4) + 6 * t * t) * 1.2 : -1.5 * Math.sin(t * 3) + 3.4 * t * t;
        return place({ x: root.x - length * t, y: root.y + fall + wave + lift * length * 0.5 * t }, at);
      });
      const breadth = scale * random.between(0.35, tail ? 0.95 : 0.8);
      strands.push(Path.stroke(line, (t) => breadth * (1 - t ** 1.5) + 0.0002));
    }
  }
  return strands;
}
