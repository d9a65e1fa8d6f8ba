import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, lightnessOf, tune, type Colour } from '../../drawing/colour.ts';
import { clamp01, smoothstep } from '../../drawing/maths.ts';
import { Noise } from '../../drawing/noise.ts';
import { Path, type Point } from '../../drawing/path.ts';
import { Texture } from '../../drawing/texture.ts';
import type { Setting } from './setting.ts';

type Paint = (canvas: Canvas) => void;

/** The light ground of a print or a studio, whatever the hour of the palette. */
export const paperOf = ({ palette }: Brief): Colour =>
  lightnessOf(palette.ground) > 0.7
    ? palette.ground
    : blend(blend(palette.light, palette.sky[3], 0.25), { r: 0.9, g: 0.88, b: 0.84 }, 0.6);

/** A sweep of paper without a horizon, light pooled behind, and the shadow of what stands there. */
export function sweepOf(brief: Brief, setting: Setting): Paint {
  const { width, height } = brief.frame;
  const back = paperOf(brief);
  const edge = tune(blend(back, brief.palette.inks[0], 0.22), 0.82);
  const { x, y, scale } = setting;
  const shades = Array.from({ length: 9 }, (_, n) => {
    const grow = 1 - n * 0.09;
    return Path.of(
      Array.from({ length: 60 }, (_unused, i): Point => {
        const a = (i / 60) * Math.PI * 2;
        return { x: x + Math.cos(a) * scale * 44 * grow, y: y + 0.004 + Math.sin(a) * scale * 6 * grow };
      }),
    );
  });
  return (canvas) => {
    const { pixels, frame } = canvas;
    canvas.eachRow(0, height, (py, start) => {
      for (let px = 0, i = start; px < frame.widthPx; px++, i += 4) {
        const dx = ((px + 0.5) / frame.pxPerUnit - x) / Math.max(0.8, width * 0.62);
        const dy = (py - (y - scale * 55)) / 0.72;
        const floor = smoothstep(y - 0.05, y + 0.12, py) * 0.2;
        const t = clamp01(dx * dx + dy * dy - floor);
        pixels[i] = back.r + (edge.r - back.r) * t;
        pixels[i + 1] = back.g + (edge.g - back.g) * t;
        pixels[i + 2] = back.b + (edge.b - back.b) * t;
        pixels[i + 3] = 1;
      }
    });
    if (setting.land.horizon < height * 0.9) for (const shade of shades) canvas.fill(shade, tune(edge, 0.3), 0.07);
  };
}

/** Handmade paper for a print to lie on. */
export function sheetOf(brief: Brief): Paint {
  const noise = new Noise(brief.random.fork('sheet'));
  const fibre = new Texture(256, (x, y) => noise.fbm(x * 28, y * 28, 4, 0.7));
  const { r, g, b } = paperOf(brief);
  return (canvas) => {
    const { pixels, frame } = canvas;
    canvas.eachRow(0, brief.frame.height, (y, start) => {
      for (let px = 0, i = start; px < frame.widthPx; px++, i += 4) {
        const worn = 1 + fibre.at(((px + 0.5) / frame.pxPerUnit) * 2, y * 2) * 0.07;
        pixels[i] = r * worn;
        pixels[i + 1] = g * worn;
        pixels[i + 2] = b * worn;
        pixels[i + 3] = 1;
      }
    });
  };
}

/** Arches within arches, as over a gate, each in its own ink; the animal stands in the innermost. */
export function archesOf(brief: Brief, setting: Setting): Paint {
  const random = brief.random.fork('arches');
  const { width, height } = brief.frame;
  const { x, y, scale } = setting;
  const inks = [...brief.palette.inks].sort((a, b) => lightnessOf(a) - lightnessOf(b));
  const order = [4, 2, 3, 1, 5].slice(0, 4 + random.below(2));
  const foot = setting.land.horizon < height * 0.9 ? y : height + 0.1;
  const step = random.between(0.05, 0.065);
  const arches = order.map((ink, n) => {
    const half = scale * 54 + (order.length - 1 - n) * step;
    const rise = scale * 66 + (order.length - 1 - n) * step - half;
    const spring = Math.min(foot, y) - Math.max(0.02, rise);
    const points: Point[] = [{ x: x - half, y: foot }];
    for (let i = 0; i <= 60; i++) {
      const a = Math.PI + (i / 60) * Math.PI;
      points.push({ x: x + Math.cos(a) * half, y: spring + Math.sin(a) * half });
    }
    points.push({ x: x + half, y: foot });
    return { path: Path.of(points), colour: tune(inks[ink]!, 1, 0.92) };
  });
  const floor = new Path(Float64Array.of(-0.1, foot, width + 0.1, foot, width + 0.1, height + 0.2, -0.1, height + 0.2));
  const ground = tune(inks[0]!, 0.9);
  const sheet = sheetOf(brief);
  return (canvas) => {
    sheet(canvas);
    for (const { path, colour } of arches) canvas.fill(path, colour);
    canvas.fill(floor, ground);
    const { pixels, topPx } = canvas;
    const inner = arches[arches.length - 1]!.path;
    // A shade inside the gate, deeper to one side.
    canvas.cover(inner, (i, covered, px, row) => {
      const across = ((px + 0.5) / canvas.frame.pxPerUnit - inner.left) / (inner.right - inner.left);
      const down = ((row + topPx + 0.5) / canvas.frame.pxPerUnit - inner.top) / (inner.bottom - inner.top);
      const shade = 1 - 0.24 * smoothstep(0.7, 0, across + 0.25 * down) * covered;
      for (let c = 0; c < 3; c++) pixels[i + c] = pixels[i + c]! * shade;
    });
  };
}
