import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, Ramp, tune } from '../../drawing/colour.ts';
import { clamp01, smoothstep } from '../../drawing/maths.ts';
import { Noise } from '../../drawing/noise.ts';
import { Path, type Point } from '../../drawing/path.ts';
import { conifer } from '../../scenery/trees.ts';
import type { Setting } from './setting.ts';

/**
 * For cloth: a sun in the palette's colours, worn as an old print is, with a strip of ground for the animal to stand
 * on, wooded unless the country is `open`.
 */
export function discOf(brief: Brief, setting: Setting, open: boolean): (canvas: Canvas) => void {
  const random = brief.random.fork('disc');
  const noise = new Noise(random);
  const { width, height } = brief.frame;
  const { palette } = brief;
  const radius = 0.35;
  const [cx, cy] = [width / 2, height / 2 - 0.05];
  const disc = Path.circle(cx, cy, radius, 240);
  const ramp = new Ramp([
    [0, blend(palette.light, palette.inks[1], 0.35)],
    [0.5, blend(palette.inks[1], palette.sky[3], 0.5)],
    [1, tune(blend(palette.inks[2], palette.sky[2], 0.4), 0.95)],
  ]);
  const foot = Math.min(setting.y, cy + radius * 0.92);
  const stands = setting.land.horizon < height * 0.9;
  const half = 0.4;
  const strip = Path.of([
    ...Array.from({ length: 80 }, (_, n): Point => {
      const t = (n / 79) * 2 - 1;
      return { x: cx + t * half, y: foot - 0.006 + t * t * 0.02 + noise.fbm(t * 6, 3, 3) * 0.006 };
    }),
    ...Array.from({ length: 80 }, (_, n): Point => {
      const t = 1 - (n / 79) * 2;
      return { x: cx + t * half, y: foot + 0.02 + (1 - t * t) * 0.035 + noise.fbm(t * 9, 9, 4, 0.6) * 0.022 };
    }),
  ]);
  const dark = tune(blend(palette.inks[0], { r: 0.01, g: 0.01, b: 0.015 }, 0.8), 0.8);
  const trees =
    stands && !open
      ? Array.from({ length: 9 }, () => {
          const side = random.chance(0.5) ? 1 : -1;
          const out = random.between(0.2, 0.34);
          return conifer(random, cx + side * out, foot + 0.008, random.between(0.1, 0.26));
        })
      : [];
  return (canvas) => {
    const { pixels, topPx } = canvas;
    const { pxPerUnit } = canvas.frame;
    const colour = new Float32Array(3);
    canvas.cover(disc, (i, covered, px, row) => {
      const x = (px + 0.5) / pxPerUnit;
      const y = (row + topPx + 0.5) / pxPerUnit;
      const t = clamp01((y - cy) / radius / 2 + 0.5);
      // Stripes widen downwards; worn specks let the cloth through.
      const stripe =
        t > 0.52 ? smoothstep((t - 0.52) * 0.75 - 0.03, (t - 0.52) * 0.75 + 0.03, ((t - 0.52) * 15) % 1) : 1;
      const worn = smoothstep(0.62, 0.48, noise.fbm(x * 26, y * 26, 4, 0.7) + 0.1 * t);
      ramp.read(t, colour, 0);
      const alpha = covered * stripe * worn;
      const rest = 1 - alpha;
      for (let c = 0; c < 3; c++) pixels[i + c] = pixels[i + c]! * rest + colour[c]! * alpha;
      pixels[i + 3] = pixels[i + 3]! * rest + alpha;
    });
    if (!stands) return;
    for (const tree of trees) canvas.fill(tree, dark);
    canvas.fill(strip, dark);
  };
}
