import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, lightnessOf, tune, type Colour } from '../../drawing/colour.ts';

/** The lamps of a town, out of a brief's palette. */
export interface Lights {
  /** Behind windows, warm to cold. */
  readonly windows: readonly [Colour, Colour, Colour];
  /** Tubes of coloured light. */
  readonly neon: readonly [Colour, Colour, Colour, Colour];
  /** 0 by day, 1 at night: how many lamps are lit and how much they shine. */
  readonly lit: number;
}

export function lightsOf({ palette, words }: Brief): Lights {
  const amber: Colour = { r: 1, g: 0.56, b: 0.2 };
  const neonTown = words.says('city.neon');
  const bright = (colour: Colour): Colour => tune(colour, 0.74 / Math.max(0.3, lightnessOf(colour)), 1.25);
  const [a, b, c, d] = palette.inks;
  const low = lightnessOf(palette.sky[3]);
  return {
    windows: [
      blend(amber, palette.light, 0.25),
      blend(amber, palette.light, 0.6),
      neonTown ? bright(c) : blend(palette.light, { r: 0.7, g: 0.85, b: 1 }, 0.5),
    ],
    neon: [bright(a), bright(b), bright(c), bright(d)],
    lit: palette.night
      ? 1
      : words.says('city.lit')
        ? 0.85
        : low < 0.78
          ? 0.5
          : lightnessOf(palette.sky[1]) < 0.55
            ? 0.45
            : 0.08,
  };
}

/**
 * Air between one row of things and the next: a colour that gathers towards the foot, from nothing at `top` to
 * `strength` at `bottom`.
 */
export function veil(canvas: Canvas, top: number, bottom: number, { r, g, b }: Colour, strength: number): void {
  const { pixels, frame } = canvas;
  canvas.eachRow(top, bottom, (y, start) => {
    const t = Math.min(1, Math.max(0, (y - top) / (bottom - top)));
    const share = t * t * strength;
    for (let i = start; i < start + frame.widthPx * 4; i += 4) {
      pixels[i] = pixels[i]! + (r - pixels[i]!) * share;
      pixels[i + 1] = pixels[i + 1]! + (g - pixels[i + 1]!) * share;
      pixels[i + 2] = pixels[i + 2]! + (b - pixels[i + 2]!) * share;
    }
  });
}
