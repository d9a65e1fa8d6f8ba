import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, tune, type Colour } from '../../drawing/colour.ts';
import { Field } from '../../drawing/field.ts';
import { clamp, mix, smoothstep } from '../../drawing/maths.ts';
import { Noise } from '../../drawing/noise.ts';
import { Path, type Point } from '../../drawing/path.ts';
import type { Random } from '../../drawing/random.ts';
import { Texture } from '../../drawing/texture.ts';
import type { Land } from '../../scenery/land.ts';
import type { Globe } from './planet.ts';

/** The ground at the viewer's feet: where it begins, and how far down it reaches. */
interface Place {
  readonly top: number;
  readonly deep: number;
  readonly width: number;
  readonly crest: (x: number) => number;
}

/** Dust and stones at the viewer's feet, in the light of the globe above. */
export function soilOf(
  brief: Brief,
  land: Land,
  top: number,
  globe: Globe,
): { crest: (x: number) => number; paint: (canvas: Canvas) => void } {
  const random = brief.random.fork('soil');
  const noise = new Noise(random);
  const { width, height } = brief.frame;
  const slice = random.between(0, 40);
  const crest = (x: number): number =>
    top + noise.fbm(x * 1.1 + slice, slice, 3, 0.4) * 0.05 + noise.fbm(x * 16, slice, 3) * 0.003;
  const place: Place = { top, deep: height - top, width, crest };
  const ground = groundOf(place, height);
  const light = reliefOf(place, noise, pitsOf(random, width), globe);
  const grit = new Texture(256, (x, y) => noise.fbm(x * 22, y * 22, 4, 0.7));
  const dark = tune(blend(land.near, land.haze, 0.12), 0.72);
  const lit = blend(blend(land.far, land.haze, 0.5), brief.palette.light, 0.22);
  const stones = stonesOf(random, place, globe);
  return {
    crest,
    paint(canvas) {
      canvas.fill(ground, dark);
      shine(canvas, place, globe, { ground, light, grit, lit });
      for (const { body, cap } of stones) {
        canvas.fill(body, tune(dark, 0.75));
        canvas.fill(cap, lit, 0.3);
      }
    },
  };
}

function groundOf({ width, crest }: Place, height: number): Path {
  const outline: Point[] = [{ x: -0.1, y: height + 0.2 }];
  for (let n = 0; n <= 400; n++) {
    const x = -0.1 + (n / 400) * (width + 0.2);
    outline.push({ x, y: crest(x) });
  }
  outline.push({ x: width + 0.1, y: height + 0.2 });
  return Path.of(outline);
}

interface Pit {
  readonly x: number;
  /** From the horizon (0) to the viewer (1). */
  readonly down: number;
  readonly radius: number;
}

const pitsOf = (random: Random, width: number): Pit[] =>
  Array.from({ length: 46 }, () => {
    const down = random.next() ** 1.4;
    return { x: random.next() * width, down, radius: mix(0.02, 0.12, down) * (0.3 + random.next() ** 3) };
  });

/** How the ground leans to the globe's light: rough, with the walls of its pits. */
function reliefOf({ top, deep, width }: Place, noise: Noise, pits: readonly Pit[], globe: Globe): Field {
  return new Field({ left: 0, top: top - 0.1, width, height: deep + 0.1 }, 420, (x, y) => {
    const down = Math.max(0.03, (y - top + 0.03) / deep);
    const u = (x - width / 2) / (down + 0.3);
    const v = 2.2 / (down + 0.3);
    let rise = noise.fbm(u * 1.1, v * 2.2, 5, 0.55) * 0.5;
    for (const pit of pits) {
      const py = top + 0.02 + pit.down * deep;
      const ox = (x - pit.x) / pit.radius;
      const oy = (y - py) / (pit.radius * 0.26);
      const r = Math.hypot(ox, oy);
      if (r > 1.4) continue;
      const wall = clamp((globe.x - x) * 2, -1, 1) * ox * 0.5 - oy;
      rise += r < 1 ? wall * -0.42 * smoothstep(0.1, 0.8, r) : wall * 0.5 * smoothstep(1.4, 1, r);
    }
    return rise;
  });
}

/** Stones with the light on their upper sides, from the farthest. */
function stonesOf(random: Random, { deep, width, crest }: Place, globe: Globe): { body: Path; cap: Path; y: number }[] {
  return Array.from({ length: 70 }, () => {
    const down = random.next() ** 1.3;
    const x = random.next() * width;
    const y = crest(x) + down * deep;
    const size = mix(0.003, 0.03, down) * (0.3 + random.next() ** 2);
    const points = Array.from({ length: 9 }, (_, n): Point => {
      const a = (n / 9) * Math.PI * 2;
      const r = size * random.between(0.7, 1.15);
      return { x: x + Math.cos(a) * r, y: y + Math.sin(a) * r * 0.62 };
    });
    const cap = points.map((point): Point => ({
      x: point.x + (globe.x - x) * 0.06 * size,
      y: y + (point.y - y) * 0.6 - size * 0.22,
    }));
    return { body: Path.of(points), cap: Path.of(cap), y };
  }).sort((a, b) => a.y - b.y);
}

/** Lays the globe's light on the ground, brightest below it. */
function shine(
  canvas: Canvas,
  { top, deep, width }: Place,
  globe: Globe,
  { ground, light, grit, lit }: { ground: Path; light: Field; grit: Texture; lit: Colour },
): void {
  const { pixels, topPx } = canvas;
  const { pxPerUnit, widthPx } = canvas.frame;
  const row = new Float32Array(widthPx);
  let known = -1;
  canvas.cover(ground, (i, covered, px, at) => {
    const y = (at + topPx + 0.5) / pxPerUnit;
    if (at !== known) {
      light.row(y, 0.5 / pxPerUnit, 1 / pxPerUnit, row, widthPx);
      known = at;
    }
    const x = (px + 0.5) / pxPerUnit;
    const down = clamp((y - top) / deep, 0, 1);
    const aside = (x - globe.x) / (0.75 * Math.max(1, width * 0.6));
    const pool = Math.exp(-aside * aside) * (1 - 0.72 * down);
    const grain = grit.at(x * (2.5 - down), y * (6 - 4 * down)) * 0.22;
    const s = clamp(0.34 + row[px]! * 0.8 + grain, 0, 1.2) * (0.16 + 0.84 * pool) * covered * 0.62;
    pixels[i] = pixels[i]! + (lit.r - pixels[i]!) * s;
    pixels[i + 1] = pixels[i + 1]! + (lit.g - pixels[i + 1]!) * s;
    pixels[i + 2] = pixels[i + 2]! + (lit.b - pixels[i + 2]!) * s;
  });
}
