import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, brighten, lightnessOf, tune, type Colour } from '../../drawing/colour.ts';
import { Field } from '../../drawing/field.ts';
import { Lit } from '../../drawing/lit.ts';
import { clamp01, smoothstep } from '../../drawing/maths.ts';
import { Noise } from '../../drawing/noise.ts';
import { Path, type Point } from '../../drawing/path.ts';
import type { Random } from '../../drawing/random.ts';
import { Relief } from '../../drawing/relief.ts';

type Paint = (canvas: Canvas) => void;

/** Carp seen from above in a dark pond, lily leaves over them, rings where something touched the water. */
export function pondOf(brief: Brief): Paint[] {
  const random = brief.random.fork('pond');
  const { width, height } = brief.frame;
  const cloth = brief.transparent;
  const middle = { x: width / 2, y: height / 2 };
  // Two that circle each other, as old painters set them, and some that pass below.
  const turn = random.between(0, Math.PI * 2);
  const ring = Math.min(0.24, 0.2 + 0.03 * Math.max(width, height));
  const pair = [0, 1].map((n) =>
    carpOf(random.fork(`great ${n}`), brief, {
      centre: middle,
      ring: ring * (cloth ? 0.92 : 1),
      from: turn + n * Math.PI,
      size: (cloth ? 0.5 : 0.54) * random.between(0.95, 1.05),
      deep: 0,
      kind: n === 0 ? 0 : 1 + random.below(2),
    }),
  );
  if (cloth) return pair;
  const below = Array.from({ length: 3 + random.below(3) }, (_, n) =>
    carpOf(random.fork(`below ${n}`), brief, {
      centre: { x: random.next() * width, y: random.next() * height },
      ring: random.between(0.3, 0.6),
      from: random.between(0, 6.3),
      size: random.between(0.2, 0.32),
      deep: random.between(0.5, 0.75),
      kind: random.below(3),
    }),
  );
  return [waterOf(brief), ...below, ...pair, ...leavesOf(brief, middle), surfaceOf(brief, middle)];
}

function waterColours(brief: Brief): { deep: Colour; shallow: Colour; sky: Colour } {
  const { palette } = brief;
  const base = blend(palette.water, palette.land[0], 0.45);
  const deep = tune(base, 0.2 / Math.max(0.2, lightnessOf(base)));
  return {
    deep,
    shallow: tune(blend(palette.water, deep, 0.4), 0.42 / Math.max(0.3, lightnessOf(palette.water))),
    sky: blend(palette.sky[2], palette.light, 0.3),
  };
}

function waterOf(brief: Brief): Paint {
  const noise = new Noise(brief.random.fork('pond water'));
  const { width, height } = brief.frame;
  const { deep, shallow } = waterColours(brief);
  const bed = new Field({ left: 0, top: 0, width, height }, 260, (x, y) =>
    clamp01(0.4 + noise.fbm(x * 1.4, y * 1.4, 4) * 0.9 + noise.fbm(x * 9, y * 9, 3) * 0.12),
  );
  return (canvas) => {
    const { pixels, frame } = canvas;
    const dx = 1 / frame.pxPerUnit;
    const row = new Float32Array(frame.widthPx);
    canvas.eachRow(0, height, (y, start) => {
      bed.row(y, dx / 2, dx, row, frame.widthPx);
      for (let px = 0, i = start; px < frame.widthPx; px++, i += 4) {
        const t = row[px]!;
        pixels[i] = deep.r + (shallow.r - deep.r) * t;
        pixels[i + 1] = deep.g + (shallow.g - deep.g) * t;
        pixels[i + 2] = deep.b + (shallow.b - deep.b) * t;
        pixels[i + 3] = 1;
      }
    });
  };
}

interface Carp {
  readonly centre: Point;
  /** It swims along a circle: its radius, and the angle its head is at. */
  readonly ring: number;
  readonly from: number;
  readonly size: number;
  /** How much of the water lies over it. */
  readonly deep: number;
  readonly kind: number;
}

const profile = (t: number): number =>
  0.108 * (Math.sqrt(Math.min(1, t * 7.5)) * (1 - 0.9 * smoothstep(0.18, 0.86, t)) + 0.02);

/** Where a carp's spine runs: `at` a share of its length from the head, and the direction to its tail there. */
interface Spine {
  readonly along: (t: number) => Point;
  readonly normal: (t: number) => { at: Point; tx: number; ty: number };
}

interface Skin {
  readonly ground: Colour;
  readonly white: Colour;
  readonly ink: Colour;
  /** What is seen of a colour through the water over it. */
  readonly drown: (colour: Colour) => Colour;
  /** The colour at a place along and across. */
  readonly patch: (t: number, across: number) => Colour;
}

function carpOf(random: Random, brief: Brief, carp: Carp): Paint {
  const noise = new Noise(random);
  const { size, centre, deep } = carp;
  const water = waterColours(brief).shallow;
  const spine = spineOf(carp, random.between(0, 6.3));
  const body = Path.stroke(
    Array.from({ length: 70 }, (_, i) => spine.along((i / 69) * 0.86)),
    (t) => size * profile(t) * 2,
  );
  const skin = skinOf(brief, carp, noise, water);
  const veil = skin.drown(blend(skin.ground, { r: 1, g: 1, b: 1 }, 0.2));
  const fins = finsOf(carp, spine, veil);
  const dorsal = Path.stroke(
    Array.from({ length: 24 }, (_, i) => spine.along(0.3 + (i / 23) * 0.3)),
    (t) => size * 0.026 * Math.sin(Math.PI * t ** 0.7),
  );
  const scales = scalesOf(carp, spine, skin);
  const light = {
    x: centre.x - 0.7,
    y: centre.y - 0.9,
    depth: 0.75,
    colour: brief.palette.light,
    strength: 0.34 * (1 - deep),
  };
  const round = new Lit([body], new Relief([body], 180));
  const shadow = new Path(body.points.map((value, i) => value + (i % 2 === 0 ? 0.02 : 0.03) * (1 - deep)));
  const eyes = eyesOf(carp, spine, skin);
  return (canvas) => {
    if (!brief.transparent) canvas.fill(shadow, { r: 0, g: 0.004, b: 0.008 }, 0.35 * (1 - deep));
    fins(canvas);
    canvas.fill(body, skin.drown(tune(skin.ground, 0.9)));
    for (const { path, colour } of scales) canvas.fill(path, colour);
    canvas.fill(dorsal, tune(veil, 0.9), 0.85);
    round.paint(canvas, { colour: skin.ink, lamps: [light], sky: water, skyStrength: 0.02 }, () => 1, true);
    eyes(canvas);
  };
}

/** Along a circle, swaying the more the nearer the tail. */
function spineOf({ size, centre, ring, from }: Carp, sway: number): Spine {
  const along = (t: number): Point => {
    const angle = from - (t * size) / ring;
    const wave = Math.sin(t * 5.2 + sway) * size * 0.045 * t;
    return { x: centre.x + Math.cos(angle) * (ring + wave), y: centre.y + Math.sin(angle) * (ring + wave) };
  };
  return {
    along,
    normal: (t) => {
      const [a, b] = [along(t - 0.01), along(t + 0.01)];
      const length = Math.hypot(b.x - a.x, b.y - a.y);
      return { at: along(t), tx: (b.x - a.x) / length, ty: (b.y - a.y) / length };
    },
  };
}

function skinOf({ palette }: Brief, { kind, deep }: Carp, noise: Noise, water: Colour): Skin {
  const white: Colour = { r: 0.86, g: 0.82, b: 0.76 };
  const red = tune(
    blend([palette.inks[0], palette.inks[1], palette.inks[4]][kind]!, { r: 0.82, g: 0.1, b: 0.015 }, 0.8),
    1.02,
  );
  const ink: Colour = { r: 0.014, g: 0.014, b: 0.018 };
  const ground = kind === 2 ? tune(red, 1.1) : white;
  return {
    ground,
    white,
    ink,
    drown: (colour) => blend(colour, water, deep),
    patch: (t, across) => {
      const reddish = noise.fbm(t * 4.2 + 7, across * 0.9 + 3, 3) + (t < 0.13 ? 0.15 : 0);
      const black = noise.fbm(t * 5 + 40, across * 1.2 + 9, 3);
      const base = blend(ground, red, kind === 2 ? 0 : smoothstep(0.02, 0.05, reddish));
      return kind === 0 ? base : blend(base, ink, smoothstep(0.17, 0.2, black));
    },
  };
}

/** The tail and two pairs of fins, each a web with its rays. */
function finsOf(carp: Carp, spine: Spine, veil: Colour): Paint {
  const fins = [
    finOf(carp, spine, 0.86, 0, 0.27, 1.5, 0),
    finOf(carp, spine, 0.2, 1, 0.17, 0.95, 0.75),
    finOf(carp, spine, 0.2, -1, 0.17, 0.95, 0.75),
    finOf(carp, spine, 0.5, 1, 0.09, 0.7, 1.1),
    finOf(carp, spine, 0.5, -1, 0.09, 0.7, 1.1),
  ];
  return (canvas) => {
    for (const { web, rays } of fins) {
      canvas.fill(web, veil, 0.5);
      for (const ray of rays) canvas.fill(ray, tune(veil, 1.08), 0.6);
    }
  };
}

/** A fin as rays that spread from a root: side 1 or -1, 0 for the tail. */
function finOf(
  { size }: Carp,
  { normal }: Spine,
  t: number,
  side: number,
  long: number,
  spread: number,
  back: number,
): { web: Path; rays: Path[] } {
  const { at, tx, ty } = normal(t);
  const [nx, ny] = [-ty * side, tx * side];
  const root = { x: at.x + nx * size * profile(t) * 0.8, y: at.y + ny * size * profile(t) * 0.8 };
  const base = side === 0 ? Math.atan2(ty, tx) : Math.atan2(ny + ty * back, nx + tx * back);
  const tips = Array.from({ length: 15 }, (_, i): Point => {
    const s = i / 14;
    const angle = base + (s - 0.5) * spread;
    const fork = side === 0 ? 0.62 + 0.38 * Math.abs(s - 0.5) * 2 : 0.72 + 0.28 * Math.sin(s * Math.PI * 0.8 + 0.4);
    const reach = long * size * fork * (1 + 0.05 * Math.sin(i * 2.4));
    return { x: root.x + Math.cos(angle) * reach, y: root.y + Math.sin(angle) * reach };
  });
  return {
    web: Path.of([root, ...tips]),
    rays: tips.map((tip, i) => {
      const bend = { x: (root.x + tip.x) / 2 + Math.sin(i) * size * 0.003, y: (root.y + tip.y) / 2 };
      return Path.stroke([root, bend, tip], (s) => size * 0.0042 * (1 - s * 0.6));
    }),
  };
}

/** Scales are laid along it in a grid of its own, from the tail on: each over the next. */
function scalesOf({ size }: Carp, { normal }: Spine, { drown, patch }: Skin): { path: Path; colour: Colour }[] {
  const scales: { path: Path; colour: Colour }[] = [];
  const steps = 64;
  for (let i = 0; i < steps; i++) {
    const t = ((i + 0.5) / steps) * 0.85;
    const { at, tx, ty } = normal(t);
    const half = size * profile(t / 0.86);
    const lanes = 17;
    for (let lane = 0; lane < lanes; lane++) {
      const across = ((lane + 0.5) / lanes) * 2 - 1;
      const [x, y] = [at.x - ty * half * across, at.y + tx * half * across];
      const own = drown(patch(t, across * 1.6));
      const w = (half / lanes) * 1.35;
      const l = (size * 0.86) / steps;
      const shade = 1 - 0.22 * across * across;
      const points = Array.from({ length: 9 }, (_, k): Point => {
        const a = (k / 8) * Math.PI - Math.PI / 2;
        const [u, v] = [Math.cos(a) * l * 1.15 - l * 0.3, Math.sin(a) * w];
        return { x: x + tx * u - ty * v, y: y + ty * u + tx * v };
      });
      scales.unshift({ path: Path.of(points), colour: tune(own, shade * (lane % 2 === i % 2 ? 1 : 0.965)) });
    }
  }
  return scales;
}

function eyesOf({ size, deep }: Carp, { normal }: Spine, { drown, ink, white }: Skin): Paint {
  const eyes = [1, -1].map((side) => {
    const { at, tx, ty } = normal(0.065);
    const half = size * profile(0.065 / 0.86) * 0.82 * side;
    return { x: at.x - ty * half, y: at.y + tx * half };
  });
  return (canvas) => {
    for (const eye of eyes) {
      canvas.fill(Path.circle(eye.x, eye.y, size * 0.0125, 18), drown(ink));
      canvas.fill(Path.circle(eye.x - size * 0.003, eye.y - size * 0.004, size * 0.004, 10), white, 0.8 * (1 - deep));
    }
  };
}

/** Lily leaves with their cut, veins and a wet edge of light; a flower on one. */
function leavesOf(brief: Brief, middle: Point): Paint[] {
  const random = brief.random.fork('lilies');
  const { width, height } = brief.frame;
  const { palette } = brief;
  const green = tune(blend(palette.land[1], { r: 0.05, g: 0.2, b: 0.06 }, 0.5), palette.night ? 0.55 : 0.86);
  const leaves: { x: number; y: number; radius: number; cut: number; colour: Colour }[] = [];
  for (let n = 0; n < 60 && leaves.length < 8 + 3 * width; n++) {
    const [x, y, radius] = [
      random.between(-0.03, width + 0.03),
      random.between(-0.03, height + 0.03),
      random.between(0.045, 0.12),
    ];
    if (Math.hypot(x - middle.x, y - middle.y) < 0.36 + radius) continue;
    if (leaves.some((leaf) => Math.hypot(leaf.x - x, leaf.y - y) < (leaf.radius + radius) * 0.85)) continue;
    leaves.push({ x, y, radius, cut: random.between(0, 6.3), colour: tune(green, random.between(0.8, 1.15)) });
  }
  const pad = ({ x, y, radius, cut }: { x: number; y: number; radius: number; cut: number }, grow = 1): Path =>
    Path.of([
      { x, y },
      ...Array.from({ length: 50 }, (_, i): Point => {
        const a = cut + 0.2 + (i / 49) * (Math.PI * 2 - 0.4);
        const r = radius * grow * (1 + 0.018 * Math.sin(a * 5 + x * 40));
        return { x: x + Math.cos(a) * r, y: y + Math.sin(a) * r };
      }),
    ]);
  const bloom = leaves[0];
  const petal = blend(palette.inks[1], { r: 1, g: 0.82, b: 0.86 }, 0.6);
  return leaves.map((leaf): Paint => {
    const shape = pad(leaf);
    const inner = pad(leaf, 0.93);
    const dark = new Path(shape.points.map((value, i) => value + (i % 2 === 0 ? 0.012 : 0.018)));
    const veins = Array.from({ length: 13 }, (_, n) => {
      const a = leaf.cut + 0.3 + (n / 12) * (Math.PI * 2 - 0.6);
      return Path.stroke(
        [
          { x: leaf.x, y: leaf.y },
          { x: leaf.x + Math.cos(a) * leaf.radius * 0.9, y: leaf.y + Math.sin(a) * leaf.radius * 0.9 },
        ],
        (t) => leaf.radius * 0.022 * (1 - t * 0.7),
      );
    });
    return (canvas) => {
      canvas.fill(dark, { r: 0, g: 0.004, b: 0.006 }, 0.4);
      canvas.fill(shape, tune(leaf.colour, 1.22));
      canvas.fill(inner, leaf.colour);
      for (const vein of veins) canvas.fill(vein, tune(leaf.colour, 1.3), 0.6);
      canvas.glow(leaf.x - leaf.radius * 0.35, leaf.y - leaf.radius * 0.4, leaf.radius * 0.9, palette.light, 0.1);
      if (leaf !== bloom) return;
      for (let ring = 0; ring < 3; ring++) {
        for (let n = 0; n < 9; n++) {
          const a = (n / 9) * Math.PI * 2 + ring * 0.35;
          const long = leaf.radius * (0.72 - ring * 0.17);
          const line = Array.from({ length: 10 }, (_, i): Point => ({
            x: leaf.x + Math.cos(a) * long * (i / 9),
            y: leaf.y + Math.sin(a) * long * (i / 9),
          }));
          canvas.fill(
            Path.stroke(line, (t) => long * 0.46 * Math.sin(Math.PI * (0.12 + 0.88 * t)) + 0.0008),
            tune(petal, 0.84 + ring * 0.09 + (n % 2) * 0.035),
          );
        }
      }
      canvas.fill(Path.circle(leaf.x, leaf.y, leaf.radius * 0.13, 24), { r: 0.9, g: 0.6, b: 0.1 });
    };
  });
}

/** The skin of the water: faint rings, and the sky's sheen in one corner. */
function surfaceOf(brief: Brief, middle: Point): Paint {
  const random = brief.random.fork('rings');
  const { width, height } = brief.frame;
  const { sky } = waterColours(brief);
  const noise = new Noise(random);
  const sources = Array.from({ length: 2 }, (_, n) => ({
    x: n === 0 ? middle.x + random.between(-0.1, 0.1) : random.next() * width,
    y: n === 0 ? middle.y + random.between(-0.1, 0.1) : random.next() * height,
    reach: random.between(0.18, 0.4),
  }));
  const rings = sources.flatMap(({ x, y, reach }) =>
    Array.from({ length: 5 }, (_, k) => {
      const radius = reach * (0.25 + k * 0.19);
      const line = Array.from({ length: 121 }, (_unused, i): Point => {
        const a = (i / 120) * Math.PI * 2;
        const r = radius * (1 + noise.at(Math.cos(a) + k, Math.sin(a)) * 0.02);
        return { x: x + Math.cos(a) * r, y: y + Math.sin(a) * r };
      });
      return { paths: Path.pieces(line, () => 0.0022 + k * 0.0005, 12, false), strength: 0.16 - k * 0.024 };
    }),
  );
  const corner = { x: random.chance(0.5) ? 0 : width, y: 0 };
  return (canvas) => {
    canvas.glow(corner.x, corner.y, Math.hypot(width, height) * 0.7, brighten(sky, 0.8), 0.17);
    for (const { paths, strength } of rings) for (const path of paths) canvas.shine(path, sky, strength);
  };
}
