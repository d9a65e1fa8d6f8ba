import type { Canvas } from './canvas.ts';
import type { Colour } from './colour.ts';
import { clamp01, smoothstep } from './maths.ts';
import { Path } from './path.ts';
import { moved, rim } from './shapes.ts';
import type { Texture } from './texture.ts';

/** Two directions that a flat thing is stretched along, as columns: where (1, 0) and (0, 1) come to lie. */
export type Basis = readonly [ax: number, ay: number, bx: number, by: number];

/** What a blade is made of. */
export interface Pigment {
  /** Where it grows from, and at its tip. */
  readonly base: Colour;
  readonly tip: Colour;
  readonly vein: Colour;
  /** Side veins on each half, 0 for none; `along` runs them lengthwise as in petals. */
  readonly veins: number;
  readonly along: boolean;
  /** Half the midrib's breadth, as a share of the blade's; 0 for none. */
  readonly rib: number;
  readonly veinStrength: number;
  /** How much darker it is where it grows from others. */
  readonly depth: number;
  /** How round it is across. */
  readonly round: number;
  /** How much brighter its far edge is, as a petal's that curls. */
  readonly curl: number;
}

/** How blades are laid on: shaded, washed, in flat tones or in lines. */
export interface Coat {
  readonly texture: Texture;
  readonly shadow: number;
  /** There is nothing behind: shadows fall only on what was laid before. */
  readonly cloth: boolean;
  /** Translucent, pigment gathered at the edges. */
  readonly wash: boolean;
  /** Two tones and no more. */
  readonly flat: boolean;
  /** Breadth of the outline; 0 for none. */
  readonly line: number;
  readonly lineColour: Colour;
  /** Share of the body's colour that is left where lines carry the drawing; 1 for all. */
  readonly body: number;
  readonly paper: Colour;
}

export interface Form {
  readonly path: Path;
  readonly x: number;
  readonly y: number;
  readonly basis: Basis;
  /** Sideways drift of the middle by the square of the length, in widths. */
  readonly bend: number;
  /** Half the breadth at each of 65 places along, in widths; null where `v` needs none. */
  readonly half: Float32Array | null;
  /** For a petal around a middle: from which radius to which, around which angle, half as wide as that. */
  readonly polar: {
    readonly inner: number;
    readonly outer: number;
    readonly middle: number;
    readonly span: number;
  } | null;
}

export interface Piece {
  paint(canvas: Canvas): void;
}

const PLACES = 64;
const LIGHT = { x: -0.55, y: -0.83 };

/** A leaf or petal: grows from (x, y) along the first direction of its basis, `profile` wide along the second. */
export function blade(x: number, y: number, basis: Basis, bend: number, profile: (u: number) => number): Form {
  const half = Float32Array.from({ length: PLACES + 1 }, (_, i) => Math.max(0, profile(i / PLACES)));
  const steps = 30;
  const flat = new Float64Array((steps + 1) * 4);
  const [ax, ay, bx, by] = basis;
  for (let i = 0; i <= steps; i++) {
    // Closer steps towards both ends, where outlines turn.
    const u = 0.5 - 0.5 * Math.cos((Math.PI * i) / steps);
    const w = Math.max(0, profile(u));
    for (const side of [1, -1]) {
      const v = side * w + bend * u * u;
      const at = side === 1 ? 2 * i : 2 * (2 * steps + 1 - i);
      flat[at] = x + ax * u + bx * v;
      flat[at + 1] = y + ay * u + by * v;
    }
  }
  return { path: new Path(flat), x, y, basis, bend, half, polar: null };
}

/** A blade with an outline of its own, in lengths and widths. */
export function cutBlade(
  x: number,
  y: number,
  basis: Basis,
  bend: number,
  outline: readonly (readonly [u: number, v: number])[],
): Form {
  const [ax, ay, bx, by] = basis;
  const points = outline.map(([u, v]) => ({
    x: x + ax * u + bx * (v + bend * u * u),
    y: y + ay * u + by * (v + bend * u * u),
  }));
  return { path: Path.of(points), x, y, basis, bend, half: null, polar: null };
}

/** A broad petal around a middle, its outer edge at `edge(s)` radii for s from -1 to 1. */
export function roundPetal(
  x: number,
  y: number,
  basis: Basis,
  petal: { inner: number; outer: number; middle: number; span: number },
  edge: (s: number) => number,
): Form {
  const [ax, ay, bx, by] = basis;
  const steps = 40;
  const points: { x: number; y: number }[] = [];
  const put = (radius: number, angle: number): void => {
    const [c, s] = [Math.cos(angle) * radius, Math.sin(angle) * radius];
    points.push({ x: x + ax * c + bx * s, y: y + ay * c + by * s });
  };
  for (let i = 0; i <= steps; i++) {
    const s = (2 * i) / steps - 1;
    // Rounded shoulders.
    const shoulder = (1 - Math.abs(s) ** 3.2) ** 0.5;
    put(petal.inner + (petal.outer * edge(s) - petal.inner) * Math.max(0.02, shoulder), petal.middle + s * petal.span);
  }
  for (let i = 8; i >= 0; i--) put(petal.inner, petal.middle + ((2 * i) / 8 - 1) * petal.span * 0.8);
  return { path: Path.of(points), x, y, basis, bend: 0, half: null, polar: petal };
}

const shadeOf: Colour = { r: 0.006, g: 0.006, b: 0.012 };

/** Darkens what lies under a path. */
export function shade(canvas: Canvas, path: Path, { shadow, cloth }: Coat): void {
  if (!cloth) {
    canvas.fill(path, shadeOf, shadow);
    return;
  }
  const { pixels } = canvas;
  canvas.cover(path, (i, covered) => {
    const left = 1 - covered * shadow;
    for (let c = 0; c < 3; c++) pixels[i + c] = pixels[i + c]! * left;
  });
}

/** A form in its pigment and coat. `lift`: how high above what lies behind, in units. */
export function organ(form: Form, pigment: Pigment, coat: Coat, lift: number): Piece {
  const shadow =
    coat.shadow > 0 && lift > 0
      ? [moved(form.path, lift * 0.5, lift * 0.85), moved(form.path, lift * 0.2, lift * 0.36)]
      : [];
  const outline = coat.line > 0 ? rim(form.path, coat.line) : null;
  return {
    paint(canvas) {
      for (const path of shadow) shade(canvas, path, coat);
      lay(canvas, form, pigment, coat);
      if (outline !== null) canvas.fill(outline, coat.lineColour, 0.92);
    },
  };
}

/** A place on a blade: how far along and aside it lies, how it is lit, and whether a vein runs there. */
interface Spot {
  /** From 0 to 1. */
  u: number;
  /** Along as well, but below 0 where a blade reaches back behind its stalk. */
  far: number;
  /** From one edge to the other. */
  s: number;
  /** How far from the middle, at most 1. */
  across: number;
  light: number;
  line: number;
}

function lay(canvas: Canvas, form: Form, pigment: Pigment, coat: Coat): void {
  const { pixels, topPx } = canvas;
  const { pxPerUnit } = canvas.frame;
  const { basis } = form;
  const { base, tip, vein, veinStrength, round } = pigment;
  const { texture, wash, flat, body, paper } = coat;
  const inverse = inverseOf(basis);
  const [, , bx, by] = basis;
  const length = Math.hypot(bx, by) || 1;
  // How much its one half looks to the light and the other away.
  const facing = ((bx * LIGHT.x + by * LIGHT.y) / length) * round * 0.5;
  const spot: Spot = { u: 0, far: 0, s: 0, across: 0, light: 1, line: 0 };
  canvas.cover(form.path, (i, covered, px, row) => {
    const x = (px + 0.5) / pxPerUnit;
    const y = (row + topPx + 0.5) / pxPerUnit;
    locate(form, inverse, round, x - form.x, y - form.y, spot);
    const rough = texture.at(x * 2.3, y * 2.3);
    illuminate(pigment, facing, rough, spot);
    if (flat) spot.light = spot.light > 0.93 + rough * 0.03 ? 1.06 : 0.74;
    const { u, light } = spot;
    const t = clamp01(u * u * (3 - 2 * u) + rough * 0.12);
    const mark = spot.line * veinStrength;
    let r = (base.r + (tip.r - base.r) * t) * light;
    let g = (base.g + (tip.g - base.g) * t) * light;
    let b = (base.b + (tip.b - base.b) * t) * light;
    r += (vein.r - r) * mark;
    g += (vein.g - g) * mark;
    b += (vein.b - b) * mark;
    if (body < 1) {
      r = paper.r + (r - paper.r) * body;
      g = paper.g + (g - paper.g) * body;
      b = paper.b + (b - paper.b) * body;
    }
    if (r < 0) r = 0;
    if (g < 0) g = 0;
    if (b < 0) b = 0;
    if (wash) {
      layWash(pixels, i, covered, paper, poolAt(spot, rough, mark), r, g, b);
      return;
    }
    const rest = 1 - covered;
    pixels[i] = pixels[i]! * rest + r * covered;
    pixels[i + 1] = pixels[i + 1]! * rest + g * covered;
    pixels[i + 2] = pixels[i + 2]! * rest + b * covered;
    pixels[i + 3] = pixels[i + 3]! * rest + covered;
  });
}

/** From the picture's directions back to the blade's. */
function inverseOf([ax, ay, bx, by]: Basis): Basis {
  const determinant = ax * by - ay * bx || 1e-9;
  return [by / determinant, -bx / determinant, -ay / determinant, ax / determinant];
}

/** Finds where on the blade a place lies that is (dx, dy) from where it grows. */
function locate(
  { bend, half, polar }: Form,
  [ia, ib, ic, id]: Basis,
  round: number,
  dx: number,
  dy: number,
  spot: Spot,
): void {
  let u = ia * dx + ib * dy;
  let s = ic * dx + id * dy;
  let light = 1;
  if (polar !== null) {
    const { inner, outer, middle, span } = polar;
    const angle = Math.atan2(s, u) - middle;
    const radius = Math.sqrt(u * u + s * s);
    u = (radius - inner) / (outer - inner);
    s = (angle - Math.PI * 2 * Math.round(angle / (Math.PI * 2))) / span;
    // A cup: the far wall looks to the light, the near one away from it.
    light += ((dx * LIGHT.x + dy * LIGHT.y) / (Math.sqrt(dx * dx + dy * dy) + 1e-6)) * 0.13 * round;
  } else {
    s -= bend * u * u;
    if (half !== null) {
      const at = u <= 0 ? 0 : u >= 1 ? PLACES : (u * PLACES) | 0;
      s /= half[at]! + 0.02;
    }
  }
  // What reaches back behind its stalk has veins as well.
  spot.far = u;
  spot.u = u < 0 ? 0 : u > 1 ? 1 : u;
  spot.s = s;
  spot.across = s < 0 ? (s < -1 ? 1 : -s) : s > 1 ? 1 : s;
  spot.light = light;
}

/** Lights a place of a blade, and finds the veins there. */
function illuminate(pigment: Pigment, facing: number, rough: number, spot: Spot): void {
  const { veins, along, rib, depth, round, curl } = pigment;
  const { u, far, s, across } = spot;
  let { light } = spot;
  light += facing * s - round * 0.24 * across * across + rough * 0.1;
  const fall = 1 - u;
  light *= 1 - depth * fall * fall * fall;
  if (curl > 0) light += curl * smoothstep(0.82, 0.985, u) * (0.7 + rough);
  let line = 0;
  if (veins > 0) {
    const phase = along ? s * veins * (1 - 0.25 * u) : far * veins - across * veins * 0.16;
    const near = Math.abs(phase - Math.round(phase));
    const breadth = along ? 0.3 : 0.13 * (1.2 - across * 0.8);
    line = near < breadth ? (1 - near / breadth) * (along ? 0.4 + 0.6 * fall : 1 - across * 0.5) : 0;
    // Between its veins a leaf swells to the light.
    if (!along) light += (near - 0.25) * 0.16;
  }
  if (rib > 0) {
    const thin = rib * (1.15 - u * 0.8);
    if (across < thin * 2) line = Math.max(line, smoothstep(thin * 2, thin * 0.6, across));
    light += s > 0 ? -0.05 * round : 0.05 * round;
  }
  spot.light = light;
  spot.line = line;
}

/** Water carries pigment to the edges; where it pooled, paper shows. */
function poolAt({ u, across, light }: Spot, rough: number, mark: number): number {
  const edge = Math.max(smoothstep(0.74, 1, across), smoothstep(0.86, 1, u));
  return clamp01(0.7 + rough * 0.85 + edge * 0.36 + mark * 0.2 - (light - 1) * 0.6);
}

function layWash(
  pixels: Float32Array,
  i: number,
  covered: number,
  paper: Colour,
  pool: number,
  r: number,
  g: number,
  b: number,
): void {
  // Most of what lies below was lifted before the next stroke; a quarter shines through.
  const lifted = covered * 0.76;
  const kept = 1 - lifted;
  const rest = 1 - covered * pool;
  const tint = covered * pool;
  pixels[i] = (pixels[i]! * kept + paper.r * lifted) * (rest + tint * r);
  pixels[i + 1] = (pixels[i + 1]! * kept + paper.g * lifted) * (rest + tint * g);
  pixels[i + 2] = (pixels[i + 2]! * kept + paper.b * lifted) * (rest + tint * b);
  pixels[i + 3] = pixels[i + 3]! * kept + lifted;
}
