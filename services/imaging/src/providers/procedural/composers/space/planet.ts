import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, brighten, hex, lightnessOf, Ramp, tune, type Colour } from '../../drawing/colour.ts';
import { clamp01, smoothstep } from '../../drawing/maths.ts';
import { Noise } from '../../drawing/noise.ts';
import { Path, type Point } from '../../drawing/path.ts';
import type { Random } from '../../drawing/random.ts';
import { Texture } from '../../drawing/texture.ts';
import type { Void } from './sky.ts';

export type World = 'gas' | 'rock' | 'sea' | 'moon';

export interface Globe {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly world: World;
  readonly rings: boolean;
  /** Towards the sun, of length 1: right, down, to the viewer. */
  readonly sun: readonly [number, number, number];
  /** Drawn with steps of light. */
  readonly flat: boolean;
}

/** A globe in the light of one sun, with its air and its rings. */
export function globeOf(brief: Brief, random: Random, colours: Void, globe: Globe): (canvas: Canvas) => void {
  const { x, y, radius, world } = globe;
  const noise = new Noise(random);
  const tilt = random.between(-0.5, 0.5);
  const slice = random.between(0, 60);
  const inks = inksOf(brief);
  const ground: Ground = {
    world,
    noise,
    slice,
    stripes: stripesOf(random, inks),
    land: landOf(brief, world, inks),
    fine: new Texture(256, (u, v) => noise.fbm(u * 16, v * 16, 5, 0.62)),
    craters: world === 'moon' || world === 'rock' ? cratersOf(random.fork('craters'), world === 'moon' ? 110 : 30) : [],
    sun: globe.sun,
  };
  const air = world === 'moon' ? null : blend(brief.palette.sky[2], colours.gases[0], world === 'sea' ? 0.2 : 0.55);
  const lit: Lighting = {
    tilt: [Math.cos(tilt), Math.sin(tilt)],
    light: blend(brief.palette.light, { r: 1, g: 1, b: 1 }, 0.35),
    night: brighten(colours.deep, 0.55),
    air,
  };
  const body = Path.circle(x, y, radius, 360);
  const halo = air === null ? null : haloOf(globe, air);
  const rings = globe.rings ? ringsOf(random.fork('rings'), brief, globe, tilt) : null;
  return (canvas) => {
    halo?.(canvas);
    rings?.(canvas, 'behind');
    paintGlobe(canvas, body, globe, ground, lit);
    rings?.(canvas, 'before');
  };
}

/** Of its palette, or of a world that has a name; from dark to light. */
function inksOf(brief: Brief): readonly Colour[] {
  const nature = natureOf(brief);
  return [...brief.palette.inks]
    .sort((a, b) => lightnessOf(a) - lightnessOf(b))
    .map((ink, n) => (nature === null ? ink : blend(ink, nature[n]!, 0.72)));
}

/** The bands of a world of gas, from pole to pole. */
function stripesOf(random: Random, inks: readonly Colour[]): Ramp {
  const start = random.below(3);
  const warm = (n: number): Colour => inks[(start + n) % 6]!;
  return Ramp.even(
    Array.from({ length: 11 }, (_, n) =>
      tune(blend(warm((n * 2) % 5), warm((n * 3 + 1) % 5), random.next()), random.between(0.75, 1.15)),
    ),
  );
}

/** The colours of a world with a ground, from its depths to its peaks. */
function landOf({ palette }: Brief, world: World, inks: readonly Colour[]): Ramp {
  const sea = blend(palette.water, hex('#14569a'), 0.65);
  return new Ramp(
    world === 'moon'
      ? [
          [0, tune(blend(inks[1]!, { r: 0.25, g: 0.25, b: 0.27 }, 0.8), 0.9)],
          [0.5, blend(inks[3]!, { r: 0.42, g: 0.41, b: 0.4 }, 0.8)],
          [1, blend(inks[5]!, { r: 0.75, g: 0.74, b: 0.72 }, 0.75)],
        ]
      : world === 'sea'
        ? [
            [0, tune(sea, 0.6)],
            [0.47, tune(sea, 1.05)],
            [0.5, blend(sea, inks[4]!, 0.4)],
            [0.54, blend(palette.land[1], hex('#4a7440'), 0.6)],
            [0.8, blend(palette.land[1], hex('#b39b6a'), 0.6)],
            [1, blend(inks[5]!, hex('#f0ece0'), 0.6)],
          ]
        : [
            [0, tune(inks[0]!, 0.9)],
            [0.4, inks[1]!],
            [0.62, inks[2]!],
            [0.85, inks[3]!],
            [1, blend(inks[4]!, inks[3]!, 0.4)],
          ],
  );
}

/** The air's glow around a globe. */
function haloOf({ x: cx, y: cy, radius, sun }: Globe, air: Colour): (canvas: Canvas) => void {
  const halo = Path.circle(cx, cy, radius * 1.22, 240);
  return (canvas) => {
    const { pixels, topPx } = canvas;
    const { pxPerUnit } = canvas.frame;
    canvas.cover(halo, (i, covered, px, row) => {
      const u = ((px + 0.5) / pxPerUnit - cx) / radius;
      const v = ((row + topPx + 0.5) / pxPerUnit - cy) / radius;
      const away = Math.sqrt(u * u + v * v);
      if (away < 0.97) return;
      const facing = (u * sun[0] + v * sun[1]) / away + sun[2] * 0.25;
      const glow =
        Math.exp(-(away - 0.97) / 0.042) * clamp01(0.18 + facing) * 1.15 * covered * smoothstep(1.22, 1.1, away);
      pixels[i] = pixels[i]! + air.r * glow;
      pixels[i + 1] = pixels[i + 1]! + air.g * glow;
      pixels[i + 2] = pixels[i + 2]! + air.b * glow;
      pixels[i + 3] = pixels[i + 3]! + (1 - pixels[i + 3]!) * Math.min(1, glow);
    });
  };
}

/** What a globe's surface is like. */
interface Ground {
  readonly world: World;
  readonly noise: Noise;
  readonly slice: number;
  readonly stripes: Ramp;
  readonly land: Ramp;
  readonly fine: Texture;
  readonly craters: readonly Crater[];
  readonly sun: Globe['sun'];
}

interface Lighting {
  /** Cosine and sine of how far its axis leans. */
  readonly tilt: readonly [cos: number, sin: number];
  readonly light: Colour;
  readonly night: Colour;
  readonly air: Colour | null;
}

function paintGlobe(canvas: Canvas, body: Path, globe: Globe, ground: Ground, lighting: Lighting): void {
  const { x: cx, y: cy, radius, world, sun, flat } = globe;
  const { light, night, air } = lighting;
  const [cos, sin] = lighting.tilt;
  const { pixels, topPx } = canvas;
  const { pxPerUnit } = canvas.frame;
  const colour = new Float32Array(3);
  canvas.cover(body, (i, covered, px, row) => {
    const u = ((px + 0.5) / pxPerUnit - cx) / radius;
    const v = ((row + topPx + 0.5) / pxPerUnit - cy) / radius;
    const flatness = Math.min(1, u * u + v * v);
    const z = Math.sqrt(1 - flatness);
    const lon = u * cos + v * sin;
    const lat = -u * sin + v * cos;
    // Seen from its pole of view: detail crowds together towards the limb.
    const p = (lon / (0.55 + 0.45 * z)) * 1.15;
    const q = (lat / (0.55 + 0.45 * z)) * 1.15;
    const bump = readGround(ground, p, q, colour);
    let facing = u * sun[0] + v * sun[1] + z * sun[2];
    const even = facing;
    facing += bump * smoothstep(-0.15, 0.25, facing) * 0.55;
    const lit = flat
      ? Math.round(smoothstep(-0.05, 0.8, even) * 4) / 4
      : smoothstep(-0.06, 0.16, facing) * (0.16 + 0.95 * Math.max(0, facing));
    let r = night.r + colour[0]! * lit * light.r * 1.15;
    let g = night.g + colour[1]! * lit * light.g * 1.15;
    let b = night.b + colour[2]! * lit * light.b * 1.15;
    if (world === 'sea') {
      const cloud = cloudAt(ground.noise, p, q);
      const white = cloud * 0.85 * lit * 0.95;
      const rest = 1 - cloud * 0.85;
      r = r * rest + white * light.r;
      g = g * rest + white * light.g;
      b = b * rest + white * light.b;
    }
    if (air !== null) {
      const rim = (1 - z) ** 2.4 * clamp01(facing * 1.3 + 0.22) * 1.1;
      r += air.r * rim;
      g += air.g * rim;
      b += air.b * rim;
    }
    const rest = 1 - covered;
    pixels[i] = pixels[i]! * rest + r * covered;
    pixels[i + 1] = pixels[i + 1]! * rest + g * covered;
    pixels[i + 2] = pixels[i + 2]! * rest + b * covered;
    pixels[i + 3] = pixels[i + 3]! * rest + covered;
  });
}

/** Reads the ground's own colour at a place of the globe; answers how far it leans to the light. */
function readGround(ground: Ground, p: number, q: number, colour: Float32Array): number {
  const { world, noise, slice, stripes, land, fine } = ground;
  if (world === 'gas') {
    const swirl = noise.fbm(p * 1.6 + slice, q * 5.5, 3) * 0.42 + noise.fbm(p * 4.4 + slice, q * 15 + 3, 3) * 0.14;
    const t = 0.5 + q * 0.46 + swirl * 0.16 + fine.at(p * 0.5, q * 2.6) * 0.035;
    stripes.read(t, colour, 0);
    return 0;
  }
  const warp = noise.fbm(p * 1.3 + slice, q * 1.3, 3) * 0.7;
  const rise = noise.fbm(p * 1.7 + warp + slice, q * 1.7 - warp, 5, 0.55);
  const detail = fine.at(p * 1.1, q * 1.1);
  land.read(0.5 + rise * 0.62 + detail * 0.1, colour, 0);
  return withCraters(ground, p, q, detail * (world === 'sea' ? (rise > 0 ? 0.18 : 0.02) : 0.34) + rise * 0.1);
}

/** A bowl lit on its far wall, a rim lit on its near one, and pale dust thrown about. */
function withCraters({ craters, sun }: Ground, p: number, q: number, ground: number): number {
  let bump = ground;
  for (const crater of craters) {
    const ox = p - crater.x;
    const oy = q - crater.y;
    const reach = (ox * ox + oy * oy) / (crater.radius * crater.radius);
    if (reach > 1.7) continue;
    const r = Math.sqrt(reach);
    const wall = (ox * sun[0] + oy * sun[1]) / crater.radius;
    bump +=
      r < 1 ? -wall * 0.5 * smoothstep(0.1, 0.8, r) * smoothstep(1.05, 0.85, r) : wall * 0.3 * smoothstep(1.3, 1, r);
  }
  return bump;
}

const cloudAt = (noise: Noise, p: number, q: number): number =>
  smoothstep(0.02, 0.5, noise.fbm(p * 2 + noise.at(p * 2, q * 2) * 1.3 + 40, q * 3.2 + 7, 5, 0.58));

/** The colours of a world that has a name, from dark to light. */
function natureOf({ words }: Brief): readonly Colour[] | null {
  const codes = words.says('planet.mars')
    ? '#3a120a #6e2412 #a4421f #c9672f #dd8f52 #f0c79a'
    : words.says('planet.jupiter')
      ? '#5a3420 #8f5a36 #b98255 #d8b083 #ead0ae #f7ecd8'
      : words.says('planet.saturn')
        ? '#6e5636 #98794a #c0a068 #d9bf88 #ead9ae #f8efd6'
        : words.says('planet.neptune')
          ? '#12286a #1f4aa0 #2f74c8 #58a0e0 #8fc8ee #d4eefa'
          : words.says('planet.venus')
            ? '#5e3a14 #94602a #c08a44 #dcb06a #ecd09a #f9ecc8'
            : null;
  return codes === null ? null : codes.split(' ').map(hex);
}

interface Crater {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

function cratersOf(random: Random, count: number): Crater[] {
  return Array.from({ length: count }, () => {
    const a = random.between(0, Math.PI * 2);
    const away = Math.sqrt(random.next()) * 1.5;
    return { x: Math.cos(a) * away, y: Math.sin(a) * away, radius: 0.014 + random.next() ** 6 * 0.17 };
  });
}

/** Rings of ice: many bands of their own strength, cut by the globe's shadow. */
function ringsOf(
  random: Random,
  brief: Brief,
  globe: Globe,
  tilt: number,
): (canvas: Canvas, part: 'behind' | 'before') => void {
  const noise = new Noise(random);
  const { x: cx, y: cy, radius, sun } = globe;
  const slope = tilt + random.between(-0.12, 0.12);
  const [cos, sin] = [Math.cos(slope), Math.sin(slope)];
  const squash = random.between(0.16, 0.3);
  const [inner, outer] = [1.32, random.between(2.05, 2.35)];
  const outline = Path.of(
    Array.from({ length: 300 }, (_, n): Point => {
      const a = (n / 300) * Math.PI * 2;
      const [px, py] = [Math.cos(a) * outer * radius, Math.sin(a) * outer * radius * squash];
      return { x: cx + px * cos - py * sin, y: cy + px * sin + py * cos };
    }),
  );
  const pale = blend(brief.palette.light, brief.palette.inks[0], 0.35);
  const dusk = blend(brief.palette.inks[3], brief.palette.inks[1], 0.5);
  const bands = Float32Array.from({ length: 1025 }, (_, n) => {
    const r = n / 1024;
    const gap = 1 - 0.92 * Math.exp(-(((r - 0.62) / 0.022) ** 2)) - 0.6 * Math.exp(-(((r - 0.3) / 0.012) ** 2));
    const own = clamp01(0.55 + noise.fbm(r * 9, 2, 2) * 0.7 + noise.fbm(r * 60, 8, 3) * 0.35);
    return own * gap * smoothstep(0, 0.06, r) * smoothstep(1, 0.93, r);
  });
  return (canvas, part) => {
    const { pixels, topPx } = canvas;
    const { pxPerUnit } = canvas.frame;
    canvas.cover(outline, (i, covered, px, row) => {
      const dx = ((px + 0.5) / pxPerUnit - cx) / radius;
      const dy = ((row + topPx + 0.5) / pxPerUnit - cy) / radius;
      const along = dx * cos + dy * sin;
      const across = -dx * sin + dy * cos;
      if (part === 'before' ? across < 0 : across >= 0) return;
      const deep = across / squash;
      const r = Math.sqrt(along * along + deep * deep);
      const t = (r - inner) / (outer - inner);
      if (t <= 0 || t >= 1) return;
      const strength = bands[(t * 1024) | 0]!;
      // The globe's shadow lies away from the sun, as broad as the globe.
      const side = along * sun[1] - deep * sun[0];
      const behind = -(along * sun[0] + deep * 0.4 * sun[2]);
      const shadow = behind > 0 ? smoothstep(1.04, 0.94, Math.abs(side)) : 0;
      const lit = (1 - 0.92 * shadow) * 0.95;
      const alpha = strength * covered * 0.9;
      const rest = 1 - alpha;
      pixels[i] = pixels[i]! * rest + (dusk.r + (pale.r - dusk.r) * strength) * lit * alpha;
      pixels[i + 1] = pixels[i + 1]! * rest + (dusk.g + (pale.g - dusk.g) * strength) * lit * alpha;
      pixels[i + 2] = pixels[i + 2]! * rest + (dusk.b + (pale.b - dusk.b) * strength) * lit * alpha;
      pixels[i + 3] = pixels[i + 3]! * rest + alpha;
    });
  };
}
