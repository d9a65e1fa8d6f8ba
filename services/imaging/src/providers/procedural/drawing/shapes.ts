import { Path, type Point } from './path.ts';

/** Several outlines filled as one; those that wind the other way are holes. */
export class Compound extends Path {
  readonly parts: readonly Path[];

  constructor(parts: readonly Path[]) {
    super(joined(parts));
    this.parts = parts;
  }
}

/** One line through all outlines: the ways from one to the next are walked back again, so that they cover nothing. */
function joined(parts: readonly Path[]): Float64Array {
  const count = parts.reduce((sum, { points }) => sum + points.length + 4, 0);
  const flat = new Float64Array(count);
  let at = 0;
  const first = parts[0]?.points ?? new Float64Array(2);
  for (const { points } of parts) {
    flat.set(points, at);
    at += points.length;
    flat.set([points[0]!, points[1]!, first[0]!, first[1]!], at);
    at += 4;
  }
  return flat;
}

/** The path with each point put elsewhere. */
export function placed(path: Path, place: (x: number, y: number) => readonly [number, number]): Path {
  if (path instanceof Compound) return new Compound(path.parts.map((part) => placed(part, place)));
  const flat = new Float64Array(path.points.length);
  for (let i = 0; i < flat.length; i += 2) {
    const [x, y] = place(path.points[i]!, path.points[i + 1]!);
    flat[i] = x;
    flat[i + 1] = y;
  }
  return new Path(flat);
}

export const moved = (path: Path, dx: number, dy: number): Path => placed(path, (x, y) => [x + dx, y + dy]);

/** Turned around a point, in radians clockwise. */
export function turned(path: Path, angle: number, cx: number, cy: number): Path {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return placed(path, (x, y) => [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos]);
}

/** The outline walked the other way: in a compound a hole. */
export function hole(path: Path): Path {
  const flat = new Float64Array(path.points.length);
  for (let i = 0; i < flat.length; i += 2) {
    flat[i] = path.points[flat.length - 2 - i]!;
    flat[i + 1] = path.points[flat.length - 1 - i]!;
  }
  return new Path(flat);
}

export const polygon = (...points: readonly (readonly [x: number, y: number])[]): Path =>
  Path.of(points.map(([x, y]) => ({ x, y })));

export const box = (x: number, y: number, width: number, height: number): Path =>
  polygon([x, y], [x + width, y], [x + width, y + height], [x, y + height]);

export const boxBetween = (left: number, top: number, right: number, bottom: number): Path =>
  new Path(Float64Array.of(left, top, right, top, right, bottom, left, bottom));

const arc = (x: number, y: number, radius: number, from: number, to: number): Point[] => {
  const steps = Math.max(2, Math.ceil(Math.abs(to - from) * (radius > 0.25 ? 46 : 26)));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / steps;
    return { x: x + Math.cos(angle) * radius, y: y + Math.sin(angle) * radius };
  });
};

/** A slice of a disc, or with an inner radius of a ring; angles in radians clockwise from the right. */
export const sector = (x: number, y: number, radius: number, from: number, to: number, inner = 0): Path =>
  Path.of([...arc(x, y, radius, from, to), ...(inner > 0 ? arc(x, y, inner, to, from) : [{ x, y }])]);

export const disc = (x: number, y: number, radius: number): Path => Path.circle(x, y, radius, radius > 0.2 ? 240 : 120);

export const ring = (x: number, y: number, radius: number, inner: number): Path =>
  new Compound([disc(x, y, radius), hole(disc(x, y, inner))]);

/** A half disc on top of a box: a door, a window, a tombstone. */
export const arch = (x: number, foot: number, radius: number, height: number): Path =>
  Path.of([
    { x: x - radius, y: foot },
    ...arc(x, foot - height + radius, radius, Math.PI, Math.PI * 2),
    { x: x + radius, y: foot },
  ]);

export const star = (x: number, y: number, radius: number, points = 5, inner = 0.4, turn = -Math.PI / 2): Path =>
  Path.of(
    Array.from({ length: points * 2 }, (_, i) => {
      const angle = turn + (i / (points * 2)) * Math.PI * 2;
      const reach = i % 2 === 0 ? radius : radius * inner;
      return { x: x + Math.cos(angle) * reach, y: y + Math.sin(angle) * reach };
    }),
  );

/** Two arcs that meet in points: a leaf, an eye, a boat; `width` across the middle. */
export const lens = (x: number, y: number, length: number, width: number, turn: number): Path => {
  const side = (way: 1 | -1): Point[] =>
    Array.from({ length: 24 }, (_, i) => {
      const t = (i / 23) * 2 - 1;
      return { x: t * length * 0.5 * way, y: way * (1 - t * t) * width * 0.5 };
    });
  return turned(moved(Path.of([...side(1), ...side(-1)]), x, y), turn, x, y);
};

/** A line of one thickness with square ends. */
export const bar = (from: Point, to: Point, thickness: number): Path => Path.stroke([from, to], () => thickness);

/** The outline itself as a thin shape. */
export function rim(path: Path, thickness: number): Path {
  if (path instanceof Compound) return new Compound(path.parts.flatMap((part) => loops(part, thickness)));
  return new Compound(loops(path, thickness));
}

function loops({ points }: Path, thickness: number): [Path, Path] {
  const count = points.length / 2;
  const side = (by: number): Path => {
    const flat = new Float64Array(points.length);
    for (let i = 0; i < count; i++) {
      const before = 2 * ((i + count - 1) % count);
      const after = 2 * ((i + 1) % count);
      const dx = points[after]! - points[before]!;
      const dy = points[after + 1]! - points[before + 1]!;
      const length = Math.hypot(dx, dy) || 1;
      flat[2 * i] = points[2 * i]! - (dy / length) * by;
      flat[2 * i + 1] = points[2 * i + 1]! + (dx / length) * by;
    }
    return new Path(flat);
  };
  return [side(thickness / 2), hole(side(-thickness / 2))];
}
