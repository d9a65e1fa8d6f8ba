import type { Brief } from '../../brief.ts';
import type { Piece } from '../../drawing/blade.ts';
import { mix } from '../../drawing/maths.ts';
import type { Point } from '../../drawing/path.ts';
import type { Random } from '../../drawing/random.ts';
import { bloomAt } from './bloom.ts';
import { leafOf } from '../../scenery/plants/leaves.ts';
import type { Plan } from './plan.ts';
import { beads, type Studio } from '../../scenery/plants/studio.ts';

/** A round of leaves and flowers around an open middle. */
export function wreath(brief: Brief, studio: Studio, plan: Plan): Piece[] {
  const random = brief.random.fork('wreath');
  const { width, height } = brief.frame;
  const [cx, cy] = [width / 2, height / 2];
  const radius = 0.31;
  const pieces: Piece[] = [];
  const around = 30;
  for (let layer = 0; layer < 2; layer++)
    for (let n = 0; n < around; n++) {
      const t = (n / around) * Math.PI * 2 + random.bell() * 0.06;
      const side = (n + layer) % 2 === 0 ? 1 : -1;
      const kind = plan.leaves[n % plan.leaves.length]!;
      const reach = radius + side * 0.012;
      const long = { fern: 0.2, palm: 0.2, monstera: 0.16, eucalyptus: 0.2, olive: 0.2 }[kind as string] ?? 0.125;
      pieces.push(
        ...leafOf(kind, studio, random, {
          x: cx + Math.cos(t) * reach,
          y: cy + Math.sin(t) * reach,
          angle: t + Math.PI / 2 - side * random.between(0.35, 0.75),
          length: long * random.between(0.75, 1.05),
          age: layer * 0.4 + random.between(0.1, 0.5),
        }),
      );
    }
  if (plan.kind === 'leaves')
    return [
      ...pieces,
      ...berries(studio, plan, random, 26, (n) => spot(cx, cy, radius, (n / 26) * Math.PI * 2, random)),
    ];
  const flowers = plan.flowers.filter(({ upright }) => !upright);
  const used = flowers.length > 0 ? flowers : plan.flowers;
  const heads = 15;
  const start = random.next() * 6;
  // Large ones gather at one side, small ones run out to the other.
  const order = Array.from({ length: heads }, (_, n) => ({ n, far: Math.abs(n / (heads - 1) - 0.5) * 2 })).sort(
    (a, b) => b.far - a.far,
  );
  for (const { n, far } of order) {
    const t = start + (n / heads) * Math.PI * 2;
    const reach = radius + random.bell() * 0.014;
    pieces.push(
      ...bloomAt(
        plan,
        studio,
        random.fork(`head ${n}`),
        used[n % used.length]!,
        cx + Math.cos(t) * reach,
        cy + Math.sin(t) * reach,
        mix(0.112, 0.05, far),
        t,
        random.between(0, 0.3),
      ),
    );
  }
  return pieces;
}

const spot = (cx: number, cy: number, radius: number, t: number, random: Random): Point => ({
  x: cx + Math.cos(t) * (radius + random.bell() * 0.03),
  y: cy + Math.sin(t) * (radius + random.bell() * 0.03),
});

function berries(studio: Studio, plan: Plan, random: Random, count: number, place: (n: number) => Point): Piece[] {
  const colour = plan.colourOf(plan.flowers[0]!, random);
  return [
    beads(
      studio,
      Array.from({ length: count }, (_, n) => ({ ...place(n), radius: random.between(0.006, 0.0115), colour })),
    ),
  ];
}
