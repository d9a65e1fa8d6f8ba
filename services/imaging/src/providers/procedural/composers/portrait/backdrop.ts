import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, brighten, tune } from '../../drawing/colour.ts';
import { Field } from '../../drawing/field.ts';
import { clamp01, smoothstep } from '../../drawing/maths.ts';
import { Noise } from '../../drawing/noise.ts';
import { Path } from '../../drawing/path.ts';
import type { Plan } from './plan.ts';

type Paint = (canvas: Canvas) => void;

/** What stands behind the head, the light in it included. */
export function backdropOf(brief: Brief, plan: Plan): Paint[] {
  switch (plan.backdrop) {
    case 'disc':
      return [airOf(brief, plan, 0.35), discOf(brief, plan)];
    case 'smoke':
      return [airOf(brief, plan, 1), ...motesOf(brief, plan)];
    case 'arcs':
      return [airOf(brief, plan, 0.18), arcsOf(brief, plan)];
    case 'paper':
      return [airOf(brief, plan, 0.1)];
  }
}

/** Air that thickens here and there, brightest around the light. */
function airOf(brief: Brief, plan: Plan, smoky: number): Paint {
  const noise = new Noise(brief.random.fork('air'));
  const { width, height } = brief.frame;
  const { light } = plan;
  const [deep, lit] = plan.ground;
  const bright = plan.backdrop === 'paper' || plan.backdrop === 'arcs';
  const density = new Field({ left: 0, top: 0, width, height }, 300, (x, y) => {
    const u = x * 1.3;
    const v = y * 1.5;
    const bend = noise.fbm(u + 4, v, 3);
    const wisps = noise.fbm(u + bend * 0.9, v + noise.fbm(u, v + 7, 3) * 0.9, 5, 0.55);
    const away = Math.hypot(x - light.x, y - light.y);
    const shine = Math.exp(-((away / 0.62) ** 2));
    return bright
      ? 0.5 + shine * 0.5 + wisps * 0.35 * smoky
      : shine * (0.72 + wisps * 0.75 * smoky) + wisps * 0.16 * smoky + 0.04;
  });
  const glow = brighten(plan.key, bright ? 0.04 : 0.34);
  return (canvas) => {
    const { pixels, frame } = canvas;
    const dx = 1 / frame.pxPerUnit;
    const row = new Float32Array(frame.widthPx);
    canvas.eachRow(0, height, (y, start) => {
      density.row(y, dx / 2, dx, row, frame.widthPx);
      for (let px = 0, i = start; px < frame.widthPx; px++, i += 4) {
        const t = clamp01(row[px]!);
        const shine = t * t * t;
        pixels[i] = deep.r + (lit.r - deep.r) * t + glow.r * shine;
        pixels[i + 1] = deep.g + (lit.g - deep.g) * t + glow.g * shine;
        pixels[i + 2] = deep.b + (lit.b - deep.b) * t + glow.b * shine;
        pixels[i + 3] = 1;
      }
    });
  };
}

/** A great sun or moon behind the head, with thin rings of light around it. */
function discOf(brief: Brief, plan: Plan): Paint {
  const random = brief.random.fork('disc');
  const noise = new Noise(random);
  const { palette } = brief;
  const x = plan.x + (plan.flip ? -1 : 1) * 0.03;
  const y = plan.y - 0.14;
  const radius = random.between(0.34, 0.4);
  const disc = Path.circle(x, y, radius, 240);
  const upper = blend(palette.light, palette.inks[0], 0.15);
  const lower = blend(palette.sky[3], palette.inks[1], 0.45);
  const striped = plan.flat || brief.words.says('portrait.striped');
  const rings = Array.from({ length: 3 }, (_, n) => ({
    radius: radius * (1.09 + n * 0.085),
    breadth: 0.0042 - n * 0.001,
    strength: 0.5 - n * 0.13,
  }));
  return (canvas) => {
    canvas.glow(x, y, radius * 2.4, brighten(lower, 0.6), 0.55);
    const { pixels, topPx } = canvas;
    const { pxPerUnit } = canvas.frame;
    canvas.cover(disc, (i, covered, px, row) => {
      const py = (row + topPx + 0.5) / pxPerUnit;
      const down = (py - y) / radius / 2 + 0.5;
      const t = smoothstep(0.05, 1, down);
      const grain = 1 + noise.fbm(((px + 0.5) / pxPerUnit) * 6, py * 6, 3) * 0.07;
      let share = covered;
      if (striped && down > 0.5) {
        const band = ((down - 0.5) * 16) % 1;
        const gap = (down - 0.5) * 0.95;
        const soft = 8 / (radius * pxPerUnit);
        share *= smoothstep(gap - soft, gap + soft, band);
      }
      for (let c = 0; c < 3; c++) {
        const a = c === 0 ? upper.r : c === 1 ? upper.g : upper.b;
        const b = c === 0 ? lower.r : c === 1 ? lower.g : lower.b;
        pixels[i + c] = pixels[i + c]! + ((a + (b - a) * t) * grain * 1.08 - pixels[i + c]!) * share;
      }
    });
    for (const ring of rings) canvas.shine(ringOf(x, y, ring.radius, ring.breadth), palette.light, ring.strength * 0.5);
  };
}

/** A circle's line: its outer edge one way, its inner edge back. */
function ringOf(x: number, y: number, radius: number, breadth: number): Path {
  const corners = 220;
  const points = new Float64Array((corners + 1) * 4);
  for (let side = 0; side < 2; side++) {
    for (let i = 0; i <= corners; i++) {
      const angle = ((side === 0 ? i : corners - i) / corners) * Math.PI * 2;
      const at = (side * (corners + 1) + i) * 2;
      const r = radius + (side === 0 ? breadth / 2 : -breadth / 2);
      points[at] = x + Math.cos(angle) * r;
      points[at + 1] = y + Math.sin(angle) * r;
    }
  }
  return new Path(points);
}

/** Discs and rings set with a compass, as posters of the twenties have them. */
function arcsOf(brief: Brief, plan: Plan): Paint {
  const random = brief.random.fork('arcs');
  const { palette } = brief;
  const inks = palette.inks;
  const centre = { x: plan.x + (plan.flip ? 1 : -1) * random.between(0.0, 0.12), y: plan.y - random.between(0.1, 0.2) };
  const bands = Array.from({ length: 4 + random.below(3) }, (_, n) => ({
    radius: 0.52 - n * random.between(0.062, 0.085),
    colour: tune(inks[(n * 2 + random.below(2)) % 6]!, 1.02, 0.9),
  }));
  const spots = Array.from({ length: 3 }, (_, n) => {
    const angle = random.between(0, Math.PI * 2);
    const away = random.between(0.42, 0.66);
    return {
      path: Path.circle(
        centre.x + Math.cos(angle) * away,
        centre.y + Math.sin(angle) * away * 0.8,
        random.between(0.015, 0.075),
      ),
      colour: inks[(n + 3) % 6]!,
    };
  });
  return (canvas) => {
    for (const { radius, colour } of bands)
      canvas.fill(Path.circle(centre.x, centre.y, Math.max(0.1, radius), 200), colour, 0.92);
    for (const { path, colour } of spots) canvas.fill(path, colour, 0.9);
    for (let n = 0; n < 4; n++) canvas.fill(ringOf(centre.x, centre.y, 0.56 + n * 0.026, 0.0026), inks[n % 6]!, 0.7);
  };
}

/** Dust in the light. */
function motesOf(brief: Brief, plan: Plan): Paint[] {
  const random = brief.random.fork('motes');
  const motes = Array.from({ length: 130 }, () => ({
    x: plan.light.x + random.bell() * 0.42,
    y: plan.light.y + random.bell() * 0.36,
    radius: 0.001 + random.next() ** 7 * 0.016,
    strength: random.between(0.05, 0.35),
  }));
  return [
    (canvas) => {
      for (const mote of motes)
        canvas.glow(mote.x, mote.y, mote.radius, plan.key, mote.strength * smoothstep(0.02, 0.002, mote.radius));
    },
  ];
}
