import { Path, type Point } from './path.ts';

/**
 * A curve through places written as `x,y x,y! …`, closed unless `open`; a place with `!` is a corner. Smooth between
 * (Catmull and Rom's curve, the centripetal kind, which neither loops nor overshoots); `detail` points to each stretch.
 */
export function outline(places: string, { open = false, detail = 8 } = {}): Point[] {
  const knots = places
    .trim()
    .split(/\s+/)
    .map((place) => {
      const [x, y] = place.replace('!', '').split(',').map(Number);
      return { x: x ?? 0, y: y ?? 0, corner: place.endsWith('!') };
    });
  const count = knots.length;
  const points: Point[] = [];
  const stretches = open ? count - 1 : count;
  for (let i = 0; i < stretches; i++) {
    const from = knots[i]!;
    const to = knots[(i + 1) % count]!;
    const before = open && i === 0 ? undefined : knots[(i - 1 + count) % count]!;
    const after = open && i === count - 2 ? undefined : knots[(i + 2) % count]!;
    const lead = from.corner || before === undefined ? mirrored(from, to) : before;
    const trail = to.corner || after === undefined ? mirrored(to, from) : after;
    for (let part = 0; part < detail; part++) points.push(between(lead, from, to, trail, part / detail));
  }
  if (open) points.push(knots[count - 1]!);
  return points;
}

export interface Placing {
  /** Where the drawing's (0, 0) comes to lie, in picture units. */
  readonly x: number;
  readonly y: number;
  /** Picture units for one unit of the drawing. */
  readonly scale: number;
  /** Mirrored left to right before it is turned. */
  readonly flip?: boolean;
  /** Radians, clockwise. */
  readonly turn?: number;
}

export function place(point: Point, { x, y, scale, flip = false, turn = 0 }: Placing): Point {
  const px = point.x * scale * (flip ? -1 : 1);
  const py = point.y * scale;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return { x: x + px * cos - py * sin, y: y + px * sin + py * cos };
}

export const placed = (points: readonly Point[], placing: Placing): Path =>
  Path.of(points.map((point) => place(point, placing)));

const mirrored = (at: Point, other: Point): Point => ({ x: 2 * at.x - other.x, y: 2 * at.y - other.y });

function between(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const ab = Math.sqrt(Math.hypot(b.x - a.x, b.y - a.y)) || 1e-6;
  const bc = Math.sqrt(Math.hypot(c.x - b.x, c.y - b.y)) || 1e-6;
  const cd = Math.sqrt(Math.hypot(d.x - c.x, d.y - c.y)) || 1e-6;
  const along = (pa: number, pb: number, pc: number, pd: number): number => {
    const leave = pc - pb + bc * ((pb - pa) / ab - (pc - pa) / (ab + bc));
    const arrive = pc - pb + bc * ((pd - pc) / cd - (pd - pb) / (bc + cd));
    const bend = 2 * (pb - pc) + leave + arrive;
    return pb + t * (leave + t * (-3 * (pb - pc) - 2 * leave - arrive + t * bend));
  };
  return { x: along(a.x, b.x, c.x, d.x), y: along(a.y, b.y, c.y, d.y) };
}
