import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, brighten, tune } from '../../drawing/colour.ts';
import { Field } from '../../drawing/field.ts';
import { smoothstep } from '../../drawing/maths.ts';
import { Noise } from '../../drawing/noise.ts';
import { conifer } from '../../scenery/trees.ts';
import type { Plan } from './plan.ts';

type Paint = (canvas: Canvas) => void;

/** The world seen through a head: ranges and woods that fade upwards into light, or stars in clouds of gas. */
export function insideOf(brief: Brief, plan: Plan): Paint[] {
  switch (plan.inside) {
    case 'shade':
      return [];
    case 'land':
      return [landOf(brief, plan)];
    case 'stars':
      return [starsOf(brief, plan)];
  }
}

function landOf(brief: Brief, plan: Plan): Paint {
  const random = brief.random.fork('inside');
  const noise = new Noise(random);
  const { palette } = brief;
  const { height } = brief.frame;
  const s = plan.scale * 100;
  const top = plan.y - 0.62 * s;
  const [, upper, lower, low] = palette.sky;
  const air = tune(blend(low, palette.light, 0.2), 0.86);
  const high = tune(upper, 0.68);
  const middle = tune(lower, 0.8);
  const near = blend(plan.dark, palette.land[0], 0.5);
  const ranges = [0, 1, 2, 3, 4].map((n) => {
    const t = n / 4;
    const base = top + s * (0.42 + 0.16 * n);
    const slice = random.between(0, 50);
    const rise = (0.3 - 0.045 * n) * s;
    return {
      crest: (x: number): number => base - rise * (noise.ridged((x / s) * (2.4 + t) + slice, slice, 5, 0.46) - 0.2),
      colour: blend(blend(middle, air, 0.25), near, t ** 0.8 * 0.96 + 0.04),
      bottom: base + s * 0.5,
      trees: Array.from({ length: n === 0 ? 0 : Math.round(46 - n * 5) }, () => ({
        x: random.between(0, 1),
        size: random.between(0.6, 1.25),
        y: random.next(),
      })),
      size: (0.014 + 0.034 * n * t) * s,
    };
  });
  const woods = ranges.map(({ crest, trees, size }) =>
    trees.map((tree) => {
      const x = plan.x + (tree.x - 0.5) * s * 1.3;
      return conifer(random, x, crest(x) + tree.y * s * 0.05 + 0.006, size * tree.size * 2.1);
    }),
  );
  return (canvas) => {
    const { pixels, frame } = canvas;
    const dx = 1 / frame.pxPerUnit;
    canvas.eachRow(0, height, (y, start) => {
      const t = smoothstep(top, top + s * 0.75, y);
      const sky = t < 0.5 ? blend(high, middle, t * 2) : blend(middle, air, t * 2 - 1);
      for (let px = 0, i = start; px < frame.widthPx; px++, i += 4) {
        pixels[i] = sky.r;
        pixels[i + 1] = sky.g;
        pixels[i + 2] = sky.b;
        pixels[i + 3] = 1;
      }
    });
    canvas.glow(plan.light.x, plan.y - 0.1 * s, 0.4 * s, palette.light, 0.5);
    for (const [n, range] of ranges.entries()) {
      const crests = Float32Array.from({ length: frame.widthPx }, (_, px) => range.crest((px + 0.5) * dx));
      canvas.eachRow(top, height, (y, start) => {
        for (let px = 0, i = start; px < frame.widthPx; px++, i += 4) {
          const below = y - crests[px]!;
          if (below < -dx) continue;
          const covered = Math.min(1, Math.max(0, below * frame.pxPerUnit + 0.5));
          // Mist gathers at every foot.
          const veil = n === 4 ? 0 : smoothstep(0, 0.24 * s, below) * 0.62;
          pixels[i] = pixels[i]! + (range.colour.r + (air.r - range.colour.r) * veil - pixels[i]!) * covered;
          pixels[i + 1] =
            pixels[i + 1]! + (range.colour.g + (air.g - range.colour.g) * veil - pixels[i + 1]!) * covered;
          pixels[i + 2] =
            pixels[i + 2]! + (range.colour.b + (air.b - range.colour.b) * veil - pixels[i + 2]!) * covered;
        }
      });
      for (const tree of woods[n]!) canvas.fill(tree, range.colour);
    }
  };
}

function starsOf(brief: Brief, plan: Plan): Paint {
  const random = brief.random.fork('inside');
  const noise = new Noise(random);
  const { palette } = brief;
  const { height } = brief.frame;
  const s = plan.scale * 100;
  const area = { left: plan.x - s, top: Math.max(0, plan.y - s), width: 2 * s, height: 2 * s };
  const gas = new Field(area, 320, (x, y) => {
    const u = (x / s) * 2.2;
    const v = (y / s) * 2.2;
    return smoothstep(-0.25, 0.6, noise.fbm(u + noise.fbm(u, v + 5, 3), v + noise.fbm(u + 9, v, 3), 5, 0.55));
  });
  const hue = new Field(area, 90, (x, y) => 0.5 + noise.fbm((x / s) * 1.5 + 30, (y / s) * 1.5, 3) * 0.8);
  const [a, b] = [palette.inks[1], palette.inks[2]];
  const stars = Array.from({ length: 700 }, () => ({
    x: plan.x + random.between(-1, 1) * s * 0.75,
    y: plan.y + random.between(-1, 0.9) * s * 0.75,
    radius: 0.001 + random.next() ** 8 * 0.006,
    strength: random.between(0.3, 1.6),
  }));
  return (canvas) => {
    const { pixels, frame } = canvas;
    const dx = 1 / frame.pxPerUnit;
    const rows = [new Float32Array(frame.widthPx), new Float32Array(frame.widthPx)] as const;
    canvas.wash(brighten(plan.dark, 0.7));
    canvas.eachRow(area.top, height, (y, start) => {
      gas.row(y, dx / 2, dx, rows[0], frame.widthPx);
      hue.row(y, dx / 2, dx, rows[1], frame.widthPx);
      for (let px = 0, i = start; px < frame.widthPx; px++, i += 4) {
        const shine = rows[0][px]! ** 2 * 0.75;
        const t = Math.min(1, Math.max(0, rows[1][px]!));
        pixels[i] = pixels[i]! + (a.r + (b.r - a.r) * t) * shine;
        pixels[i + 1] = pixels[i + 1]! + (a.g + (b.g - a.g) * t) * shine;
        pixels[i + 2] = pixels[i + 2]! + (a.b + (b.b - a.b) * t) * shine;
      }
    });
    for (const star of stars) canvas.glow(star.x, star.y, star.radius, palette.light, star.strength);
  };
}
