import type { models } from '@easel/contracts/generation/policy';
import type { Canvas } from './drawing/canvas.ts';
import type { Finish } from './drawing/develop.ts';
import { smoothstep } from './drawing/maths.ts';
import { Means } from './drawing/means.ts';

export type Model = (typeof models)[number];

/** The hand of a model: how it treats every picture, whatever it shows. */
export interface Hand {
  readonly finish: Partial<Finish>;
  /** How far around a pixel it looks, in units of the picture. */
  readonly reach: number;
  /** Fills `to`, a part of the rows of `from`, whose pixels it may look at as far as it reaches. */
  readonly treat: ((from: Canvas, to: Canvas, reachPx: number) => void) | null;
}

const hand = (finish: Partial<Finish>, reach = 0, treat: Hand['treat'] = null): Hand => ({ finish, reach, treat });

export const hands: Readonly<Record<Model, Hand>> = {
  auto: hand({}),
  realism: hand({ grain: 2.6, vignette: 0.24, split: 0.035, contrast: 1.07, saturation: 0.94 }),
  fluid: hand({ saturation: 1.08, grain: 1 }, 0.011, painted),
  zen: hand({ saturation: 0.8, grain: 1.2, vignette: 0.05 }, 0.006, drawn),
  flexible: hand({ saturation: 1.16, grain: 0.4, vignette: 0.02 }, 0.005, cutOut),
  super_real: hand({ contrast: 1.12, saturation: 1.16, grain: 0.8 }, 0.012, sharpened),
  editorial_portraits: hand({ saturation: 0, contrast: 1.22, grain: 3, vignette: 0.3, split: 0.018 }),
};

const lightOf = (pixels: Float32Array, at: number): number =>
  Math.sqrt(Math.max(0, 0.3 * pixels[at]! + 0.59 * pixels[at + 1]! + 0.11 * pixels[at + 2]!));

/** Calls for each pixel of `to`, with its place in it and where it lies in `from`. */
function each(from: Canvas, to: Canvas, paint: (at: number, px: number, row: number) => void): void {
  const { widthPx } = to.frame;
  const down = to.topPx - from.topPx;
  for (let row = 0; row < to.rows; row++)
    for (let px = 0; px < widthPx; px++) paint((row * widthPx + px) * 4, px, row + down);
}

const channelsOf = (from: Canvas): Means[] =>
  [0, 1, 2, 3].map((channel) => new Means(from, (pixels, at) => pixels[at + channel]!));

/**
 * Each place takes the colour of the calmest of the four corners around it, as a brush does: edges stay, grain is gone.
 */
function painted(from: Canvas, to: Canvas, reach: number): void {
  const channels = channelsOf(from);
  const spreads = spreadsOf(from, reach);
  const { pixels } = to;
  const { widthPx } = to.frame;
  each(from, to, (at, px, row) => {
    let calmest = spreads[row * widthPx + px]!;
    let [left, top] = [px, row];
    for (let corner = 0; corner < 3; corner++) {
      const x = corner === 1 ? px : px - reach;
      const y = corner === 2 ? row : row - reach;
      // There is nothing beyond the picture's own edge.
      if (x < 0 || y < 0) continue;
      const spread = spreads[y * widthPx + x]!;
      if (spread >= calmest) continue;
      calmest = spread;
      left = x;
      top = y;
    }
    for (let c = 0; c < 4; c++) pixels[at + c] = channels[c]!.between(left, top, left + reach, top + reach);
  });
}

/** How uneven the light is in the square that begins at each pixel: each is asked for four times. */
function spreadsOf(from: Canvas, reach: number): Float32Array {
  const light = new Means(from, lightOf);
  const squares = new Means(from, (pixels, at) => lightOf(pixels, at) ** 2);
  const { widthPx } = from.frame;
  const spreads = new Float32Array(widthPx * from.rows);
  for (let row = 0, i = 0; row < from.rows; row++)
    for (let px = 0; px < widthPx; px++, i++) {
      const mean = light.between(px, row, px + reach, row + reach);
      spreads[i] = squares.between(px, row, px + reach, row + reach) - mean * mean;
    }
  return spreads;
}

const TONES = 5;

/** Painted, and then cut from papers of a few tones. */
function cutOut(from: Canvas, to: Canvas, reach: number): void {
  painted(from, to, reach);
  const { pixels } = to;
  for (let at = 0; at < pixels.length; at += 4) {
    const light = lightOf(pixels, at);
    if (light <= 0.001) continue;
    const place = Math.min(1.2, light) * TONES;
    const step = Math.floor(place) + smoothstep(0.42, 0.58, place - Math.floor(place));
    const toned = (Math.max(0.35, step) / TONES / light) ** 2;
    for (let c = 0; c < 3; c++) pixels[at + c] = pixels[at + c]! * toned;
  }
}

const PAPER = [0.9, 0.87, 0.79] as const;
const INK = [0.022, 0.024, 0.035] as const;

/** A pen follows what is darker than its surroundings; a thin wash of colour lies under it. */
function drawn(from: Canvas, to: Canvas, reach: number): void {
  const light = new Means(from, lightOf);
  const channels = channelsOf(from);
  const fine = Math.max(1, Math.round(reach / 6));
  const wash = Math.max(1, Math.round(reach / 2));
  const { pixels } = to;
  const source = from.pixels;
  const { widthPx } = to.frame;
  each(from, to, (at, px, row) => {
    const alpha = Math.min(1, source[(row * widthPx + px) * 4 + 3]!);
    const near = light.around(px, row, fine);
    const far = light.around(px, row, reach);
    const line = smoothstep(0.012, 0.055, far - near) + 0.5 * smoothstep(0.2, 0.05, near);
    const ink = Math.min(1, line) * alpha;
    for (let c = 0; c < 3; c++) {
      const tint = channels[c]!.around(px, row, wash) * 0.6 + PAPER[c]! * 0.4 * alpha;
      pixels[at + c] = tint * (1 - ink) + INK[c]! * ink;
    }
    pixels[at + 3] = alpha;
  });
}

const CLARITY = 0.6;

/** What differs from its surroundings does so more. */
function sharpened(from: Canvas, to: Canvas, reach: number): void {
  const channels = channelsOf(from);
  const { pixels } = to;
  const source = from.pixels;
  const { widthPx } = to.frame;
  each(from, to, (at, px, row) => {
    const here = (row * widthPx + px) * 4;
    for (let c = 0; c < 3; c++) {
      const own = source[here + c]!;
      pixels[at + c] = Math.max(0, own + (own - channels[c]!.around(px, row, reach)) * CLARITY);
    }
    pixels[at + 3] = source[here + 3]!;
  });
}
