import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, brighten, tune, type Colour } from '../../drawing/colour.ts';
import { clamp01, mix } from '../../drawing/maths.ts';
import { Noise } from '../../drawing/noise.ts';
import { Path, type Point } from '../../drawing/path.ts';
import type { Random } from '../../drawing/random.ts';
import { boxBetween } from '../../drawing/shapes.ts';
import type { Land } from '../../scenery/land.ts';
import { veil, type Lights } from './lights.ts';

type Paint = (canvas: Canvas) => void;

interface Shape {
  readonly path: Path;
  readonly colour: Colour;
  readonly opacity: number;
}
interface Lamp {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly colour: Colour;
  readonly strength: number;
}

/** Rows of towers behind each other, from the farthest; `foot` is where they stand. */
export function skylineOf(brief: Brief, land: Land, lights: Lights, foot: number, rows = 5): Paint[] {
  const random = brief.random.fork('skyline');
  const noise = new Noise(random);
  const { width } = brief.frame;
  // The town rises to a centre, off the middle.
  const centre = width * random.between(0.32, 0.68);
  const slice = random.between(0, 30);
  const rise = Math.min(0.92, foot * 0.98) * random.between(0.85, 1.02);
  const paints: Paint[] = [];
  for (let row = rows - 1; row >= 0; row--) {
    const near = 1 - row / (rows - 1);
    const pen = random.fork(`row ${row}`);
    const shapes: Shape[] = [];
    const lamps: Lamp[] = [];
    const air = blend(land.haze, land.sky.at(0.85), 0.4);
    const distance = mix(0.9, 0.12, near);
    const base = blend(blend(land.near, land.far, 0.25 * distance), air, distance ** 1.15 * 0.92);
    const sunward = land.sun.x;
    for (let x = -0.05; x < width + 0.05;) {
      const breadth = mix(0.03, 0.075, near) * pen.between(0.6, 1.5);
      const middle = x + breadth / 2;
      const bulk = Math.exp(-(((middle - centre) / (0.3 * Math.max(1, width * 0.75))) ** 2));
      const own = clamp01(0.5 + noise.fbm(middle * 3.2 + slice, row * 7.7, 3) * 0.8) * pen.between(0.6, 1.15);
      const tall =
        rise * mix(0.95, 0.4, near ** 1.2) * (0.2 + own * (0.34 + 0.62 * bulk)) +
        (pen.chance(0.06) ? rise * 0.2 * bulk : 0);
      towerOf(
        pen,
        {
          left: x,
          breadth,
          top: foot - tall,
          foot,
          base,
          near,
          distance,
          sunward,
          lights,
          air,
          style: brief.style,
          sun: land.sun.colour,
          night: land.night,
        },
        shapes,
        lamps,
      );
      x += breadth * (pen.chance(0.22) ? 1.25 : pen.between(0.78, 1.0));
    }
    const glow = blend(air, lights.windows[0], 0.42 * lights.lit);
    const top = foot - rise * 0.75;
    const strength = mix(0.8, 0.3, near) * (0.6 + 0.4 * land.mist);
    paints.push((canvas) => {
      for (const { path, colour, opacity } of shapes) canvas.fill(path, colour, opacity);
      for (const lamp of lamps) canvas.glow(lamp.x, lamp.y, lamp.radius, lamp.colour, lamp.strength);
      if (row > 0) veil(canvas, top, foot, lights.lit > 0.4 ? tune(glow, 0.9) : glow, strength * 0.62);
    });
  }
  return paints;
}

interface Tower {
  left: number;
  breadth: number;
  top: number;
  foot: number;
  base: Colour;
  near: number;
  distance: number;
  sunward: number;
  lights: Lights;
  air: Colour;
  style: Brief['style'];
  sun: Colour;
  night: boolean;
}

type Put = (path: Path, colour?: Colour, opacity?: number) => void;

function towerOf(random: Random, tower: Tower, shapes: Shape[], lamps: Lamp[]): void {
  const { left, breadth, top, foot, distance, lights } = tower;
  const right = left + breadth;
  const tone = tune(tower.base, random.between(0.9, 1.1));
  const put: Put = (path, colour = tone, opacity = 1) => void shapes.push({ path, colour, opacity });
  const crown = random.next();
  const slender = (foot - top) / breadth > 3.2;
  const middle = left + breadth * random.between(0.42, 0.58);
  if (crown < 0.2 && slender) {
    putSteps(tower, put);
    lamps.push({
      x: (left + right) / 2,
      y: top - needleStep(tower) * 1.7,
      radius: 0.006,
      colour: { r: 1, g: 0.2, b: 0.15 },
      strength: lights.lit * 0.9,
    });
  } else if (crown < 0.32 && slender) {
    put(new Path(Float64Array.of(left, top + breadth * 0.5, right, top - breadth * 0.1, right, foot, left, foot)));
  } else if (crown < 0.42 && slender) {
    putDome(tower, put);
  } else if (crown < 0.5 && slender) {
    putGable(tower, middle, put);
  } else {
    putFlatRoof(random, tower, put);
  }
  putSunnySide(random, tower, tone, put);
  if (distance > 0.75) return;
  windowsOf(random, tower, tone, shapes, lamps);
}

const needleStep = ({ top, foot }: Tower): number => (foot - top) * 0.07;

/** Set back in steps, with a needle. */
function putSteps(tower: Tower, put: Put): void {
  const { left, breadth, top, foot } = tower;
  const right = left + breadth;
  const step = needleStep(tower);
  const centre = (left + right) / 2;
  let y = top;
  put(boxBetween(centre - breadth * 0.016, top - step * 1.7, centre + breadth * 0.016, top));
  for (let n = 0; n < 3; n++) {
    const half = (breadth / 2) * (0.4 + 0.3 * n);
    put(boxBetween(centre - half, y, centre + half, foot));
    y += step;
  }
  put(boxBetween(left, y, right, foot));
}

function putDome({ left, breadth, top, foot }: Tower, put: Put): void {
  const right = left + breadth;
  const points: Point[] = Array.from({ length: 24 }, (_, i) => {
    const a = Math.PI + (i / 23) * Math.PI;
    return {
      x: (left + right) / 2 + (Math.cos(a) * breadth) / 2,
      y: top + breadth * 0.5 + Math.sin(a) * breadth * 0.62,
    };
  });
  put(Path.of([...points, { x: right, y: foot }, { x: left, y: foot }]));
}

function putGable({ left, breadth, top, foot }: Tower, ridge: number, put: Put): void {
  const right = left + breadth;
  const eaves = top + breadth * 0.25;
  put(new Path(Float64Array.of(ridge, top - breadth * 0.55, right, eaves, right, foot, left, foot, left, eaves)));
}

/** At times a house for the lifts, a mast, a tank on legs. */
function putFlatRoof(random: Random, { left, breadth, top, foot, near }: Tower, put: Put): void {
  put(boxBetween(left, top, left + breadth, foot));
  if (random.chance(0.55)) {
    const w = breadth * random.between(0.25, 0.5);
    const x = left + (breadth - w) * random.next();
    put(boxBetween(x, top - breadth * random.between(0.06, 0.2), x + w, top + 0.001));
  }
  if (random.chance(0.28)) {
    const x = left + breadth * random.between(0.2, 0.8);
    put(boxBetween(x - 0.0007, top - breadth * random.between(0.3, 0.9), x + 0.0007, top));
  }
  if (near > 0.7 && random.chance(0.3)) {
    const w = breadth * 0.22;
    const x = left + breadth * random.between(0.15, 0.6);
    put(boxBetween(x, top - w * 1.5, x + w, top - w * 0.5));
    put(new Path(Float64Array.of(x - w * 0.06, top - w * 1.5, x + w / 2, top - w * 1.95, x + w * 1.06, top - w * 1.5)));
    put(boxBetween(x + w * 0.1, top - w * 0.5, x + w * 0.18, top));
    put(boxBetween(x + w * 0.8, top - w * 0.5, x + w * 0.88, top));
  }
}

/** The side that the light reaches. */
function putSunnySide(random: Random, tower: Tower, tone: Colour, put: Put): void {
  const { left, breadth, top, foot, distance } = tower;
  const right = left + breadth;
  const clear = 1 - distance;
  const lit = blend(tune(tone, 1.05 + 0.2 * clear), tower.sun, (tower.night ? 0.03 : 0.12) * clear);
  const face = breadth * random.between(0.16, 0.34);
  put(
    tower.sunward > (left + right) / 2
      ? boxBetween(right - face, top + breadth * 0.3, right, foot)
      : boxBetween(left, top + breadth * 0.3, left + face, foot),
    lit,
    0.75,
  );
}

function windowsOf(random: Random, tower: Tower, tone: Colour, shapes: Shape[], lamps: Lamp[]): void {
  const { left, breadth, top, foot, near, lights, distance } = tower;
  const pitch =
    mix(0.0062, 0.0115, near) * (tower.style === 'artistic' ? 1.35 : tower.style === 'photorealistic' ? 0.85 : 1);
  const columns = Math.max(2, Math.floor((breadth * 0.86) / pitch));
  const floors = Math.floor((foot - top - breadth * 0.34) / (pitch * 1.25));
  const stepX = (breadth * 0.86) / columns;
  const stripes = random.chance(0.25);
  const busy = random.between(0.18, 0.62) * (0.35 + 0.65 * lights.lit);
  const main = lights.windows[random.chance(0.66) ? 0 : random.chance(0.6) ? 1 : 2];
  const glass = blend(tone, tower.air, 0.28);
  const strength = clamp01(1.15 - distance) * lights.lit;
  const dayGlass = lights.lit < 0.4;
  for (let floor = 0; floor < floors; floor++) {
    const y = top + breadth * 0.32 + floor * pitch * 1.25;
    const wholeFloor = random.chance(0.06);
    if (stripes && !wholeFloor && dayGlass) {
      shapes.push({
        path: boxBetween(left + breadth * 0.07, y, left + breadth * 0.93, y + pitch * 0.55),
        colour: glass,
        opacity: 0.5 * (1 - distance),
      });
      continue;
    }
    for (let column = 0; column < columns; column++) {
      const x = left + breadth * 0.07 + column * stepX;
      const on = random.next() < (wholeFloor ? 0.9 : busy);
      const dim = random.next();
      if (on && lights.lit > 0.2) {
        const colour = random.chance(0.85) ? main : lights.windows[random.below(3)]!;
        shapes.push({
          path: boxBetween(x + stepX * 0.16, y, x + stepX * 0.84, y + pitch * (stripes ? 0.5 : 0.78)),
          colour: brighten(colour, 0.55 + dim * 0.75),
          opacity: strength * (0.45 + dim * 0.55),
        });
        if (near > 0.6 && dim > 0.93)
          lamps.push({ x: x + stepX / 2, y: y + pitch * 0.4, radius: pitch * 2.6, colour, strength: 0.35 * strength });
      } else if (near > 0.4) {
        shapes.push({
          path: boxBetween(x + stepX * 0.16, y, x + stepX * 0.84, y + pitch * 0.78),
          colour: dayGlass ? glass : tune(tone, 0.8),
          opacity: (dayGlass ? 0.55 : 0.4) * (1 - distance),
        });
      }
    }
  }
}
