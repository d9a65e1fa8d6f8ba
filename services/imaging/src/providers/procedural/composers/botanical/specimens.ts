import type { Brief } from '../../brief.ts';
import type { Piece } from '../../drawing/blade.ts';
import { mix } from '../../drawing/maths.ts';
import type { Point } from '../../drawing/path.ts';
import type { Random } from '../../drawing/random.ts';
import { bloomAt, UP } from './bloom.ts';
import { leafOf, type LeafKind } from '../../scenery/plants/leaves.ts';
import { mushroom } from '../../scenery/plants/mushroom.ts';
import type { Plan } from './plan.ts';
import type { Species } from '../../scenery/plants/species.ts';
import { stem, type Studio } from '../../scenery/plants/studio.ts';
import { cactus, rosette } from './succulent.ts';

/** Stems side by side, each with its leaves and its flower, as on the sheet of a herbarium. */
export function specimens(brief: Brief, studio: Studio, plan: Plan): Piece[] {
  const random = brief.random.fork('specimens');
  const { width, height } = brief.frame;
  const margin = 0.09;
  const tall = Math.min(height - 2 * margin, 1.6);
  const room = { leaves: 0.46, flowers: 0.34, mushrooms: 0.85, succulents: 0.8, cacti: 0.5 }[plan.kind];
  const slim = plan.kind === 'flowers' && plan.flowers.every(({ upright }) => upright);
  const count = plan.single
    ? 1
    : Math.max(1, Math.round((width - 2 * margin) / (slim ? 0.21 : room * Math.min(1.7, Math.max(1, tall / 0.95)))));
  const step = (width - 2 * margin) / count;
  const foot = height / 2 + tall / 2;
  const pieces: Piece[] = [];
  for (let n = 0; n < count; n++) {
    const pen = random.fork(`${n}`);
    const x = margin + step * (n + 0.5) + pen.bell() * step * 0.03;
    if (plan.kind === 'mushrooms') {
      pieces.push(...tuft(studio, pen, x, height / 2 + Math.min(tall, step * 1.3) * 0.5, step, tall));
      continue;
    }
    if (plan.kind === 'cacti') {
      pieces.push(...cactus(studio, pen, { x, foot, height: tall * pen.between(0.72, 0.95) }));
      continue;
    }
    if (plan.kind === 'succulents') {
      pieces.push(
        ...rosette(studio, pen, {
          x,
          y: height / 2 + pen.between(-0.5, 0.5) * Math.max(0, height - 1) * 0.5,
          radius: Math.min(step * 0.5, 0.41),
        }),
      );
      continue;
    }
    const high = tall * (slim ? 0.98 - 0.2 * ((n * 0.618) % 1) : pen.between(0.84, 0.97));
    if (plan.kind === 'leaves') {
      const kind = plan.leaves[(n + pen.below(plan.leaves.length)) % plan.leaves.length]!;
      pieces.push(...leafStem(studio, pen, kind, x, foot, high, step));
      continue;
    }
    pieces.push(...flowerStem(studio, plan, pen, plan.flowers[n % plan.flowers.length]!, x, foot, high, step));
  }
  return pieces;
}

function leafStem(
  studio: Studio,
  random: Random,
  kind: LeafKind,
  x: number,
  foot: number,
  high: number,
  step: number,
): Piece[] {
  const angle = UP + random.bell() * 0.05;
  if (kind === 'fern' || kind === 'palm' || kind === 'eucalyptus' || kind === 'olive') {
    const length = Math.min(high, step * (kind === 'palm' ? 1.5 : 2.3));
    // What is shorter than the sheet lies in its middle.
    return leafOf(kind, studio, random, { x, y: foot - (high - length) / 2, angle, length, age: 0.55 });
  }
  if (kind === 'monstera') {
    const length = Math.min(high * 0.94, step * 1.15);
    const stalk = foot - (high - length);
    return [
      stem(
        studio,
        [
          { x, y: foot },
          { x, y: stalk },
        ],
        () => 0.014,
      ),
      ...leafOf('monstera', studio, random, { x, y: stalk, angle, length, age: 0.5 }),
    ];
  }
  return leafyStem(studio, random, kind, lineUp(random, x, foot, high), Math.min(step * 0.55, high * 0.24), 7);
}

/** A stalk that sways a little on its way up. */
function lineUp(random: Random, x: number, foot: number, high: number): Point[] {
  const sway = random.between(-0.09, 0.09) * high;
  const bow = random.between(-0.05, 0.05) * high;
  return Array.from({ length: 30 }, (_, i) => {
    const t = i / 29;
    return { x: x + sway * t * t + bow * Math.sin(Math.PI * t) - sway * 0.5, y: foot - high * t };
  });
}

function leafyStem(
  studio: Studio,
  random: Random,
  kind: LeafKind,
  line: readonly Point[],
  size: number,
  leaves: number,
  upTo = 0.95,
): Piece[] {
  const pieces: Piece[] = [stem(studio, line, (t) => 0.0125 - 0.0065 * t)];
  for (let n = 0; n < leaves; n++) {
    const t = mix(0.12, upTo, n / Math.max(1, leaves - 1));
    const at = line[Math.round(t * (line.length - 1))]!;
    const side = n % 2 === 0 ? 1 : -1;
    const length = size * (1.15 - 0.55 * t) * random.between(0.85, 1.12);
    pieces.push(
      ...leafOf(kind, studio, random, {
        ...at,
        angle: UP + side * (0.95 - 0.4 * t) + random.bell() * 0.1,
        length,
        age: 0.3 + 0.5 * t,
      }),
    );
  }
  if (upTo > 0.9)
    pieces.push(
      ...leafOf(kind, studio, random, { ...line[line.length - 1]!, angle: UP, length: size * 0.6, age: 0.9 }),
    );
  return pieces;
}

function flowerStem(
  studio: Studio,
  plan: Plan,
  random: Random,
  flower: Species,
  x: number,
  foot: number,
  high: number,
  step: number,
): Piece[] {
  const radius = Math.min(step * (flower.upright ? 0.55 : 0.42), high * 0.2) / Math.max(1, flower.size * 0.9);
  const line = lineUp(random, x, foot, high - radius * flower.size * (flower.upright ? 2.2 : 1));
  const head = line[line.length - 1]!;
  const kind = flower.leaf;
  const grass = kind === 'blade';
  const pieces: Piece[] = [];
  if (grass) {
    // Grown from the foot: long blades that rise beside the stalk.
    for (let n = 0; n < 4; n++) {
      const side = n % 2 === 0 ? 1 : -1;
      pieces.push(
        ...leafOf('blade', studio, random, {
          x: x + side * 0.006,
          y: foot,
          angle: UP + side * random.between(0.1, 0.34),
          length: high * random.between(0.5, 0.78),
          age: 0.25 + n * 0.15,
        }),
      );
    }
    pieces.push(stem(studio, line, () => 0.011));
  } else
    pieces.push(
      ...leafyStem(studio, random, kind, line, Math.min(step * 0.5, high * 0.26), kind === 'fern' ? 5 : 6, 0.72),
    );
  // A bud on a side stalk, younger and closed.
  if (!flower.upright && random.chance(0.85)) {
    const from = line[Math.round(line.length * 0.62)]!;
    const side = random.chance(0.5) ? 1 : -1;
    const end = { x: from.x + side * step * 0.26, y: from.y - high * 0.15 };
    pieces.push(stem(studio, [from, { x: from.x + side * step * 0.15, y: from.y - high * 0.06 }, end], () => 0.007));
    pieces.push(
      ...bloomAt(plan, studio, random.fork('bud'), flower, end.x, end.y, radius * 0.42, UP + side * 0.4, 0.85),
    );
  }
  pieces.push(
    ...bloomAt(
      plan,
      studio,
      random.fork('head'),
      flower,
      head.x,
      head.y - (flower.upright ? radius * 0.75 : 0),
      radius,
      UP + random.between(-0.5, 0.5) * (flower.upright ? 0.15 : 1),
      random.between(0.05, 0.4),
    ),
  );
  return pieces;
}

/** Mushrooms of several ages, with moss and grass at their feet. */
function tuft(studio: Studio, random: Random, x: number, foot: number, step: number, tall: number): Piece[] {
  const pieces: Piece[] = [];
  const words = studio.brief.words;
  const red = words.says('mushroom.red') || (!words.says('mushroom.brown') && random.chance(0.6));
  const ground = foot - 0.04;
  const high = Math.min(tall * 0.92, step * 1.12);
  const list = [
    [-0.25, 0.56],
    [0.27, 0.68],
    [0, 1],
    [-0.13, 0.3],
    [0.15, 0.22],
  ] as const;
  for (let n = 0; n < 8; n++)
    pieces.push(
      ...leafOf(n % 3 === 0 ? 'fern' : 'blade', studio, random, {
        x: x + (n / 7 - 0.5) * step * 0.85,
        y: ground,
        angle: UP + (n / 7 - 0.5) * 1.7,
        length: high * random.between(0.32, 0.56),
        age: random.between(0.1, 0.4),
      }),
    );
  for (const [aside, share] of list)
    pieces.push(
      ...mushroom(studio, random, {
        x: x + aside * Math.min(step, high),
        foot: ground + share * 0.012,
        height: high * share * random.between(0.9, 1.05),
        red,
      }),
    );
  for (let n = 0; n < 16; n++)
    pieces.push(
      ...leafOf('blade', studio, random, {
        x: x + random.between(-0.44, 0.44) * step,
        y: ground + 0.03,
        angle: UP + random.bell() * 0.5,
        length: high * random.between(0.08, 0.2),
        age: random.between(0.4, 1),
      }),
    );
  return pieces;
}
