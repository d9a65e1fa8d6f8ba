import type { Brief } from '../../brief.ts';
import { blade, organ, type Piece } from '../../drawing/blade.ts';
import { blend, hex, tune } from '../../drawing/colour.ts';
import type { Point } from '../../drawing/path.ts';
import type { Random } from '../../drawing/random.ts';
import type { Species } from '../../scenery/plants/species.ts';
import { leafOf, towards } from '../../scenery/plants/leaves.ts';
import type { Plan } from './plan.ts';
import { beads, petalPigment, stem, type Studio } from '../../scenery/plants/studio.ts';

interface Twig {
  readonly end: Point;
  readonly angle: number;
}

/**
 * A knotted branch that comes in from one side, in bloom: flowers in twos and threes at its twigs, buds, petals that
 * fall.
 */
export function branch(brief: Brief, studio: Studio, plan: Plan): Piece[] {
  const random = brief.random.fork('branch');
  const { width, height } = brief.frame;
  const side = random.chance(0.5) ? 1 : -1;
  const bark = blend(hex('#4a342c'), brief.palette.inks[5], 0.2);
  const pieces: Piece[] = [];
  const twigs: Twig[] = [];
  const from = { x: side === 1 ? -0.06 : width + 0.06, y: height * random.between(0.72, 0.86) };
  const to = { x: width / 2 + side * (width / 2 - 0.14), y: height * random.between(0.16, 0.26) };
  const whole = Math.hypot(to.x - from.x, to.y - from.y);
  const grow = (start: Point, angle: number, length: number, girth: number, depth: number): void => {
    const bend = random.between(-0.28, 0.28);
    const knots = random.next() * 40;
    const line: Point[] = Array.from({ length: 22 }, (_, i) => {
      const t = i / 21;
      const turn = angle + bend * t;
      const crook = Math.sin(t * 9 + knots) * length * 0.014;
      return {
        x: start.x + Math.cos(turn) * length * t - Math.sin(turn) * crook,
        y: start.y + Math.sin(turn) * length * t + Math.cos(turn) * crook,
      };
    });
    const forks = depth === 0 ? 0 : depth === 3 ? 6 : 3;
    for (let n = 0; n < forks; n++) {
      const t = 0.2 + (0.72 * (n + random.between(0.1, 0.9))) / forks;
      const at = line[Math.round(t * 21)]!;
      const way = n % 2 === 0 ? 1 : -1;
      grow(
        at,
        angle + bend * t + way * random.between(0.4, 0.95),
        length * random.between(0.3, 0.46) * (1.15 - 0.5 * t),
        girth * (1 - 0.6 * t) * 0.6,
        depth - 1,
      );
    }
    pieces.push(
      stem(studio, line, (t) => Math.max(0.004, girth * (1 - 0.72 * t) * (1 + 0.12 * Math.sin(t * 23 + knots))), bark),
    );
    for (const t of depth === 3 ? [1] : depth === 2 ? [0.62, 1] : [0.5, 0.78, 1]) {
      twigs.push({ end: line[Math.round(t * 21)]!, angle: angle + bend * t });
    }
  };
  grow(from, Math.atan2(to.y - from.y, to.x - from.x), whole, 0.036, 3);
  const flower = plan.flowers[0]!;
  for (const twig of twigs) {
    if (random.chance(0.3))
      pieces.push(
        ...leafOf('oval', studio, random, {
          ...twig.end,
          angle: twig.angle + random.bell(),
          length: random.between(0.045, 0.08),
          age: 0.9,
        }),
      );
  }
  for (const [n, twig] of twigs.entries()) pieces.push(...cluster(studio, plan, random.fork(`${n}`), flower, twig));
  for (let n = 0; n < 14; n++) {
    const size = random.between(0.014, 0.024);
    const own = tune(plan.colourOf(flower, random), random.between(0.94, 1.05));
    const form = blade(
      random.next() * width,
      height * random.between(0.45, 1),
      towards(random.next() * 6, size, size * random.between(0.4, 0.9)),
      0.2,
      (u) => 0.5 * Math.sin(Math.PI * Math.min(1, u ** 0.9 * 0.92 + 0.02)) ** 0.6,
    );
    pieces.push(organ(form, petalPigment(own), studio.coat, 0.012));
  }
  return pieces;
}

function cluster(studio: Studio, plan: Plan, random: Random, flower: Species, { end, angle }: Twig): Piece[] {
  const pieces: Piece[] = [];
  const count = random.below(4);
  const buds = 1 + random.below(3);
  for (let n = 0; n < buds; n++) {
    const turn = angle + random.between(-1.2, 1.2);
    const far = random.between(0.025, 0.045);
    const tip = { x: end.x + Math.cos(turn) * far, y: end.y + Math.sin(turn) * far };
    pieces.push(stem(studio, [end, tip], () => 0.0028, studio.greens[2]));
    pieces.push(
      beads(studio, [
        { ...tip, radius: random.between(0.006, 0.0095), colour: tune(plan.colourOf(flower, random), 0.84, 1.5) },
      ]),
    );
  }
  for (let n = 0; n < count; n++) {
    const turn = angle + (n - (count - 1) / 2) * 1.5 + random.bell() * 0.3;
    const radius = random.between(0.026, 0.044);
    const [x, y] = [end.x + Math.cos(turn) * radius * 0.7, end.y + Math.sin(turn) * radius * 0.7];
    pieces.push(
      ...flower.bloom(
        studio,
        random.fork(`bloom ${n}`),
        { x, y, radius, lean: turn, tilt: random.between(0, 0.5) },
        plan.colourOf(flower, random),
      ),
    );
  }
  return pieces;
}
