import type { Brief } from '../brief.ts';
import type { Canvas } from '../drawing/canvas.ts';
import { blend, brighten, tune, type Colour } from '../drawing/colour.ts';
import { Field } from '../drawing/field.ts';
import { clamp01, smoothstep } from '../drawing/maths.ts';
import { Noise } from '../drawing/noise.ts';
import { Path } from '../drawing/path.ts';
import type { Random } from '../drawing/random.ts';
import type { Land } from './land.ts';

interface Star {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly strength: number;
  readonly colour: Colour;
}

const GLOW_STEPS = 2048;

/** Stars, and the moon's own face: apart from the sky, as water does not show them. */
export function nightLightsOf(brief: Brief, plan: Land): (canvas: Canvas) => void {
  const random = brief.random.fork('night');
  const stars = starsOf(random.fork('stars'), plan);
  const noise = new Noise(random);
  const { x, y, radius, colour } = plan.sun;
  const moon = Path.circle(x, y, radius);
  return (canvas) => {
    for (const star of stars) {
      if (plan.moonless || Math.hypot(star.x - x, star.y - y) > radius * 1.6)
        canvas.glow(star.x, star.y, star.radius, star.colour, star.strength);
    }
    if (plan.moonless) return;
    const { pixels } = canvas;
    const { pxPerUnit } = canvas.frame;
    canvas.cover(moon, (i, covered, px, row) => {
      const mx = ((px + 0.5) / pxPerUnit - x) / radius;
      const my = ((row + canvas.topPx + 0.5) / pxPerUnit - y) / radius;
      const seas = smoothstep(-0.05, 0.3, noise.fbm(mx * 1.1 + 3, my * 1.1, 3));
      const light = (1.25 - seas * 0.42 + noise.fbm(mx * 5, my * 5, 3) * 0.1) * (1 - 0.22 * (mx * mx + my * my));
      pixels[i] = pixels[i]! + (colour.r * light - pixels[i]!) * covered;
      pixels[i + 1] = pixels[i + 1]! + (colour.g * light - pixels[i + 1]!) * covered;
      pixels[i + 2] = pixels[i + 2]! + (colour.b * light - pixels[i + 2]!) * covered;
    });
  };
}

/** The sky with its light, the milky way or aurora where it is dark, and clouds lit from where the light stands. */
export function skyOf(brief: Brief, plan: Land): (canvas: Canvas) => void {
  const random = brief.random.fork('sky');
  const { width, horizon, sun } = plan;
  const reach = Math.hypot(width, plan.height);
  const overcast = plan.moonless || brief.words.says('sky.sunless');
  const halo = haloTable(plan, reach, overcast);
  const milkyWay = plan.night ? milkyWayOf(random.fork('milky way'), plan) : null;
  const curtains = brief.words.says('sky.aurora') ? curtainsOf(random.fork('aurora'), plan) : null;
  const clouds = plan.clouds > 0.02 ? cloudsOf(random.fork('clouds'), plan, brief) : null;
  const bottom = horizon + 0.02;

  const [lit, shade] = cloudColours(plan);
  const starlight = blend(plan.sky.at(0.6), { r: 0.75, g: 0.8, b: 1 }, 0.6);
  const [green, violet] = [brief.palette.inks[0], brief.palette.inks[3]];

  return (canvas) => {
    const { pixels, frame } = canvas;
    const { widthPx, pxPerUnit } = frame;
    const base = new Float32Array(3);
    const density = new Float32Array(widthPx);
    const light = new Float32Array(widthPx);
    const milk = new Float32Array(widthPx);
    const curtain = new Float32Array(widthPx);
    const dx = 1 / pxPerUnit;
    canvas.eachRow(0, bottom, (y, start) => {
      const t = y / horizon;
      plan.sky.read(t, base, 0);
      clouds?.density.row(y, dx / 2, dx, density, widthPx);
      clouds?.light.row(y, dx / 2, dx, light, widthPx);
      milkyWay?.row(y, dx / 2, dx, milk, widthPx);
      curtains?.row(y, dx / 2, dx, curtain, widthPx);
      const fade = clouds === null ? 0 : smoothstep(1.02, 0.86, t);
      const dy2 = (y - sun.y) ** 2;
      const auroraHue = clamp01(1.25 - t * 1.6);
      for (let px = 0, i = start; px < widthPx; px++, i += 4) {
        const ox = (px + 0.5) * dx - sun.x;
        const glow = halo[(Math.sqrt((ox * ox + dy2) / (reach * reach)) * GLOW_STEPS) | 0]!;
        let r = base[0]! + sun.colour.r * glow;
        let g = base[1]! + sun.colour.g * glow;
        let b = base[2]! + sun.colour.b * glow;
        if (milkyWay !== null) {
          const shine = milk[px]!;
          r += starlight.r * shine;
          g += starlight.g * shine;
          b += starlight.b * shine;
        }
        if (curtains !== null) {
          const shine = curtain[px]!;
          r += (green.r + (violet.r - green.r) * auroraHue) * shine;
          g += (green.g + (violet.g - green.g) * auroraHue) * shine;
          b += (green.b + (violet.b - green.b) * auroraHue) * shine;
        }
        if (clouds !== null) {
          const cover = smooth(density[px]!) * fade;
          if (cover > 0.003) {
            const lightness = clamp01(light[px]! + glow * 0.5);
            // Thin cloud before the light burns through.
            const burn = 1 + glow * (1.1 - cover * 0.6);
            const share = cover * 0.94;
            r += ((shade.r + (lit.r - shade.r) * lightness) * burn - r) * share;
            g += ((shade.g + (lit.g - shade.g) * lightness) * burn - g) * share;
            b += ((shade.b + (lit.b - shade.b) * lightness) * burn - b) * share;
          }
        }
        pixels[i] = r;
        pixels[i + 1] = g;
        pixels[i + 2] = b;
        pixels[i + 3] = 1;
      }
    });
  };
}

const smooth = (x: number): number => (x <= 0 ? 0 : x >= 1 ? 1 : x * x * (3 - 2 * x));

/** Strength of the light around sun or moon by distance: a disc, a bright rim of air, a wide warm fall. */
function haloTable(plan: Land, reach: number, overcast: boolean): Float32Array {
  const table = new Float32Array(GLOW_STEPS + 2);
  const { radius } = plan.sun;
  const [disc, rim, wide] = plan.moonless
    ? [0, 0, 0.02]
    : plan.night
      ? [1.1, 0.16, 0.05]
      : overcast
        ? [0, 0.3, 0.25]
        : [3.2, 0.75, 0.3];
  for (let step = 0; step <= GLOW_STEPS + 1; step++) {
    const distance = (step / GLOW_STEPS) * reach;
    const inside = smoothstep(radius * 1.04, radius * 0.96, distance);
    table[step] = inside * disc + rim * Math.exp(-distance / 0.085) + wide * Math.exp(-distance / 0.42);
  }
  return table;
}

function starsOf(random: Random, plan: Land): Star[] {
  const stars: Star[] = [];
  const count = Math.round(1100 * plan.width * plan.horizon);
  for (let n = 0; n < count; n++) {
    const magnitude = random.next() ** 9;
    const warm = random.next();
    const y = plan.horizon * random.next() * 0.98;
    stars.push({
      x: plan.width * random.next(),
      y,
      radius: 0.0009 + magnitude * 0.0026,
      strength: (0.25 + magnitude * 2.6) * smoothstep(plan.horizon, plan.horizon * 0.5, y) ** 0.7,
      colour: blend({ r: 0.7, g: 0.82, b: 1 }, { r: 1, g: 0.86, b: 0.68 }, warm * warm),
    });
  }
  return stars;
}

function milkyWayOf(random: Random, plan: Land): Field {
  const noise = new Noise(random);
  const tilt = random.between(0.5, 1.1) * (random.chance(0.5) ? 1 : -1);
  const middle = plan.width * random.between(0.35, 0.65);
  return new Field({ left: 0, top: 0, width: plan.width, height: plan.horizon }, 420, (x, y) => {
    const across = (x - middle - (plan.horizon * 0.5 - y) * tilt) / Math.hypot(1, tilt);
    const wavy = across + noise.fbm(x * 2, y * 2, 3) * 0.07;
    const band = Math.exp(-((wavy / 0.16) ** 2));
    const dust = smoothstep(-0.35, 0.45, noise.fbm(x * 5 + 9, y * 5, 5, 0.6));
    const rift = 1 - 0.75 * Math.exp(-((wavy / 0.035) ** 2)) * smoothstep(-0.1, 0.35, noise.fbm(x * 4, y * 4 + 30, 4));
    return band * dust * rift * 0.16 * smoothstep(1, 0.55, y / plan.horizon);
  });
}

function curtainsOf(random: Random, plan: Land): Field {
  const noise = new Noise(random);
  const folds = [0, 1, 2].map((n) => ({
    base: plan.horizon * random.between(0.62, 0.85) - n * 0.1,
    height: plan.horizon * random.between(0.35, 0.6),
    sway: random.between(0.1, 0.22),
    phase: random.between(0, 40),
    strength: random.between(0.8, 1.5),
  }));
  return new Field({ left: 0, top: 0, width: plan.width, height: plan.horizon }, 560, (x, y) => {
    let sum = 0;
    for (const fold of folds) {
      const foot = fold.base + noise.fbm(x * 1.3 + fold.phase, fold.phase, 3) * fold.sway;
      const above = (foot - y) / fold.height;
      if (above < -0.3) continue;
      const rays = 0.45 + 0.55 * noise.fbm(x * 14 + fold.phase + y * 0.8, fold.phase * 3 + y * 0.5, 3);
      const sheet = 0.5 + 0.5 * noise.at(x * 1.7 + fold.phase * 2, 4.2);
      const body = above < 0 ? smoothstep(-0.3, 0.02, above) ** 2 : Math.exp(-above * 2.4);
      sum += body * Math.max(0, rays) * sheet * fold.strength;
    }
    return sum;
  });
}

/** Density and light of a deck of clouds, drawn out flat towards the horizon. */
function cloudsOf(random: Random, plan: Land, brief: Brief): { density: Field; light: Field } {
  const noise = new Noise(random);
  const heavy = brief.words.says('sky.heavy');
  const flat = plan.night || random.chance(0.4) ? 2.6 : 1.5;
  const scale = random.between(0.75, 1.15);
  const threshold = 0.34 - plan.clouds * (heavy ? 0.75 : 0.5);
  const { sun, horizon, width } = plan;
  const middle = width * random.between(0.3, 0.7);
  const thickness = (x: number, y: number): number => {
    const lift = Math.max(0.16, 1.12 - y / horizon);
    const u = ((x - middle) / lift) * scale;
    const v = (flat / lift) * scale;
    const bendX = noise.fbm(u * 0.8 + 5, v * 0.8, 3);
    const bendY = noise.fbm(u * 0.8, v * 0.8 + 8, 3);
    return noise.fbm(u + bendX * 0.55, v + bendY * 0.55, 5, 0.52) - threshold;
  };
  const area = { left: 0, top: 0, width, height: horizon };
  const density = new Field(area, 520, (x, y) => thickness(x, y) * 2.1);
  const light = new Field(area, 380, (x, y) => {
    const toX = sun.x - x;
    const toY = sun.y - y;
    const distance = Math.hypot(toX, toY) + 0.05;
    const here = density.at(x, y);
    const towards = density.at(x + (toX / distance) * 0.035, y + (toY / distance) * 0.03);
    return 0.58 - (towards - here * 0.72) * 0.55;
  });
  return { density, light };
}

function cloudColours(plan: Land): [lit: Colour, shade: Colour] {
  const upper = plan.sky.at(0.3);
  const low = plan.sky.at(0.85);
  if (plan.night) return [blend(upper, plan.sun.colour, 0.22), tune(upper, 0.9)];
  const lit = brighten(blend(blend(plan.sky.at(1), plan.sun.colour, 0.5), { r: 1, g: 1, b: 1 }, 0.25), 1.05);
  return [lit, blend(tune(upper, 0.95, 0.8), low, 0.35)];
}
