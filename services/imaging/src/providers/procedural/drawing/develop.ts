import type { Canvas } from './canvas.ts';
import { toDisplay } from './colour.ts';
import { Random } from './random.ts';

/** How the finished light becomes a picture. */
export interface Finish {
  /** Times the light. */
  exposure: number;
  /** 1 leaves it, above steepens around the middle tones. */
  contrast: number;
  /** 1 leaves it, 0 is grey. */
  saturation: number;
  /** Deviation of the film's grain, in 255ths. */
  grain: number;
  /** How much darker the corners are, 0 to 1. */
  vignette: number;
  /** Added to the display value of shadows (blue) and highlights (warm), 0 to about 0.06: the look of graded film. */
  split: number;
}

export const plainFinish: Finish = { exposure: 1, contrast: 1, saturation: 1, grain: 1.6, vignette: 0.12, split: 0 };

const TONE_STEPS = 4096;
/** Light above this is white. */
const TONE_TOP = 4;
const GRAIN_SIDE = 256;

/**
 * Turns linear bands into bytes: tone curve, grading, vignette, and grain, which also hides the steps of eight bits.
 */
export class Development {
  readonly #tones = new Float32Array(TONE_STEPS + 2);
  readonly #grain = new Float32Array(GRAIN_SIDE * GRAIN_SIDE);
  readonly #finish: Finish;

  constructor(finish: Finish) {
    this.#finish = finish;
    for (let step = 0; step <= TONE_STEPS + 1; step++) {
      // Steps are even in the light's root: as many for the shadows as the eye has.
      const light = (step / TONE_STEPS) ** 2 * TONE_TOP * finish.exposure;
      this.#tones[step] = curve(toDisplay(shoulder(light)), finish.contrast) * 255;
    }
    const random = new Random('grain');
    for (let i = 0; i < this.#grain.length; i++) this.#grain[i] = random.bell() * finish.grain;
  }

  /** Writes the band's rows into `out` (the whole picture's bytes): RGBA where `channels` is 4, else RGB. */
  write(canvas: Canvas, out: Uint8ClampedArray, channels: 3 | 4): void {
    const { frame, topPx, rows, pixels } = canvas;
    const { widthPx, heightPx } = frame;
    const { saturation, vignette, split } = this.#finish;
    const tones = this.#tones;
    const scale = TONE_STEPS / Math.sqrt(TONE_TOP);
    for (let row = 0; row < rows; row++) {
      const y = row + topPx;
      const dy = (2 * (y + 0.5)) / heightPx - 1;
      const grainRow = (Math.imul(y, 0x9e3779b1) >>> 8) & 255;
      const grainLine = (y & 255) * GRAIN_SIDE;
      let from = row * widthPx * 4;
      let to = y * widthPx * channels;
      for (let px = 0; px < widthPx; px++, from += 4, to += channels) {
        const alpha = channels === 4 ? pixels[from + 3]! : 1;
        if (channels === 4) {
          out[to + 3] = alpha * 255;
          if (alpha <= 0) continue;
        }
        const dx = (2 * (px + 0.5)) / widthPx - 1;
        const far = (dx * dx + dy * dy) * 0.5;
        const light = (1 - vignette * far * far) / (alpha > 1 ? 1 : alpha);
        const r = tone(tones, pixels[from]! * light, scale);
        const g = tone(tones, pixels[from + 1]! * light, scale);
        const b = tone(tones, pixels[from + 2]! * light, scale);
        const grey = 0.3 * r + 0.59 * g + 0.11 * b;
        const speck = this.#grain[grainLine + ((px + grainRow) & 255)]!;
        const warmth = split * (grey - 110);
        out[to] = grey + (r - grey) * saturation + warmth + speck;
        out[to + 1] = grey + (g - grey) * saturation + warmth * 0.25 + speck;
        out[to + 2] = grey + (b - grey) * saturation - warmth * 0.8 + speck;
      }
    }
  }
}

function tone(tones: Float32Array, light: number, scale: number): number {
  if (!(light > 0)) return tones[0]!;
  const place = Math.sqrt(light) * scale;
  if (place >= TONE_STEPS) return tones[TONE_STEPS]!;
  const step = place | 0;
  const low = tones[step]!;
  return low + (tones[step + 1]! - low) * (place - step);
}

/** Straight up to 0.8, then bent so that what shines still has shape: 4 and above is white. */
function shoulder(light: number): number {
  if (light <= 0.8) return light;
  return 0.8 + 0.2 * (1 - Math.exp(-(light - 0.8) / 0.6));
}

/** An S around the middle grey of the display, bounds kept. */
function curve(value: number, contrast: number): number {
  if (contrast === 1) return value;
  return value < 0.5 ? 0.5 * (2 * value) ** contrast : 1 - 0.5 * (2 * (1 - value)) ** contrast;
}
