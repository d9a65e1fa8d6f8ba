import { outline } from '../../drawing/outline.ts';
import { Path, type Point } from '../../drawing/path.ts';

/**
 * How light falls on a part: not at all, down a slope, on a ball, on a drum that stands, or on what is wet or polished.
 */
export type Look = 'flat' | 'soft' | 'round' | 'drum' | 'shine';

/** `#rrggbb`, or the thing's own colour, which a prompt may name: plain, in shade, in light. */
export type Ink = `#${string}` | 'main' | 'deep' | 'pale';

/** One piece of a drawing, in hundredths of its square: x to the right, y down, feet at 100. */
export interface Part {
  readonly points: readonly Point[];
  readonly ink: Ink;
  readonly look: Look;
}

/** Where a thing is usually seen. */
export type Stage = 'table' | 'studio' | 'room' | 'land' | 'road' | 'sea' | 'sky' | 'deep';

export interface Thing {
  readonly stage: Stage;
  /** Its own colour, where no other is named. */
  readonly main: `#${string}`;
  /** Of the picture's shorter side, what its square takes. */
  readonly size: number;
  readonly parts: readonly Part[];
}

type Parts = readonly (Part | readonly Part[])[];

export const thing = (stage: Stage, main: Thing['main'], size: number, ...parts: Parts): Thing => ({
  stage,
  main,
  size,
  parts: parts.flat(),
});

export const oval = (x: number, y: number, across: number, down: number, ink: Ink, look: Look = 'round'): Part => ({
  points: Array.from({ length: 56 }, (_, n) => {
    const angle = (n / 56) * Math.PI * 2;
    return { x: x + Math.cos(angle) * across, y: y + Math.sin(angle) * down };
  }),
  ink,
  look,
});

/** A box, its corners rounded by `r`. */
export function box(x: number, y: number, width: number, height: number, ink: Ink, r = 0, look: Look = 'soft'): Part {
  const corner = (cx: number, cy: number, from: number): Point[] =>
    Array.from({ length: r > 0 ? 7 : 1 }, (_, n) => {
      const angle = from + (n / 6) * (Math.PI / 2);
      return { x: cx + Math.cos(angle) * r, y: cy + Math.sin(angle) * r };
    });
  const [right, bottom] = [x + width - r, y + height - r];
  return {
    points: [
      ...corner(x + r, y + r, Math.PI),
      ...corner(right, y + r, Math.PI * 1.5),
      ...corner(right, bottom, 0),
      ...corner(x + r, bottom, Math.PI / 2),
    ],
    ink,
    look,
  };
}

/** A smooth outline through `x,y x,y! …`; a place with `!` is a corner. */
export const blob = (places: string, ink: Ink, look: Look = 'soft'): Part => ({ points: outline(places), ink, look });

/** Straight from corner to corner. */
export const poly = (places: string, ink: Ink, look: Look = 'soft'): Part => ({ points: pointsOf(places), ink, look });

/** A smooth stroke of one breadth, its ends round. */
export function line(places: string, breadth: number, ink: Ink, look: Look = 'flat'): Part[] {
  const along = outline(places, { open: true });
  const [first, last] = [along[0]!, along[along.length - 1]!];
  const { points } = Path.stroke(along, () => breadth);
  const stroke = Array.from({ length: points.length / 2 }, (_, n) => ({ x: points[2 * n]!, y: points[2 * n + 1]! }));
  return [
    { points: stroke, ink, look },
    oval(first.x, first.y, breadth / 2, breadth / 2, ink, look),
    oval(last.x, last.y, breadth / 2, breadth / 2, ink, look),
  ];
}

/** A ring of a breadth: a wheel, a rim, a handle. */
export function hoop(x: number, y: number, radius: number, breadth: number, ink: Ink, look: Look = 'soft'): Part {
  const arc = (r: number, way: 1 | -1): Point[] =>
    Array.from({ length: 49 }, (_, n) => {
      const angle = way * (n / 48) * Math.PI * 2;
      return { x: x + Math.cos(angle) * r, y: y + Math.sin(angle) * r };
    });
  return { points: [...arc(radius, 1), ...arc(radius - breadth, -1)], ink, look };
}

export const star = (x: number, y: number, radius: number, ink: Ink, tips = 5, inner = 0.42): Part => ({
  points: Array.from({ length: tips * 2 }, (_, n) => {
    const angle = (n / (tips * 2)) * Math.PI * 2 - Math.PI / 2;
    const reach = n % 2 === 0 ? radius : radius * inner;
    return { x: x + Math.cos(angle) * reach, y: y + Math.sin(angle) * reach };
  }),
  ink,
  look: 'soft',
});

const moved = (parts: Parts, place: (point: Point) => Point): Part[] =>
  parts.flat().map((part) => ({ ...part, points: part.points.map(place) }));

/** The same on the other side of the middle. */
export const mirrored = (...parts: Parts): Part[] => moved(parts, ({ x, y }) => ({ x: 100 - x, y }));
/** Both sides of the middle. */
export const both = (...parts: Parts): Part[] => [...parts.flat(), ...mirrored(...parts)];
/** Put elsewhere: `scale` around (50, 50), then moved. */
export const shifted = (dx: number, dy: number, scale: number, ...parts: Parts): Part[] =>
  moved(parts, ({ x, y }) => ({ x: 50 + (x - 50) * scale + dx, y: 50 + (y - 50) * scale + dy }));
/** Turned around a place, in degrees clockwise. */
export function turned(degrees: number, cx: number, cy: number, ...parts: Parts): Part[] {
  const angle = (degrees / 180) * Math.PI;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return moved(parts, ({ x, y }) => ({
    x: cx + (x - cx) * cos - (y - cy) * sin,
    y: cy + (x - cx) * sin + (y - cy) * cos,
  }));
}

function pointsOf(places: string): Point[] {
  return places
    .trim()
    .split(/\s+/)
    .map((place) => {
      const [x = 0, y = 0] = place.split(',').map(Number);
      return { x, y };
    });
}
