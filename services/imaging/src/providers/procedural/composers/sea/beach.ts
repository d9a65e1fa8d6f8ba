import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, tune, type Colour } from '../../drawing/colour.ts';
import { clamp01, mix, smoothstep } from '../../drawing/maths.ts';
import { Noise } from '../../drawing/noise.ts';
import type { Random } from '../../drawing/random.ts';
import { Texture } from '../../drawing/texture.ts';
import type { Land } from '../../scenery/land.ts';

/** A line of foam that a wave left. */
interface Line {
  /** How far out it lies. */
  readonly at: number;
  readonly breadth: number;
  readonly slice: number;
  /** How far it ran up, by the place along the shore. */
  readonly swash: Float64Array;
}

interface Tones {
  readonly dry: Colour;
  readonly wet: Colour;
  readonly shoal: Colour;
  readonly white: Colour;
  readonly sky: Colour;
}

interface Beach extends Tones {
  readonly land: Land;
  readonly noise: Noise;
  /** Foam lies as a net: bright where two noises cross zero. */
  readonly lace: Texture;
  readonly grit: Texture;
  readonly lines: readonly Line[];
}

/** Places along the shore at which it is computed. */
const STEPS = 1600;

/** Sand that the sea runs up: shallows, lines of foam, the wet that mirrors the sky, and the dry with its ripples. */
export function beachOf(brief: Brief, land: Land): (canvas: Canvas) => void {
  const random = brief.random.fork('beach');
  const noise = new Noise(random);
  const { width, height } = brief.frame;
  const { horizon } = land;
  const slope = random.between(-0.16, 0.16);
  const slice = random.between(0, 50);
  const span = height - horizon;
  const shore = (x: number): number =>
    horizon +
    span * 0.58 +
    (x - width / 2) * slope +
    noise.fbm(x * 1.6 + slice, slice, 3, 0.45) * 0.09 +
    noise.fbm(x * 6, slice, 2) * 0.012;
  const beach: Beach = {
    ...tonesOf(brief, land),
    land,
    noise,
    lines: linesOf(random, noise, width),
    lace: new Texture(512, (x, y) => {
      const a = Math.abs(noise.fbm(x * 13, y * 13, 3, 0.6));
      const b = Math.abs(noise.fbm(x * 21 + 40, y * 21, 2, 0.6));
      return 1 - Math.min(1, Math.min(a, b) * 6);
    }),
    grit: new Texture(256, (x, y) => noise.fbm(x * 30, y * 30, 4, 0.7)),
  };
  const table = Float64Array.from({ length: STEPS + 2 }, (_, i) => shore((i / STEPS) * width));
  return (canvas) => {
    const { pixels, frame } = canvas;
    const { widthPx, pxPerUnit } = frame;
    const dx = 1 / pxPerUnit;
    const colour = new Float64Array(3);
    const foam = { cover: 0, shade: 0 };
    canvas.eachRow(horizon + span * 0.12, height, (y, start) => {
      const down = (y - horizon) / span;
      // Foreshortening: what is farther lies flatter.
      const squash = mix(0.42, 1, clamp01(down));
      for (let px = 0, i = start; px < widthPx; px++, i += 4) {
        const x = (px + 0.5) * dx;
        const cell = Math.min(STEPS, (x / width) * STEPS) | 0;
        const past = (y - table[cell]!) / squash;
        if (past < -0.34) continue;
        colour[0] = pixels[i]!;
        colour[1] = pixels[i + 1]!;
        colour[2] = pixels[i + 2]!;
        const grain = 1 + beach.grit.at(x * 4.2, y * 8) * 0.16;
        layShallows(beach, past, grain, colour);
        if (past > 0) laySand(beach, { x, y, past, down, grain, covered: clamp01(past * squash * pxPerUnit) }, colour);
        readFoam(beach, x, past, cell, foam);
        for (let c = 0; c < 3; c++) colour[c]! *= 1 - foam.shade;
        pixels[i] = colour[0] + (beach.white.r - colour[0]) * foam.cover;
        pixels[i + 1] = colour[1] + (beach.white.g - colour[1]) * foam.cover;
        pixels[i + 2] = colour[2] + (beach.white.b - colour[2]) * foam.cover;
        pixels[i + 3] = 1;
      }
    });
  };
}

function tonesOf({ palette }: Brief, land: Land): Tones {
  const sand = blend(blend({ r: 0.62, g: 0.47, b: 0.3 }, land.haze, 0.25), palette.sky[3], 0.22);
  return {
    dry: tune(blend(sand, land.sun.colour, 0.12), land.night ? 0.42 : 0.96),
    wet: tune(blend(sand, palette.water, 0.2), land.night ? 0.28 : 0.62),
    shoal: tune(blend(palette.water, { r: 0.14, g: 0.62, b: 0.58 }, 0.4), land.night ? 0.55 : 1.08),
    white: tune(
      blend(blend({ r: 0.95, g: 0.96, b: 0.97 }, land.sky.at(0.7), 0.2), land.sun.colour, 0.25),
      land.night ? 0.6 : 1,
    ),
    sky: blend(land.sky.at(0.7), land.haze, 0.4),
  };
}

function linesOf(random: Random, noise: Noise, width: number): Line[] {
  return Array.from({ length: 4 }, (_, n) => ({
    at: n * 0.085 + random.between(0, 0.03) + n * n * 0.012,
    breadth: 0.012 + 0.012 * random.next() + (n === 0 ? 0.012 : 0),
    slice: random.between(0, 60),
  })).map((line) => ({
    ...line,
    swash: Float64Array.from(
      { length: STEPS + 2 },
      (_, i) => noise.fbm((i / STEPS) * width * (1.1 + line.slice * 0.02) + line.slice, line.slice, 4, 0.55) * 0.085,
    ),
  }));
}

/** Water over the sand; the bed shows through what is thin. */
function layShallows({ shoal, wet }: Beach, past: number, grain: number, colour: Float64Array): void {
  let r = colour[0]!;
  let g = colour[1]!;
  let b = colour[2]!;
  const shallow = smoothstep(-0.32, -0.01, past) * 0.82;
  r += (shoal.r * 0.7 + r * 0.45 - r) * shallow;
  g += (shoal.g * 0.7 + g * 0.45 - g) * shallow;
  b += (shoal.b * 0.7 + b * 0.45 - b) * shallow;
  const thin = smoothstep(-0.08, 0.0, past) * 0.72;
  r += (wet.r * grain - r) * thin;
  g += (wet.g * grain - g) * thin;
  b += (wet.b * grain - b) * thin;
  colour[0] = r;
  colour[1] = g;
  colour[2] = b;
}

/** A place on the sand. */
interface Spot {
  readonly x: number;
  readonly y: number;
  /** How far up it is from the water. */
  readonly past: number;
  /** How far down the picture, from the horizon. */
  readonly down: number;
  readonly grain: number;
  /** How much of the pixel it covers. */
  readonly covered: number;
}

/** Sand above the water: wet and a mirror at first, dry and rippled farther up. */
function laySand({ land, noise, wet, dry, sky }: Beach, spot: Spot, colour: Float64Array): void {
  const { x, y, past, down, grain, covered } = spot;
  const { sun } = land;
  const dryness = smoothstep(0.05, 0.19, past + noise.at(x * 5, y * 9) * 0.02);
  const ripples = noise.at(x * 9 + noise.at(x * 4, y * 8) * 1.4, y * 46) * 0.11 * dryness;
  const worn = grain + ripples;
  const mirror = (1 - dryness) * (0.62 - 0.25 * down);
  const shine = Math.exp(-(((x - sun.x) / 0.14) ** 2)) * (1 - dryness) * (land.night ? 0.3 : 0.5);
  const r = (wet.r + (dry.r - wet.r) * dryness) * worn;
  const g = (wet.g + (dry.g - wet.g) * dryness) * worn;
  const b = (wet.b + (dry.b - wet.b) * dryness) * worn;
  colour[0]! += (r + (sky.r - r) * mirror + sun.colour.r * shine * 0.5 - colour[0]!) * covered;
  colour[1]! += (g + (sky.g - g) * mirror + sun.colour.g * shine * 0.5 - colour[1]!) * covered;
  colour[2]! += (b + (sky.b - b) * mirror + sun.colour.b * shine * 0.5 - colour[2]!) * covered;
}

/** How much foam covers a place, and how dark it is just before the foam. */
function readFoam(
  { lines, noise, lace }: Beach,
  x: number,
  past: number,
  cell: number,
  out: { cover: number; shade: number },
): void {
  out.cover = 0;
  out.shade = 0;
  for (let n = 0; n < lines.length; n++) {
    const line = lines[n]!;
    const off = past + line.at - line.swash[cell]!;
    if (off > 0.02 || off < -0.11) continue;
    // A sharp edge towards the sand, a net that thins out behind it.
    const torn = 0.55 + noise.at(x * 3.1 + line.slice, n * 7.7) * 0.75;
    const strength = n === 0 ? 1 : clamp01(torn + 0.1);
    const edge = smoothstep(0.0015, -0.0015, off) * smoothstep(-line.breadth * (0.5 + torn), -0.001, off);
    const thin = off < 0 ? smoothstep(-0.11, -0.004, off) : 0;
    const net = lace.at(x * 2.6 + n * 0.37, (past + line.at) * 5.2 + line.slice);
    const lacy = smoothstep(1 - 0.62 * thin, 1.02 - 0.3 * thin, net) * smoothstep(0, 0.15, thin);
    out.cover = Math.max(out.cover, (edge * (0.66 + 0.36 * net) + lacy * 0.72 * (1 - edge)) * strength);
    out.shade = Math.max(out.shade, off > 0 ? smoothstep(0.012, 0, off) * 0.35 : 0);
  }
}
