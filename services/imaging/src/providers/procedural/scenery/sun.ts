import type { Brief } from '../brief.ts';
import type { Canvas } from '../drawing/canvas.ts';
import { blend, tune } from '../drawing/colour.ts';
import { smoothstep } from '../drawing/maths.ts';
import { Noise } from '../drawing/noise.ts';
import { Path } from '../drawing/path.ts';
import type { Land } from './land.ts';

/** The great sun's face: bright above, sinking into the colours of the horizon, thin cloud across it. */
export function sunOf(brief: Brief, land: Land): (canvas: Canvas) => void {
  const noise = new Noise(brief.random.fork('sun'));
  const { x, y, radius, colour } = land.sun;
  const disc = Path.circle(x, y, radius * 1.05, 240);
  const upper = tune(blend(colour, brief.palette.light, 0.6), 1.04);
  const lower = blend(blend(brief.palette.sky[3], brief.palette.inks[1], 0.22), colour, 0.2);
  return (canvas) => {
    const { pixels, topPx } = canvas;
    const { pxPerUnit } = canvas.frame;
    canvas.cover(disc, (i, covered, px, row) => {
      const px1 = (px + 0.5) / pxPerUnit;
      const py1 = (row + topPx + 0.5) / pxPerUnit;
      const down = (py1 - y) / radius / 2 + 0.5;
      const haze = noise.fbm(px1 * 2.2, py1 * 15, 3) * 0.16;
      const t = smoothstep(0.12, 1.02, down + haze);
      const alpha = covered * 0.94;
      pixels[i] = pixels[i]! + (upper.r + (lower.r - upper.r) * t - pixels[i]!) * alpha;
      pixels[i + 1] = pixels[i + 1]! + (upper.g + (lower.g - upper.g) * t - pixels[i + 1]!) * alpha;
      pixels[i + 2] = pixels[i + 2]! + (upper.b + (lower.b - upper.b) * t - pixels[i + 2]!) * alpha;
    });
  };
}
