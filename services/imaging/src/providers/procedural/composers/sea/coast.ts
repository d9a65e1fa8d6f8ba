import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, brighten, tune, type Colour } from '../../drawing/colour.ts';
import { Field } from '../../drawing/field.ts';
import { clamp, clamp01, smoothstep } from '../../drawing/maths.ts';
import { Noise } from '../../drawing/noise.ts';
import { Lit } from '../../drawing/lit.ts';
import { Path, type Point } from '../../drawing/path.ts';
import { Relief } from '../../drawing/relief.ts';
import { boxBetween } from '../../drawing/shapes.ts';
import type { Land } from '../../scenery/land.ts';

type Paint = (canvas: Canvas) => void;

/** A cliff that comes in from one side and ends in the sea, and the tower on it whose lamp turns. */
export function headlandOf(brief: Brief, land: Land, options: { side: -1 | 1; tower: boolean }): Paint[] {
  const random = brief.random.fork('headland');
  const noise = new Noise(random);
  const { width } = brief.frame;
  const { side } = options;
  const foot = land.horizon + 0.045;
  const reach = Math.min(0.72, 0.36 + width * 0.14);
  const rise = random.between(0.15, 0.21);
  const out = (along: number): number => (side < 0 ? along : width - along);
  const edge = (along: number): number => {
    const t = along / reach;
    const plateau = smoothstep(1.02, 0.72, t + noise.fbm(along * 9, 2, 3) * 0.05);
    const rocks = smoothstep(1.24, 0.98, t) * 0.22 * Math.max(0, 0.4 + noise.fbm(along * 22, 5, 3));
    return foot - rise * (plateau * (0.86 + noise.fbm(along * 5, 8, 3) * 0.16) + rocks);
  };
  const points: Point[] = [{ x: out(-0.1), y: foot + 0.02 }];
  const steps = 420;
  for (let n = 0; n <= steps; n++) {
    const along = -0.1 + (n / steps) * (reach * 1.26 + 0.1);
    points.push({ x: out(along), y: Math.min(foot, edge(along)) });
  }
  points.push({ x: out(reach * 1.26), y: foot + 0.006 });
  const cliff = Path.of(points);
  const area = {
    left: Math.min(out(-0.1), out(reach * 1.3)),
    top: foot - rise * 1.3,
    width: reach * 1.4,
    height: rise * 1.4,
  };
  const light = Field.ofSlopes(
    area,
    300,
    (x, y) =>
      noise.ridged(x * 9 + noise.at(x * 4, y * 4) * 0.8, y * 6, 5, 0.58) * 0.7 + noise.fbm(x * 30, y * 12, 3) * 0.25,
    (x, _y, here, toRight, upwards) =>
      (-toRight * clamp((land.sun.x - x) * 4, -1, 1) - upwards * 0.6) * 0.05 + (here - 0.4) * 0.5,
  );
  const dark = tune(blend(land.near, land.haze, 0.06), 0.85);
  const lit = blend(tune(blend(land.near, land.far, 0.5), 1.05), land.sun.colour, land.night ? 0.08 : 0.3);
  const turf = blend(tune(land.far, 0.8), land.sun.colour, land.night ? 0.03 : 0.16);
  const rock: Paint = (canvas) => {
    const { pixels, topPx } = canvas;
    const { pxPerUnit, widthPx } = canvas.frame;
    const row = new Float32Array(widthPx);
    let known = -1;
    canvas.cover(cliff, (i, covered, px, at) => {
      const y = (at + topPx + 0.5) / pxPerUnit;
      if (at !== known) {
        light.row(y, 0.5 / pxPerUnit, 1 / pxPerUnit, row, widthPx);
        known = at;
      }
      const x = (px + 0.5) / pxPerUnit;
      const along = side < 0 ? x : width - x;
      const below = y - edge(along);
      const grass =
        smoothstep(0.028, 0.004, below + noise.at(x * 40, y * 40) * 0.008) *
        smoothstep(reach * 0.98, reach * 0.84, along);
      const shade = clamp01(0.42 + row[px]! * 1.1);
      const spray = smoothstep(foot - 0.02, foot, y) * 0.4 * clamp01(0.5 + noise.fbm(x * 26, y * 60, 3) * 1.6);
      const mix3 = (a: number, b: number, g: number, w: number): number => {
        const stone = a + (b - a) * shade;
        const covers = stone + (g * (0.6 + shade * 0.6) - stone) * grass;
        return covers + (w - covers) * spray;
      };
      const rest = 1 - covered;
      pixels[i] = pixels[i]! * rest + mix3(dark.r, lit.r, turf.r, land.haze.r) * covered;
      pixels[i + 1] = pixels[i + 1]! * rest + mix3(dark.g, lit.g, turf.g, land.haze.g) * covered;
      pixels[i + 2] = pixels[i + 2]! * rest + mix3(dark.b, lit.b, turf.b, land.haze.b) * covered;
      pixels[i + 3] = pixels[i + 3]! * rest + covered;
    });
  };
  if (!options.tower) return [rock];
  const along = reach * random.between(0.62, 0.74);
  return [
    rock,
    lighthouseOf(brief, land, { x: out(along), y: edge(along) + 0.012, size: random.between(0.27, 0.33), side }),
  ];
}

/** Where a lighthouse stands, how tall it is, and which way the sea lies. */
interface Stand {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly side: -1 | 1;
}

interface Tones {
  readonly white: Colour;
  readonly red: Colour;
  readonly dark: Colour;
  readonly lamp: Colour;
  /** How strong its own light is. */
  readonly lit: number;
}

/** A white tower with bands, its gallery and lantern, and the beam. */
function lighthouseOf(brief: Brief, land: Land, at: Stand): Paint {
  const tones: Tones = {
    white: tune(
      blend({ r: 0.82, g: 0.8, b: 0.76 }, land.sky.at(0.6), land.night ? 0.55 : 0.3),
      land.night ? 0.5 : 0.72,
    ),
    red: tune(blend(brief.palette.inks[0], { r: 0.5, g: 0.05, b: 0.03 }, 0.7), land.night ? 0.6 : 0.9),
    dark: tune(land.near, 0.8),
    lamp: blend(brief.palette.light, { r: 1, g: 0.86, b: 0.55 }, 0.5),
    lit: land.night ? 1 : 0.4,
  };
  const layers = [
    beamsOf(at, tones),
    cottageOf(at, tones),
    towerOf(brief, land, at, tones),
    windowsOf(land, at, tones),
    lanternOf(at, tones),
  ];
  return (canvas) => {
    for (const layer of layers) layer(canvas);
  };
}

/** Where the gallery is. */
const topOf = ({ y, size }: Stand): number => y - size * 0.78;
const lensOf = (at: Stand): Point => ({ x: at.x, y: topOf(at) - at.size * 0.062 });

/** Light that the lens throws to both sides, thinner the farther. */
function beamsOf(at: Stand, { lamp, lit }: Tones): Paint {
  const lens = lensOf(at);
  const long = 1.6;
  const spread = 0.1;
  const turns = [at.side < 0 ? -0.06 : Math.PI + 0.06, at.side < 0 ? Math.PI - 0.2 : 0.2];
  const beams = turns.map((turn) => ({
    turn,
    path: Path.of([
      { x: lens.x, y: lens.y - at.size * 0.02 },
      { x: lens.x + Math.cos(turn - spread) * long, y: lens.y + Math.sin(turn - spread) * long },
      { x: lens.x + Math.cos(turn + spread) * long, y: lens.y + Math.sin(turn + spread) * long },
      { x: lens.x, y: lens.y + at.size * 0.02 },
    ]),
  }));
  return (canvas) => {
    const { pixels, topPx } = canvas;
    const { pxPerUnit } = canvas.frame;
    for (const { path, turn } of beams) {
      canvas.cover(path, (i, covered, px, row) => {
        const dx = (px + 0.5) / pxPerUnit - lens.x;
        const dy = (row + topPx + 0.5) / pxPerUnit - lens.y;
        const away = Math.sqrt(dx * dx + dy * dy) + 1e-6;
        const aside = Math.abs(Math.atan2(dy, dx) - turn);
        const off = Math.min(aside, Math.PI * 2 - aside) / 0.1;
        const light = Math.exp(-away * 2.1) * Math.max(0, 1 - off * off) * covered * 0.62 * lit;
        pixels[i] = pixels[i]! + lamp.r * light;
        pixels[i + 1] = pixels[i + 1]! + lamp.g * light;
        pixels[i + 2] = pixels[i + 2]! + lamp.b * light;
      });
    }
  };
}

/** The keeper's house beside the tower: wall, roof and one lit window. */
function cottageOf({ x, y, size: s, side }: Stand, { white, red, lamp, lit }: Tones): Paint {
  const between = (near: number, far: number, top: number, foot: number): Path => {
    const [one, other] = [x + side * s * near, x + side * s * far];
    return boxBetween(Math.min(one, other), top, Math.max(one, other), foot);
  };
  const wall = between(0.1, 0.34, y - s * 0.1, y + s * 0.02);
  const roof = Path.of([
    { x: x + side * s * 0.08, y: y - s * 0.098 },
    { x: x + side * s * 0.14, y: y - s * 0.185 },
    { x: x + side * s * 0.3, y: y - s * 0.185 },
    { x: x + side * s * 0.36, y: y - s * 0.098 },
  ]);
  const window = between(0.19, 0.225, y - s * 0.07, y - s * 0.032);
  return (canvas) => {
    canvas.fill(wall, tune(white, 0.85));
    canvas.fill(roof, tune(red, 0.7));
    canvas.fill(window, brighten(lamp, 0.5 + 0.5 * lit));
  };
}

/** The tower's outline between two shares of its height. */
function shaftOf({ x, y, size: s }: Stand, from: number, to: number): Path {
  const left: Point[] = [];
  const right: Point[] = [];
  for (let n = 0; n <= 8; n++) {
    const t = from + ((to - from) * n) / 8;
    const half = s * (0.082 - 0.034 * t - 0.012 * Math.sin(t * 3.1));
    const py = y - s * 0.78 * t;
    left.push({ x: x - half, y: py });
    right.unshift({ x: x + half, y: py });
  }
  return Path.of([...left, ...right]);
}

/** The tower, round to the light, with its bands. */
function towerOf(brief: Brief, land: Land, at: Stand, { white, red }: Tones): Paint {
  const banded = brief.random.fork('lighthouse').chance(0.6);
  const body = shaftOf(at, 0, 1);
  const round = new Relief([body], 200);
  const whole = new Lit([body], round);
  const bands = banded ? [0, 1, 2].map((n) => new Lit([shaftOf(at, 0.14 + n * 0.3, 0.29 + n * 0.3)], round)) : [];
  const lamps = [
    { x: land.sun.x, y: land.sun.y, depth: 0.06, colour: land.sun.colour, strength: land.night ? 0.22 : 0.62 },
    { x: at.x - (land.sun.x - at.x), y: at.y - 1, depth: -0.2, colour: land.sky.at(0.3), strength: 0.25 },
  ];
  const flat = brief.style === 'anime';
  return (canvas) => {
    whole.paint(canvas, { colour: tune(white, 0.62), lamps, sky: land.sky.at(0.6), skyStrength: 0.12, flat });
    for (const band of bands)
      band.paint(canvas, {
        colour: tune(red, 0.7),
        lamps: lamps.map((lamp) => ({ ...lamp, strength: lamp.strength * 0.45 })),
        sky: red,
        skyStrength: 0.35,
        flat,
      });
  };
}

function windowsOf(land: Land, { x, y, size: s }: Stand, { lamp, dark }: Tones): Paint {
  const windows = [0.24, 0.47, 0.7].map((t) =>
    boxBetween(x - s * 0.0085, y - s * 0.78 * t - s * 0.034, x + s * 0.0085, y - s * 0.78 * t),
  );
  return (canvas) => {
    for (const window of windows) canvas.fill(window, land.night ? lamp : dark, 0.9);
  };
}

/** What is on top: panes, the metal around them, and the lamp's glow. */
function lanternOf(at: Stand, { lamp, lit, dark }: Tones): Paint {
  const { x, size: s } = at;
  const top = topOf(at);
  const lens = lensOf(at);
  const panes = boxBetween(x - s * 0.034, top - s * 0.108, x + s * 0.034, top - s * 0.016);
  const metal = metalOf(at);
  return (canvas) => {
    canvas.fill(panes, brighten(lamp, 0.5 + 0.7 * lit));
    for (const piece of metal) canvas.fill(piece, dark);
    canvas.glow(lens.x, lens.y, s * 0.8, lamp, 0.16 * lit);
    canvas.glow(lens.x, lens.y, s * 0.26, lamp, 0.7 * lit);
    canvas.glow(lens.x, lens.y, s * 0.07, { r: 1, g: 1, b: 1 }, 1.8 * lit + 0.2);
  };
}

/** Gallery with its rail, the lantern's posts and dome, the rod on it. */
function metalOf(at: Stand): Path[] {
  const { x, size: s } = at;
  const top = topOf(at);
  return [
    boxBetween(x - s * 0.075, top - s * 0.016, x + s * 0.075, top + s * 0.006),
    boxBetween(x - s * 0.036, top - s * 0.022, x + s * 0.036, top - s * 0.012),
    ...Array.from({ length: 11 }, (_, n) => {
      const px = x - s * 0.073 + (s * 0.146 * n) / 10;
      return boxBetween(px - s * 0.0016, top - s * 0.052, px + s * 0.0016, top);
    }),
    boxBetween(x - s * 0.075, top - s * 0.054, x + s * 0.075, top - s * 0.05),
    ...[-1, -0.34, 0.34, 1].map((n) =>
      boxBetween(x + n * s * 0.034 - s * 0.003, top - s * 0.11, x + n * s * 0.034 + s * 0.003, top - s * 0.012),
    ),
    Path.of(
      Array.from({ length: 22 }, (_, n): Point => {
        const a = Math.PI + (n / 21) * Math.PI;
        return { x: x + Math.cos(a) * s * 0.045, y: top - s * 0.106 + Math.sin(a) * s * 0.056 };
      }),
    ),
    boxBetween(x - s * 0.0022, top - s * 0.215, x + s * 0.0022, top - s * 0.15),
  ];
}
