import { blade, organ, roundPetal, type Basis, type Piece } from '../../drawing/blade.ts';
import { blend, hex, tune, type Colour } from '../../drawing/colour.ts';
import { Noise } from '../../drawing/noise.ts';
import type { Point } from '../../drawing/path.ts';
import type { Random } from '../../drawing/random.ts';
import { towards } from './leaves.ts';
import { beads, petalPigment, stem, type Studio } from './studio.ts';

/** Where a flower sits and how it looks at us. */
export interface Sitting {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Which way its face is turned, and how far: 0 sees us, 1 is seen from the side. */
  readonly lean: number;
  readonly tilt: number;
}

/** Draws one flower. */
export type Bloom = (studio: Studio, random: Random, at: Sitting, colour: Colour) => Piece[];

/** The plane of a flower that leans away: shortened along its lean. */
function planeOf({ radius, lean, tilt }: Sitting): Basis {
  const short = 1 - 0.55 * tilt;
  const [c, s] = [Math.cos(lean), Math.sin(lean)];
  // Turn to the lean, shorten, turn back.
  const xx = (c * c * short + s * s) * radius;
  const xy = c * s * (short - 1) * radius;
  const yy = (s * s * short + c * c) * radius;
  return [xx, xy, xy, yy];
}

const within = ([ax, ay, bx, by]: Basis, angle: number, length: number, breadth: number): Basis => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [
    (ax * c + bx * s) * length,
    (ay * c + by * s) * length,
    (-ax * s + bx * c) * breadth,
    (-ay * s + by * c) * breadth,
  ];
};
const on = ({ x, y }: Sitting, [ax, ay, bx, by]: Basis, angle: number, reach: number): Point => ({
  x: x + (ax * Math.cos(angle) + bx * Math.sin(angle)) * reach,
  y: y + (ay * Math.cos(angle) + by * Math.sin(angle)) * reach,
});

/** Petals within petals, turned against each other, dark in the heart: rose, peony, ranunculus, camellia. */
export function full(rings: number, petals: number, ruffle: number, heart: number): Bloom {
  return (studio, random, at, colour) => {
    const plane = planeOf(at);
    const noise = new Noise(random.fork('ruffle'));
    const pieces: Piece[] = [];
    let turn = random.next() * Math.PI * 2;
    for (let ring = 0; ring < rings; ring++) {
      const t = ring / rings;
      const outer = 1 - t * (1 - heart * 0.55);
      const count = Math.max(2, Math.round(petals * (1 - t * 0.5)));
      turn += 2.399;
      // The middle of a leaning flower stands higher than its rim.
      const rise = at.tilt * at.radius * 0.3 * t;
      const [cx, cy] = [at.x + Math.cos(at.lean) * rise, at.y + Math.sin(at.lean) * rise];
      for (let n = 0; n < count; n++) {
        const middle = turn + (n / count) * Math.PI * 2 + random.bell() * 0.07;
        const own = tune(colour, 1 + random.bell() * 0.045 - 0.16 * t, 1 + 0.14 * t);
        const wave = random.next() * 90;
        const reach = outer * random.between(0.93, 1.05);
        const form = roundPetal(
          cx,
          cy,
          plane,
          { inner: outer * 0.12, outer: reach, middle, span: (Math.PI / count) * random.between(1.2, 1.42) },
          (s) =>
            1 -
            0.05 * s * s +
            noise.at(s * 2.2 + wave, ring) * ruffle +
            noise.at(s * 6 + wave, ring + 20) * ruffle * 0.4,
        );
        const pigment = petalPigment(own, {
          base: tune(own, 0.46, 1.2),
          tip: tune(own, 1.1, 0.94),
          depth: 0.3,
          round: 0.85,
          curl: 0.2,
          veins: 7,
          veinStrength: 0.13,
        });
        pieces.push(organ(form, pigment, studio.coat, at.radius * 0.055 * (1 - 0.5 * t)));
      }
    }
    // The heart stays closed.
    const rise = at.tilt * at.radius * 0.3;
    const heartAt = { x: at.x + Math.cos(at.lean) * rise, y: at.y + Math.sin(at.lean) * rise };
    pieces.push(beads(studio, [{ ...heartAt, radius: at.radius * heart * 0.11, colour: tune(colour, 0.55, 1.2) }]));
    return pieces;
  };
}

/** Long petals around an eye: daisy, sunflower, cosmos, dahlia, anemone. */
export function rayed(options: {
  rings: number;
  petals: number;
  breadth: number;
  pointed: number;
  eye: number;
  eyeColours: readonly [string, string];
}): Bloom {
  const { rings, petals, breadth, pointed, eye, eyeColours } = options;
  const profile = (u: number): number =>
    0.5 * Math.sin(Math.PI * Math.min(1, u ** (1.05 - pointed * 0.35) * 0.96 + 0.04)) ** (0.55 + pointed * 0.4);
  return (studio, random, at, colour) => {
    const plane = planeOf(at);
    const pieces: Piece[] = [];
    const start = random.next() * Math.PI * 2;
    for (let ring = 0; ring < rings; ring++) {
      const reach = 1 - (ring / rings) * (rings > 2 ? 0.72 : 0.16);
      const count = rings > 2 ? Math.max(6, Math.round(petals * (1 - 0.45 * (ring / rings)))) : petals;
      const order = Array.from({ length: count }, (_, n) => n);
      for (const n of order) {
        const angle = start + ((n + (ring % 2) / 2) / count) * Math.PI * 2 + random.bell() * 0.05;
        const length = reach * random.between(0.9, 1.05);
        const own = tune(colour, 1 + random.bell() * 0.06 + (ring / rings) * 0.04);
        const basis = within(plane, angle, length, length * breadth * random.between(0.88, 1.1));
        const form = blade(at.x, at.y, basis, random.between(-0.18, 0.18), profile);
        pieces.push(
          organ(
            form,
            petalPigment(own, {
              base: tune(own, 0.58, 1.15),
              depth: 0.4 + (rings > 2 ? 0.25 : 0),
              rib: 0,
              veins: 3,
              veinStrength: 0.25,
            }),
            studio.coat,
            at.radius * 0.04,
          ),
        );
      }
    }
    if (eye > 0) pieces.push(eyeOf(studio, random, at, plane, eye, hex(eyeColours[0]), hex(eyeColours[1])));
    return pieces;
  };
}

/** Florets in the order in which sunflowers set their seeds. */
function eyeOf(
  studio: Studio,
  random: Random,
  at: Sitting,
  plane: Basis,
  size: number,
  inner: Colour,
  outer: Colour,
): Piece {
  const count = size > 0.3 ? 210 : 90;
  const rise = at.tilt * at.radius * size * 0.3;
  const list = Array.from({ length: count }, (_, k) => {
    const n = count - k;
    const t = Math.sqrt(n / count);
    const spot = on(at, plane, n * 2.39996, t * size);
    return {
      x: spot.x + Math.cos(at.lean) * rise * (1 - t * t),
      y: spot.y + Math.sin(at.lean) * rise * (1 - t * t) + random.bell() * 0.0004,
      radius: at.radius * size * (size > 0.3 ? 0.085 : 0.13) * (0.8 + 0.4 * t),
      colour: tune(blend(inner, outer, t ** 1.6), random.between(0.86, 1.14)),
    };
  });
  return beads(studio, list);
}

/** Threads with anthers at their ends. */
function stamens(
  studio: Studio,
  random: Random,
  at: Sitting,
  plane: Basis,
  count: number,
  reach: number,
  colour: Colour,
): Piece[] {
  const ends = Array.from({ length: count }, (_, n) => {
    const angle = (n / count) * Math.PI * 2 + random.bell() * 0.2;
    return on(at, plane, angle, reach * random.between(0.6, 1.05));
  });
  return [
    ...ends.map((end) => stem(studio, [{ x: at.x, y: at.y }, end], () => at.radius * 0.018, tune(colour, 1.15, 0.6))),
    beads(
      studio,
      ends.map((end) => ({ ...end, radius: at.radius * 0.045, colour })),
    ),
  ];
}

/** Few broad petals like crumpled silk and a dark heart. */
export const poppyBloom: Bloom = (studio, random, at, colour) => {
  const plane = planeOf(at);
  const noise = new Noise(random.fork('silk'));
  const pieces: Piece[] = [];
  const turn = random.next() * 6;
  for (const [ring, count] of [
    [0, 3],
    [1, 3],
  ] as const)
    for (let n = 0; n < count; n++) {
      const wave = random.next() * 50;
      const own = tune(colour, 1 + random.bell() * 0.05 + ring * 0.05);
      const form = roundPetal(
        at.x,
        at.y,
        plane,
        {
          inner: 0.03,
          outer: (ring === 0 ? 1 : 0.84) * random.between(0.94, 1.06),
          middle: turn + ((n + ring / 2) / count) * Math.PI * 2,
          span: (Math.PI / count) * 1.22,
        },
        (s) => 1 + noise.at(s * 3.4 + wave, 2) * 0.07 + noise.at(s * 11 + wave, 7) * 0.028,
      );
      pieces.push(
        organ(
          form,
          petalPigment(own, {
            base: blend(tune(own, 0.5), hex('#160a14'), 0.5),
            veins: 13,
            veinStrength: 0.3,
            depth: 0.35,
            curl: 0.1,
            round: 1.3,
          }),
          studio.coat,
          at.radius * 0.05,
        ),
      );
    }
  pieces.push(...stamens(studio, random, at, plane, 34, 0.3, hex('#2a1a2c')));
  const heart = Array.from({ length: 40 }, (_, n) => ({
    ...on(at, plane, n * 2.39996, Math.sqrt((40 - n) / 40) * 0.13),
    radius: at.radius * 0.035,
    colour: n % 5 === 0 ? hex('#3c4a2a') : hex('#8a9a5a'),
  }));
  pieces.push(beads(studio, heart));
  return pieces;
};

/** Five notched petals and fine stamens. */
export const blossomBloom: Bloom = (studio, random, at, colour) => {
  const plane = planeOf(at);
  const turn = random.next() * 6;
  const profile = (u: number): number =>
    0.5 * Math.sin(Math.PI * Math.min(1, u ** 0.9 * 0.9 + 0.02)) ** 0.62 * (u > 0.93 ? 0.96 : 1);
  const pieces = Array.from({ length: 5 }, (_, n) => {
    const angle = turn + (n / 5) * Math.PI * 2 + random.bell() * 0.05;
    const own = tune(colour, 1 + random.bell() * 0.03);
    const form = blade(
      at.x,
      at.y,
      within(plane, angle, random.between(0.93, 1.05), 0.92),
      random.between(-0.08, 0.08),
      profile,
    );
    return organ(
      form,
      petalPigment(own, { base: tune(own, 0.7, 1.7), tip: tune(own, 1.06, 0.8), veinStrength: 0.16 }),
      studio.coat,
      at.radius * 0.05,
    );
  });
  return [...pieces, ...stamens(studio, random, at, plane, 14, 0.42, hex('#d99a3a'))];
};

/** Six long petals that bend back, freckled near the throat. */
export const lilyBloom: Bloom = (studio, random, at, colour) => {
  const plane = planeOf(at);
  const turn = random.next() * 6;
  const pieces: Piece[] = [];
  const freckles: { x: number; y: number; radius: number; colour: Colour }[] = [];
  for (const ring of [0, 1])
    for (let n = 0; n < 3; n++) {
      const angle = turn + ((n + ring / 2) / 3) * Math.PI * 2;
      const own = tune(colour, 1 + random.bell() * 0.04);
      const form = blade(
        at.x,
        at.y,
        within(plane, angle, 1.05, ring === 0 ? 0.34 : 0.44),
        random.between(-0.3, 0.3),
        (u) => 0.5 * Math.sin(Math.PI * u ** 0.72) ** 0.85,
      );
      pieces.push(
        organ(
          form,
          petalPigment(own, {
            base: tune(blend(own, hex('#7a9a4a'), 0.4), 0.8),
            rib: 0.07,
            veins: 4,
            depth: 0.5,
            round: 1.3,
          }),
          studio.coat,
          at.radius * 0.06,
        ),
      );
      for (let f = 0; f < 9; f++)
        freckles.push({
          ...on(at, plane, angle + random.bell() * 0.07, random.between(0.18, 0.5)),
          radius: at.radius * 0.012,
          colour: tune(own, 0.5, 1.4),
        });
    }
  return [...pieces, beads(studio, freckles), ...stamens(studio, random, at, plane, 6, 0.5, hex('#8a4a1c'))];
};

/** A cup of overlapping petals seen from the side, its stem below it. */
export const tulipBloom: Bloom = (studio, random, at, colour) => {
  const pieces: Piece[] = [];
  const up = at.lean;
  const foot = { x: at.x - Math.cos(up) * at.radius * 0.8, y: at.y - Math.sin(up) * at.radius * 0.8 };
  const profile = (u: number): number => 0.5 * Math.sin(Math.PI * Math.min(1, u ** 0.62 * 0.93 + 0.06)) ** 0.66;
  for (const [aside, length, breadth, shade] of [
    [-0.2, 1.62, 0.9, 0.72],
    [0.2, 1.66, 0.9, 0.76],
    [0, 1.7, 0.9, 0.8],
    [-0.36, 1.6, 0.86, 0.98],
    [0.36, 1.58, 0.86, 0.9],
    [0.03, 1.5, 1.08, 1.04],
  ] as const) {
    const own = tune(colour, shade * random.between(0.97, 1.03), 1.04);
    const form = blade(
      foot.x,
      foot.y,
      towards(up + aside * 0.75, at.radius * length, at.radius * breadth),
      -aside * 1.1,
      profile,
    );
    pieces.push(
      organ(
        form,
        petalPigment(own, {
          base: blend(tune(own, 0.7), hex('#b6a84a'), 0.35),
          veins: 6,
          veinStrength: 0.22,
          round: 1.35,
          depth: 0.25,
          curl: 0.12,
        }),
        studio.coat,
        at.radius * 0.05,
      ),
    );
  }
  return pieces;
};

/** A spike of small florets. */
export const spikeBloom: Bloom = (studio, random, at, colour) => {
  const pieces: Piece[] = [];
  const long = at.radius * 2.3;
  const [ux, uy] = [Math.cos(at.lean), Math.sin(at.lean)];
  const base = { x: at.x - ux * at.radius * 0.9, y: at.y - uy * at.radius * 0.9 };
  pieces.push(stem(studio, [base, { x: base.x + ux * long, y: base.y + uy * long }], () => at.radius * 0.06));
  for (let n = 0; n < 17; n++) {
    const t = n / 16;
    const gap = n < 3 ? 0 : 0.02;
    const [cx, cy] = [base.x + ux * long * (t + gap), base.y + uy * long * (t + gap)];
    for (let f = 0; f < 6; f++) {
      const turn = at.lean + (f - 2.5) * 0.52 + random.bell() * 0.12;
      const size = at.radius * (0.36 - 0.2 * t) * random.between(0.85, 1.15);
      const own = tune(blend(colour, hex('#5a4a7a'), random.next() * 0.35), random.between(0.8, 1.2));
      pieces.push(
        organ(
          blade(cx, cy, towards(turn, size, size * 0.48), 0, (u) => 0.5 * Math.sin(Math.PI * u ** 0.8)),
          petalPigment(own, { veins: 0, curl: 0.2 }),
          studio.coat,
          size * 0.08,
        ),
      );
    }
  }
  return pieces;
};

/** A ball of many small four-petalled florets. */
export const ballBloom: Bloom = (studio, random, at, colour) => {
  const pieces: Piece[] = [];
  const count = 64;
  for (let n = 0; n < count; n++) {
    const t = Math.sqrt((count - n) / count);
    const angle = n * 2.39996;
    const x = at.x + Math.cos(angle) * at.radius * t * 0.86;
    const y = at.y + Math.sin(angle) * at.radius * t * 0.86;
    const own = tune(
      blend(colour, hex(n % 3 === 0 ? '#c9a6d6' : '#8fb4e0'), random.next() * 0.3),
      1.06 - 0.32 * t + random.bell() * 0.05,
    );
    const size = at.radius * random.between(0.2, 0.26);
    const turn = random.next() * 3;
    for (let p = 0; p < 4; p++) {
      const direction = turn + (p * Math.PI) / 2;
      pieces.push(
        organ(
          blade(
            x,
            y,
            towards(direction, size, size * 0.92),
            0,
            (u) => 0.5 * Math.sin(Math.PI * Math.min(1, u * 0.88 + 0.02)) ** 0.6,
          ),
          petalPigment(own, { veins: 2, curl: 0.12, depth: 0.35 }),
          studio.coat,
          size * 0.14,
        ),
      );
    }
    pieces.push(beads(studio, [{ x, y, radius: size * 0.11, colour: tune(own, 1.3, 0.4) }]));
  }
  return pieces;
};
