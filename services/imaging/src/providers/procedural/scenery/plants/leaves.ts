import { blade, cutBlade, organ, type Basis, type Piece } from '../../drawing/blade.ts';
import type { Point } from '../../drawing/path.ts';
import type { Random } from '../../drawing/random.ts';
import { leafPigment, stem, type Studio } from './studio.ts';

export interface Growth {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly length: number;
  /** From 0 (in the shade behind) to 1 (young, in front). */
  readonly age: number;
}

export type LeafKind =
  'oval' | 'narrow' | 'round' | 'heart' | 'fern' | 'monstera' | 'palm' | 'eucalyptus' | 'olive' | 'blade';

/** Directions for a thing of this length and breadth that points somewhere. */
export const towards = (angle: number, length: number, breadth: number): Basis => [
  Math.cos(angle) * length,
  Math.sin(angle) * length,
  -Math.sin(angle) * breadth,
  Math.cos(angle) * breadth,
];

const profiles = {
  oval: (u: number) => Math.sin(Math.PI * u ** 0.85) ** 0.9 * 0.5 * (1 - 0.18 * u),
  narrow: (u: number) => Math.sin(Math.PI * u ** 0.75) * 0.5,
  round: (u: number) => Math.sqrt(Math.max(0, 1 - (2 * u - 1) ** 2)) * 0.5,
  heart: (u: number) => (u < 0.001 ? 0.05 : Math.sin(Math.PI * u ** 0.52) ** 0.8 * 0.5),
  blade: (u: number) => Math.sin(Math.PI * Math.min(1, u ** 0.45)) ** 0.7 * 0.5,
} as const;

/** One leaf of any kind, with what it hangs on. */
export function leafOf(kind: LeafKind, studio: Studio, random: Random, at: Growth): Piece[] {
  if (kind === 'fern') return fern(studio, random, at);
  if (kind === 'monstera') return monstera(studio, random, at);
  if (kind === 'palm') return palm(studio, random, at);
  if (kind === 'eucalyptus' || kind === 'olive') return sprig(kind, studio, random, at);
  return [simple(kind, studio, random, at)];
}

function simple(
  kind: keyof typeof profiles,
  studio: Studio,
  random: Random,
  { x, y, angle, length, age }: Growth,
): Piece {
  const breadth =
    length * { oval: 0.46, narrow: 0.24, round: 0.86, heart: 0.72, blade: 0.15 }[kind] * random.between(0.85, 1.12);
  const bend = random.between(-0.5, 0.5);
  const form = blade(x, y, towards(angle, length, breadth), bend * (length / breadth) * 0.22, profiles[kind]);
  return organ(
    form,
    leafPigment(studio, random, age, kind === 'blade' ? 0 : 8 + random.below(4)),
    studio.coat,
    length * 0.06,
  );
}

/** A bowed midrib and toothed leaflets on both sides, longest below the middle. */
function fern(studio: Studio, random: Random, { x, y, angle, length, age }: Growth): Piece[] {
  const bow = random.between(-0.32, 0.32);
  const place = (t: number): Point & { angle: number } => {
    const along = t * length;
    const off = bow * t * t * length * 0.6;
    return {
      x: x + Math.cos(angle) * along - Math.sin(angle) * off,
      y: y + Math.sin(angle) * along + Math.cos(angle) * off,
      angle: angle + bow * 1.1 * t,
    };
  };
  const pieces: Piece[] = [];
  const pairs = 24;
  const teeth = 9;
  for (let n = pairs - 1; n >= 0; n--) {
    const t = 0.13 + 0.85 * (n / pairs) ** 0.94;
    const from = place(t);
    const reach =
      length *
      0.31 *
      Math.sin(Math.PI * Math.min(1, 0.05 + t ** 0.62 * 0.95)) ** 0.8 *
      random.between(0.94, 1.05) *
      (1 - 0.12 * t);
    for (const side of [-1, 1]) {
      const turn = from.angle + side * (1.18 - 0.42 * t) + random.bell() * 0.03;
      const upper: [number, number][] = [];
      const lower: [number, number][] = [];
      for (let tooth = 0; tooth < teeth; tooth++) {
        const u = tooth / teeth;
        const wide = 0.5 * (1 - u) ** 0.7 * (0.75 + 0.25 * Math.min(1, u * 6));
        upper.push([u + 0.005, wide * 0.62], [u + 0.075, wide], [u + 0.1, wide * 0.86]);
        lower.push([u + 0.005, -wide * 0.62], [u + 0.075, -wide], [u + 0.1, -wide * 0.86]);
      }
      const form = cutBlade(from.x, from.y, towards(turn, reach, Math.max(reach * 0.27, length * 0.042)), -side * 0.6, [
        ...upper,
        [1, 0],
        ...lower.reverse(),
      ]);
      pieces.push(
        organ(
          form,
          { ...leafPigment(studio, random, age * (0.7 + 0.5 * t), 0), rib: 0.07 },
          studio.coat,
          length * 0.012,
        ),
      );
    }
  }
  pieces.push(
    stem(
      studio,
      Array.from({ length: 26 }, (_, i) => place((i / 25) * 0.985)),
      (t) => length * (0.013 - 0.01 * t),
    ),
  );
  return pieces;
}

/** A great heart-shaped leaf, slit between its veins. */
function monstera(studio: Studio, random: Random, { x, y, angle, length, age }: Growth): Piece[] {
  const size = length * 0.78;
  const lobes = 5 + random.below(2);
  /** Half its breadth along the midrib: widest near the stalk, pointed at the tip. */
  const half = (u: number): number =>
    0.56 * Math.cos((Math.PI / 2) * Math.min(1, Math.max(0, (u - 0.16) / 0.86)) ** 1.25) ** 0.8;
  const flank = (side: 1 | -1): [number, number][] => {
    // Behind its stalk the leaf reaches back, round on both sides.
    const points: [number, number][] = [[0.03, 0.008 * side]];
    for (const [u, v] of [
      [-0.03, 0.03],
      [-0.1, 0.08],
      [-0.15, 0.15],
      [-0.175, 0.23],
      [-0.17, 0.31],
      [-0.14, 0.39],
      [-0.08, 0.465],
      [-0.01, 0.52],
    ] as const)
      points.push([u, side * v]);
    const start = 0.06;
    for (let lobe = 0; lobe < lobes; lobe++) {
      const from = start + (lobe / lobes) ** 0.92 * (1 - start);
      const to = start + ((lobe + 1) / lobes) ** 0.92 * (1 - start);
      const deep = random.between(0.3, 0.5);
      const gap = (to - from) * random.between(0.1, 0.2);
      for (let n = 0; n <= 8; n++) {
        const t = n / 8;
        const u = from + gap * 0.6 + (to - from - gap * 1.2) * t;
        // A lobe is a rounded finger that leans towards the tip.
        const round = 1 - 0.2 * Math.abs(2 * t - 1) ** 2.6;
        points.push([u + 0.03 * round, side * half(u) * round]);
      }
      if (lobe < lobes - 1) {
        const inner = half(to) * deep;
        const back = (half(to) - inner) * 0.34;
        points.push(
          [to - back * 0.5 + gap * 0.1, side * (inner + half(to)) * 0.5],
          [to - back, side * inner],
          [to - back + gap * 0.55, side * (inner + 0.004)],
        );
      }
    }
    return points;
  };
  const right = flank(1);
  const left = flank(-1);
  const [ox, oy] = [x + Math.cos(angle) * length * 0.22, y + Math.sin(angle) * length * 0.22];
  const form = cutBlade(ox, oy, towards(angle, size, size * 0.92), random.between(-0.1, 0.1), [
    ...right,
    [1.03, 0],
    ...left.reverse(),
  ]);
  const pigment = { ...leafPigment(studio, random, age, lobes), rib: 0.02, veinStrength: 0.5, depth: 0.3 };
  return [
    stem(
      studio,
      [
        { x, y },
        { x: ox, y: oy },
      ],
      () => length * 0.02,
    ),
    organ(form, pigment, studio.coat, length * 0.05),
  ];
}

/** A feather of long pointed leaflets. */
function palm(studio: Studio, random: Random, { x, y, angle, length, age }: Growth): Piece[] {
  const bow = random.between(-0.45, 0.45);
  const pieces: Piece[] = [];
  const place = (t: number): Point & { angle: number } => ({
    x: x + Math.cos(angle) * t * length - Math.sin(angle) * bow * t * t * length * 0.5,
    y: y + Math.sin(angle) * t * length + Math.cos(angle) * bow * t * t * length * 0.5,
    angle: angle + bow * t,
  });
  for (let n = 21; n >= 0; n--) {
    const t = 0.14 + 0.85 * (n / 22);
    const from = place(t);
    const reach = length * 0.44 * Math.sin(Math.PI * Math.min(1, 0.2 + t * 0.74)) ** 0.8;
    for (const side of [-1, 1]) {
      const turn = from.angle + side * (1.0 - 0.6 * t) + random.bell() * 0.05;
      const form = blade(
        from.x,
        from.y,
        towards(turn, reach, reach * 0.12),
        side * random.between(0.4, 1.4),
        profiles.narrow,
      );
      pieces.push(
        organ(
          form,
          { ...leafPigment(studio, random, age * (0.7 + t * 0.4), 0), rib: 0.08 },
          studio.coat,
          length * 0.014,
        ),
      );
    }
  }
  pieces.push(
    stem(
      studio,
      Array.from({ length: 20 }, (_, i) => place(i / 19)),
      (t) => length * (0.018 - 0.014 * t),
    ),
  );
  return pieces;
}

/** Round grey leaves in pairs, or slim ones with a silver back, on a bowed twig. */
function sprig(
  kind: 'eucalyptus' | 'olive',
  studio: Studio,
  random: Random,
  { x, y, angle, length, age }: Growth,
): Piece[] {
  const bow = random.between(-0.6, 0.6);
  const place = (t: number): Point & { angle: number } => ({
    x: x + Math.cos(angle) * t * length - Math.sin(angle) * bow * t * t * length * 0.45,
    y: y + Math.sin(angle) * t * length + Math.cos(angle) * bow * t * t * length * 0.45,
    angle: angle + bow * 0.9 * t,
  });
  const pieces: Piece[] = [
    stem(
      studio,
      Array.from({ length: 22 }, (_, i) => place(i / 21)),
      (t) => length * (0.014 - 0.009 * t),
    ),
  ];
  const pairs = kind === 'olive' ? 11 : 9;
  for (let n = 0; n <= pairs; n++) {
    const t = 0.12 + 0.88 * (n / pairs);
    const from = place(t);
    const size = length * (kind === 'olive' ? 0.2 : 0.155) * (1.12 - 0.55 * t) * random.between(0.88, 1.1);
    for (const side of n === pairs ? [0] : [-1, 1]) {
      const turn = from.angle + side * (kind === 'olive' ? 0.62 : 0.95) + random.bell() * 0.12;
      const form = blade(
        from.x,
        from.y,
        towards(turn, size, size * (kind === 'olive' ? 0.25 : 0.86) * random.between(0.8, 1.05)),
        random.between(-0.12, 0.12),
        kind === 'olive' ? profiles.narrow : profiles.round,
      );
      pieces.push(
        organ(
          form,
          { ...leafPigment(studio, random, age * 0.75 + 0.3 * t, kind === 'olive' ? 0 : 4), veinStrength: 0.3 },
          studio.coat,
          size * 0.07,
        ),
      );
    }
  }
  return pieces;
}
