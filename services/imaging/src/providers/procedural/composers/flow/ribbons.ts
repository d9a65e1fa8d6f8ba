import type { Brief } from '../../brief.ts';
import { blend, lightnessOf, tune, type Colour } from '../../drawing/colour.ts';
import { clamp01, mix, smoothstep } from '../../drawing/maths.ts';
import { Noise } from '../../drawing/noise.ts';
import { Path, type Point } from '../../drawing/path.ts';
import type { Random } from '../../drawing/random.ts';
import { Texture } from '../../drawing/texture.ts';
import type { Scene } from '../../drawing/scene.ts';

interface Ink {
  readonly paths: readonly Path[];
  readonly colour: Colour;
  readonly opacity: number;
}

const STEP = 0.006;

/**
 * Bands that follow one current and never touch, wide ones first, fine ones in what room is left, on paper or in the
 * dark.
 */
export function ribbons(brief: Brief): Scene {
  const random = brief.random.fork('ribbons');
  const { palette, transparent } = brief;
  const { height } = brief.frame;
  const bands = trace(random.fork('trace'), brief);
  const colours = weighted(random.fork('colours'), brief);
  const dark = lightnessOf(palette.ground) < 0.5;
  const layers: Ink[] = [];
  for (const { line, breadth } of bands) {
    const pen = random.fork(`${line[0]!.x}`);
    const colour = colours(pen);
    layers.push(...ribbonInks(pen, line, breadth, colour, colours, dark, transparent));
  }
  const fibre = new Noise(random.fork('paper'));
  const paper = new Texture(256, (x, y) => fibre.fbm(x * 26, y * 26, 4, 0.7));
  return {
    paint(canvas) {
      if (!transparent) canvas.wash(palette.ground);
      for (const { paths, colour, opacity } of layers) for (const path of paths) canvas.fill(path, colour, opacity);
      // The weave of the paper shows through everything a little.
      const { pixels, frame } = canvas;
      const dx = 1 / frame.pxPerUnit;
      canvas.eachRow(0, height, (y, start) => {
        for (let px = 0, i = start; px < frame.widthPx; px++, i += 4) {
          const weave = 1 + paper.at((px + 0.5) * dx * 2.1, y * 2.1) * 0.06;
          pixels[i] = pixels[i]! * weave;
          pixels[i + 1] = pixels[i + 1]! * weave;
          pixels[i + 2] = pixels[i + 2]! * weave;
        }
      });
    },
    finish: { vignette: transparent ? 0 : 0.08, grain: 2 },
  };
}

interface Band {
  readonly line: readonly Point[];
  readonly breadth: number;
}

const CELLS_PER_UNIT = 420;

/** Lays bands one after another along the current until there is no more room. */
function trace(random: Random, brief: Brief): Band[] {
  const { width, height } = brief.frame;
  const noise = new Noise(random);
  const scale = random.between(0.55, 1.1);
  const base = random.between(0, Math.PI * 2);
  const swing = random.between(1.1, 2.3);
  const angle = (x: number, y: number): number => base + noise.fbm(x * scale, y * scale, 2, 0.35) * swing * Math.PI;
  const margin = brief.transparent ? 0 : -0.06;
  const columns = Math.ceil((width + 0.2) * CELLS_PER_UNIT);
  const lines = Math.ceil((height + 0.2) * CELLS_PER_UNIT);
  const taken = new Uint8Array(columns * lines);
  const cell = (x: number, y: number): number => {
    const column = Math.floor((x + 0.1) * CELLS_PER_UNIT);
    const row = Math.floor((y + 0.1) * CELLS_PER_UNIT);
    return column < 0 || row < 0 || column >= columns || row >= lines ? -1 : row * columns + column;
  };
  const inside = (x: number, y: number): boolean =>
    brief.transparent
      ? Math.hypot(x - width / 2, y - height / 2) < 0.455
      : x > margin && y > margin && x < width - margin && y < height - margin;
  const free = (x: number, y: number, turn: number, half: number): boolean => {
    if (!inside(x, y)) return false;
    for (let across = -1; across <= 1; across += 0.5) {
      const at = cell(x - Math.sin(turn) * half * across, y + Math.cos(turn) * half * across);
      if (at >= 0 && taken[at] === 1) return false;
    }
    return true;
  };
  const take = (x: number, y: number, half: number): void => {
    const reach = Math.ceil(half * CELLS_PER_UNIT);
    const column = Math.floor((x + 0.1) * CELLS_PER_UNIT);
    const row = Math.floor((y + 0.1) * CELLS_PER_UNIT);
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) {
        if (dx * dx + dy * dy > reach * reach) continue;
        const c = column + dx;
        const r = row + dy;
        if (c >= 0 && r >= 0 && c < columns && r < lines) taken[r * columns + c] = 1;
      }
    }
  };

  const bands: Band[] = [];
  const wide = random.between(0.045, 0.085);
  const gap = random.between(0.003, 0.007);
  const sizes: readonly [breadth: number, tries: number, longest: number][] = [
    [wide, 60, 1.6],
    [wide * 0.55, 160, 1.3],
    [wide * 0.28, 500, 1.0],
    [wide * 0.13, 1600, 0.7],
    [wide * 0.07, 2400, 0.4],
  ];
  for (const [breadth, tries, longest] of sizes) {
    const half = breadth / 2 + gap;
    for (let n = 0; n < tries; n++) {
      const seed = { x: random.between(margin, width - margin), y: random.between(margin, height - margin) };
      const length = longest * random.between(0.35, 1);
      if (!free(seed.x, seed.y, angle(seed.x, seed.y), half)) continue;
      const ahead = follow(seed, 1, length / 2);
      const behind = follow(seed, -1, length / 2);
      const traced = [...behind.reverse(), seed, ...ahead];
      const line = finerAtEnds(traced, half);
      if (traced.length * STEP < breadth * 1.4 + 0.012) continue;
      for (const point of traced) take(point.x, point.y, half);
      bands.push({ line, breadth });
    }
    function follow(from: Point, way: 1 | -1, length: number): Point[] {
      const points: Point[] = [];
      let { x, y } = from;
      for (let gone = 0; gone < length; gone += STEP) {
        const turn = angle(x, y);
        x += Math.cos(turn) * STEP * way;
        y += Math.sin(turn) * STEP * way;
        if (!free(x, y, turn, half)) break;
        points.push({ x, y });
      }
      return points;
    }
  }
  return bands;
}

/** More points where a rounded end needs them. */
function finerAtEnds(line: readonly Point[], reach: number): Point[] {
  const points: Point[] = [];
  for (const [index, point] of line.entries()) {
    const next = line[index + 1];
    points.push(point);
    if (next === undefined || Math.min(index, line.length - 2 - index) * STEP > reach) continue;
    for (let part = 1; part < 5; part++)
      points.push({ x: mix(point.x, next.x, part / 5), y: mix(point.y, next.y, part / 5) });
  }
  return points;
}

/** One colour leads, two accompany, the rest are seldom: a picture in six equal parts has no voice. */
function weighted(random: Random, brief: Brief): (pen: Random) => Colour {
  const order = [...brief.palette.inks];
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  const shares = [0.36, 0.22, 0.17, 0.12, 0.08, 0.05];
  return (pen) => {
    let draw = pen.next();
    for (const [index, share] of shares.entries()) {
      draw -= share;
      if (draw <= 0) return order[index]!;
    }
    return order[0]!;
  };
}

/** A band's shadow, its body, and its light: strokes within strokes, each a little narrower and nearer to the light. */
function ribbonInks(
  pen: Random,
  line: readonly Point[],
  breadth: number,
  colour: Colour,
  colours: (pen: Random) => Colour,
  dark: boolean,
  transparent: boolean,
): Ink[] {
  const inks: Ink[] = [];
  const lengths = [0];
  for (let i = 1; i < line.length; i++)
    lengths.push(lengths[i - 1]! + Math.hypot(line[i]!.x - line[i - 1]!.x, line[i]!.y - line[i - 1]!.y));
  const whole = lengths[lengths.length - 1]!;
  // Rounded ends, whatever the length.
  const ends = (along: number, share: number): number => {
    const gone = lengths[Math.round(along * (line.length - 1))]!;
    const inset = (breadth * (1 - Math.min(1, share))) / 2;
    const round = clamp01((Math.min(gone, whole - gone) - inset) / ((breadth * share) / 2));
    return breadth * share * Math.sqrt(Math.max(0, 1 - (1 - round) ** 2));
  };
  const moved = (by: number): Point[] => line.map(({ x, y }) => ({ x: x - by * 0.55, y: y - by * 0.83 }));
  const each = breadth > 0.02 ? 8 : 14;
  if (!transparent) {
    for (const [by, opacity] of [
      [-0.16, dark ? 0.2 : 0.06],
      [-0.1, dark ? 0.24 : 0.07],
    ] as const) {
      inks.push({
        paths: [Path.stroke(moved(breadth * by - 0.0008), (t) => ends(t, 1.02))],
        colour: { r: 0.01, g: 0.008, b: 0.015 },
        opacity,
      });
    }
  }
  const tone = tune(colour, 1 + pen.bell() * 0.03);
  const nested = breadth > 0.03 ? 14 : breadth > 0.012 ? 7 : 3;
  for (let n = 0; n < nested; n++) {
    const t = n / (nested - 1);
    const lightness = 0.84 + 0.26 * smoothstep(0, 1, t);
    const share = 1 - 0.86 * t;
    inks.push({
      paths: Path.pieces(towardsLight(line, breadth * 0.16 * t), (a) => ends(a, share), each, n === 0),
      colour: tune(tone, lightness, 1 - 0.1 * t),
      opacity: 1,
    });
  }
  // Some are cut into beads of a second colour.
  if (breadth > 0.012 && pen.chance(0.28)) {
    const accent = colours(pen);
    const stride = Math.max(0.02, breadth * pen.between(0.6, 2.2));
    for (let from = stride; from + stride < whole - breadth; from += stride * 2) {
      const part = line.filter((_, i) => lengths[i]! >= from && lengths[i]! <= from + stride);
      if (part.length < 3) continue;
      for (let n = 0; n < 7; n++) {
        const t = n / 6;
        const lit = towardsLight(part, breadth * 0.16 * t);
        inks.push({
          paths: [Path.stroke(lit, () => breadth * (1 - 0.8 * t))],
          colour: tune(blend(accent, tone, 0.06), 0.86 + 0.22 * t),
          opacity: 1,
        });
      }
    }
  }
  return inks;
}

/** The line moved across itself to the side the light comes from: upper left. */
function towardsLight(line: readonly Point[], by: number): Point[] {
  return line.map(({ x, y }, i) => {
    const before = line[Math.max(0, i - 1)]!;
    const after = line[Math.min(line.length - 1, i + 1)]!;
    const length = Math.hypot(after.x - before.x, after.y - before.y) || 1;
    const nx = (before.y - after.y) / length;
    const ny = (after.x - before.x) / length;
    const across = (nx * -0.55 + ny * -0.83) * by;
    return { x: x + nx * across, y: y + ny * across };
  });
}
