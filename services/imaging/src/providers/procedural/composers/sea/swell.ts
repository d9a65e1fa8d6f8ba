import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, brighten, lightnessOf, tune, type Colour } from '../../drawing/colour.ts';
import { clamp01, mix, smoothstep } from '../../drawing/maths.ts';
import { Noise } from '../../drawing/noise.ts';
import { Path, type Point } from '../../drawing/path.ts';
import type { Random } from '../../drawing/random.ts';
import { Texture } from '../../drawing/texture.ts';
import type { Land } from '../../scenery/land.ts';

type Paint = (canvas: Canvas) => void;

const ROWS = 10;
const STEPS = 2400;

/**
 * A running sea: rows of waves, small and pale at the horizon, great and dark before us, light through their crests,
 * foam where they break.
 */
export function swellOf(brief: Brief, land: Land, wild: number): Paint[] {
  const random = brief.random.fork('swell');
  const running: Running = {
    ...watersOf(brief, land),
    web: foamNetOf(random),
    land,
    wild,
    flat: brief.style === 'anime',
    width: brief.frame.width,
    height: brief.frame.height,
    hero: 6 + random.below(2),
    peak: brief.frame.width * random.between(0.28, 0.72),
  };
  return Array.from({ length: ROWS }, (_, n): Paint => {
    const wave = waveOf(running, random.fork(`row ${n}`), n);
    return (canvas) => paintWave(canvas, running, wave);
  });
}

/** What all waves of a picture have in common. */
interface Running extends Waters {
  /** Foam lies in it as in a net: bright where its threads are. */
  readonly web: Texture;
  readonly land: Land;
  readonly wild: number;
  /** Drawn with steps of light. */
  readonly flat: boolean;
  readonly width: number;
  readonly height: number;
  /** The row whose wave stands out, and where it is highest. */
  readonly hero: number;
  readonly peak: number;
}

interface Waters {
  readonly deep: Colour;
  /** Where light comes through the crests. */
  readonly through: Colour;
  /** Of the sky, on what lies flat. */
  readonly sheen: Colour;
  readonly foam: Colour;
}

function watersOf({ palette }: Brief, land: Land): Waters {
  const white = blend(blend({ r: 0.92, g: 0.94, b: 0.96 }, land.sky.at(0.7), 0.3), land.sun.colour, 0.25);
  return {
    deep: tune(blend(palette.water, land.sky.at(0.1), 0.35), land.night ? 0.62 : 0.66),
    through: tune(
      blend(palette.water, { r: 0.05, g: 0.5, b: 0.46 }, 0.35),
      (land.night ? 0.62 : 1.25) * Math.min(1.15, 0.62 / Math.max(0.3, lightnessOf(palette.water))),
    ),
    sheen: blend(land.sky.at(0.75), land.haze, 0.4),
    foam: tune(white, land.night ? 0.55 : 0.98),
  };
}

/** A net: bright where two noises cross zero. */
function foamNetOf(random: Random): Texture {
  const lace = new Noise(random.fork('lace'));
  return new Texture(512, (x, y) => {
    const a = Math.abs(lace.fbm(x * 14, y * 14, 3, 0.6));
    const b = Math.abs(lace.fbm(x * 22 + 40, y * 22, 2, 0.6));
    return 1 - Math.min(1, Math.min(a, b) * 6.5);
  });
}

interface Wave {
  readonly n: number;
  /** How near it is, from 0 to 1. */
  readonly t: number;
  readonly noise: Noise;
  readonly base: number;
  readonly amplitude: number;
  readonly stride: number;
  readonly slice: number;
  readonly crest: (x: number) => number;
  readonly top: number;
  readonly bottom: number;
  readonly dark: Colour;
  readonly bright: Colour;
  /** How readily its crest topples. */
  readonly breaking: number;
  readonly spray: readonly Drop[];
}

function waveOf(running: Running, pen: Random, n: number): Wave {
  const { land, wild, width, height, hero } = running;
  const { horizon } = land;
  const t = n / (ROWS - 1);
  const noise = new Noise(pen);
  const near = t ** 1.5;
  const base = n === 0 ? horizon : horizon + (height - horizon) * (0.015 + 0.98 * t ** 1.55) + 0.02 * t;
  const amplitude = mix(0.006, 0.15, near) * (0.45 + 0.85 * wild) * pen.between(0.85, 1.15);
  const stride = mix(9, 1.5, t ** 0.6);
  const slice = pen.between(0, 80);
  const rise = riseOf(running, noise, { stride, slice, way: pen.chance(0.5) ? 1 : -1, isHero: n === hero });
  const table = Float64Array.from({ length: STEPS + 2 }, (_, i) => base - amplitude * rise((i / STEPS) * width));
  const crest = (x: number): number => {
    const place = Math.min(STEPS, Math.max(0, (x / width) * STEPS));
    const at = place | 0;
    return table[at]! + (table[at + 1]! - table[at]!) * (place - at);
  };
  const bottom =
    n === ROWS - 1
      ? height
      : Math.min(
          height,
          horizon + (height - horizon) * (0.015 + 0.98 * ((n + 1) / (ROWS - 1)) ** 1.55) + 0.05 + amplitude * 0.4,
        );
  const away = 1 - t;
  return {
    n,
    t,
    noise,
    base,
    amplitude,
    stride,
    slice,
    crest,
    top: Math.min(...table),
    bottom,
    dark: blend(running.deep, running.sheen, away ** 2.2 * 0.62),
    bright: blend(running.through, running.sheen, away ** 2 * 0.5),
    breaking: (0.24 + 0.5 * wild) * (n === hero ? 1.5 : 1),
    spray: sprayOf(pen.fork('spray'), crest, base, amplitude, wild, t, width, n === hero),
  };
}

/** How high a wave stands at a place, in its amplitudes. */
function riseOf(
  { peak, wild }: Running,
  noise: Noise,
  { stride, slice, way, isHero }: { stride: number; slice: number; way: 1 | -1; isHero: boolean },
): (x: number) => number {
  return (x) => {
    const u = x * stride + slice;
    // Long backs that rise and sink, steeper on the side they run to; small water on them.
    const skew = u + noise.at(u * 0.5, 7) * 0.5 * way;
    const back = 0.5 + 0.62 * noise.fbm(skew * 0.46, slice, 2, 0.35);
    const chop =
      (1 - Math.abs(noise.at(u * 2.4, slice + 9))) ** 2 * 0.1 +
      (1 - Math.abs(noise.at(u * 6.3, slice + 19))) ** 2 * 0.04;
    const off = (x - peak) * way;
    const lump = isHero ? Math.exp(-((off / (off > 0 ? 0.22 : 0.5)) ** 2)) * (0.6 + 0.55 * wild) : 0;
    return Math.max(0, back) ** 1.35 * 0.95 + chop + lump - 0.4;
  };
}

function paintWave(canvas: Canvas, running: Running, wave: Wave): void {
  const { base, amplitude, crest, top, bottom, noise, stride } = wave;
  const { pixels, frame } = canvas;
  const { widthPx, pxPerUnit } = frame;
  const dx = 1 / pxPerUnit;
  if ((canvas.topPx + canvas.rows) * dx < top || canvas.topPx * dx > bottom) return;
  const crests = Float32Array.from({ length: widthPx }, (_, px) => crest((px + 0.5) * dx));
  const heights = Float32Array.from(crests, (y) => clamp01((base - y) / (amplitude + 1e-6)));
  const fall = Math.max(0.02, amplitude * 1.15);
  const water = new Float64Array(3);
  const { foam: foamColour } = running;
  canvas.eachRow(top - dx, bottom, (y, start) => {
    for (let px = 0, i = start; px < widthPx; px++, i += 4) {
      const below = y - crests[px]!;
      const covered = clamp01(below * pxPerUnit + 0.5);
      if (covered === 0) continue;
      const x = (px + 0.5) * dx;
      const down = below / fall;
      const high = heights[px]!;
      // The face: water drawn up, streaked along the way it rises.
      const streak =
        noise.at(x * stride * 5 + 3, down * 3.5 + high * 2) * 0.5 + noise.at(x * stride * 14, down * 9) * 0.3;
      readWater(running, wave, x, y, down, high, streak, water);
      const foam = foamAt(running, wave, x, down, high, streak);
      const shade = 0.74 + 0.26 * clamp01(0.7 + streak - down * 0.4);
      const r = water[0]! + (foamColour.r * shade - water[0]!) * foam;
      const g = water[1]! + (foamColour.g * shade - water[1]!) * foam;
      const b = water[2]! + (foamColour.b * shade - water[2]!) * foam;
      const rest = 1 - covered;
      pixels[i] = pixels[i]! * rest + r * covered;
      pixels[i + 1] = pixels[i + 1]! * rest + g * covered;
      pixels[i + 2] = pixels[i + 2]! * rest + b * covered;
      pixels[i + 3] = pixels[i + 3]! * rest + covered;
    }
  });
  for (const drop of wave.spray) canvas.fill(drop.path, foamColour, drop.opacity);
  if (wave.n === running.hero)
    canvas.glow(running.peak, base - amplitude * 1.1, 0.3, brighten(foamColour, 0.5), 0.05 * running.wild);
}

/** The water's colour at a place of the face: its light, the sky in it, and the sun's path over it. */
function readWater(
  { flat, sheen, land }: Running,
  { t, noise, slice, dark, bright }: Wave,
  x: number,
  y: number,
  down: number,
  high: number,
  streak: number,
  out: Float64Array,
): void {
  const { sun } = land;
  const away = 1 - t;
  const light = Math.exp(-Math.max(0, down) * 2.6) * (0.25 + 0.75 * high) + streak * 0.12;
  const ripple = noise.at(x * mix(60, 14, t), y * mix(200, 42, t) + slice);
  const mirrorSky =
    clamp01(0.22 + 0.3 * away + ripple * 0.34 - 0.2 * Math.exp(-Math.max(0, down) * 3)) * (0.3 + 0.5 * away);
  let s = flat ? (light > 0.42 ? 0.9 : light > 0.2 ? 0.45 : 0.06) : clamp01(light);
  s *= 0.95;
  let r = dark.r + (bright.r - dark.r) * s;
  let g = dark.g + (bright.g - dark.g) * s;
  let b = dark.b + (bright.b - dark.b) * s;
  r += (sheen.r - r) * mirrorSky;
  g += (sheen.g - g) * mirrorSky;
  b += (sheen.b - b) * mirrorSky;
  const aside = (x - sun.x) / (0.06 + 0.2 * t);
  const path = Math.exp(-aside * aside);
  if (path > 0.01) {
    const glitter = land.night ? 0.7 : 1.15;
    const glint = smoothstep(0.18, 0.6, ripple * 0.8 + streak * 0.5) * path * glitter * (1 - 0.45 * t);
    r += sun.colour.r * glint;
    g += sun.colour.g * glint;
    b += sun.colour.b * glint;
  }
  out[0] = r;
  out[1] = g;
  out[2] = b;
}

/** How much foam lies at a place: a crest that topples, a net of it left on the back and the face. */
function foamAt(
  { web, wild }: Running,
  { t, noise, slice, stride, breaking }: Wave,
  x: number,
  down: number,
  high: number,
  streak: number,
): number {
  const u = x * mix(3.2, 0.9, t ** 0.7);
  const v = (down * 0.34 + high * 0.12) * mix(0.6, 0.9, t) + slice;
  const net = web.at(u * 0.8 + streak * 0.02, v * 2.2);
  const topple = smoothstep(0.5 - 0.32 * wild, 1 - 0.2 * wild, high) * breaking;
  const ragged = noise.at(x * stride * 7, slice) * 0.5 + noise.at(x * stride * 19, slice + 3) * 0.3;
  const lip =
    smoothstep((0.1 + 0.34 * topple) * (0.75 + ragged), 0, down) * smoothstep(0.08, 0.34, topple + ragged * 0.1);
  // It runs down the face in threads, and lies in a thin net on the backs.
  const thread = smoothstep(
    0.1,
    0.55,
    noise.at(x * stride * 16 + streak, down * 1.3 + slice) + 0.5 * topple - down * 0.55,
  );
  const left =
    smoothstep(0.8, 1, net) * (0.12 + 0.3 * topple) * (0.2 + 0.6 * t) + thread * topple * 0.5 * (0.5 + 0.5 * net);
  return clamp01(lip * (0.7 + 0.35 * net) + left * 0.8);
}

interface Drop {
  readonly path: Path;
  readonly opacity: number;
}

/** Drops torn from the crests, more where they are high. */
function sprayOf(
  random: Random,
  crest: (x: number) => number,
  base: number,
  amplitude: number,
  wild: number,
  t: number,
  width: number,
  hero: boolean,
): Drop[] {
  const drops: Drop[] = [];
  const tries = Math.round((hero ? 1500 : 420) * wild * t);
  for (let n = 0; n < tries; n++) {
    const x = random.next() * width;
    const y = crest(x);
    const high = (base - y) / amplitude;
    if (high < 0.5 + random.next() * 0.5) continue;
    const fly = random.next() ** 2 * amplitude * 0.5;
    const size = (0.0006 + random.next() ** 4 * 0.004) * (0.4 + t);
    const centre: Point = {
      x: x + fly * random.between(-0.2, 0.9),
      y: y - fly * random.between(0.1, 0.9) + amplitude * 0.03,
    };
    drops.push({ path: Path.circle(centre.x, centre.y, size, 7), opacity: random.between(0.25, 0.85) });
  }
  return drops;
}
