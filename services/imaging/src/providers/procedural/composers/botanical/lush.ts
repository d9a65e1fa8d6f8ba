import type { Brief } from '../../brief.ts';
import type { Piece } from '../../drawing/blade.ts';
import type { Point } from '../../drawing/path.ts';
import { bloomAt, UP } from './bloom.ts';
import { leafOf } from '../../scenery/plants/leaves.ts';
import type { Plan } from './plan.ts';
import type { Studio } from '../../scenery/plants/studio.ts';

/** All over: leaves in the dark behind, flowers crowding before them, from edge to edge. */
export function lush(brief: Brief, studio: Studio, plan: Plan): Piece[] {
  const random = brief.random.fork('lush');
  const { width, height } = brief.frame;
  const pieces: Piece[] = [];
  const area = width * height;
  const deep: Studio = { ...studio, greens: [studio.greens[0], studio.greens[0], studio.greens[1]] };
  const leaves = plan.kind === 'leaves';
  const scattered = (count: number, salt: number): Point[] => {
    // Points of a low discrepancy sequence: even, but in no rows.
    const shift = random.next();
    return Array.from({ length: count }, (_, n) => ({
      x: ((shift + (n + salt) * 0.7548776662) % 1) * (width + 0.2) - 0.1 + random.bell() * 0.02,
      y: (((n + salt) * 0.5698402909 + shift * 0.7) % 1) * (height + 0.2) - 0.1 + random.bell() * 0.02,
    }));
  };
  const layers = leaves ? 4 : 2;
  for (let layer = 0; layer < layers; layer++) {
    const share = layer / Math.max(1, layers - 1);
    for (const [n, at] of scattered(Math.round(area * (leaves ? 13 : 30)), layer * 97).entries()) {
      const kind = plan.leaves[n % plan.leaves.length]!;
      const big = ['fern', 'palm', 'eucalyptus', 'olive', 'monstera'].includes(kind);
      const outward = Math.atan2(at.y - height / 2, at.x - width / 2);
      const angle = leaves ? outward * 0.35 + UP * 0.65 + random.bell() * 0.75 : random.next() * Math.PI * 2;
      pieces.push(
        ...leafOf(kind, layer === 0 ? deep : studio, random, {
          ...at,
          angle,
          length: (big ? 0.44 : 0.26) * random.between(0.75, 1.15) * (leaves ? 1.1 - 0.12 * layer : 1),
          age: leaves ? 0.05 + share * 0.85 * random.between(0.7, 1) : random.between(0, 0.3) + share * 0.3,
        }),
      );
    }
  }
  if (leaves) return pieces;
  const heads = scattered(Math.round(area * 27), 31).map((at, n) => {
    const flower = plan.flowers[n % plan.flowers.length]!;
    return {
      ...at,
      flower,
      radius: (n % 5 === 0 ? 0.15 : n % 5 === 1 ? 0.115 : n % 5 === 2 ? 0.085 : 0.055) * random.between(0.9, 1.1),
    };
  });
  heads.sort((a, b) => a.radius - b.radius);
  for (const [n, { x, y, flower, radius }] of heads.entries()) {
    const lean = Math.atan2(y - height / 2, x - width / 2);
    for (let leaf = 0; leaf < 2; leaf++) {
      const kind = plan.leaves[(n + leaf) % plan.leaves.length]!;
      pieces.push(
        ...leafOf(kind === 'monstera' || kind === 'palm' ? 'oval' : kind, studio, random, {
          x,
          y,
          angle: random.next() * Math.PI * 2,
          length: radius * random.between(1.6, 2.1),
          age: random.between(0.4, 0.95),
        }),
      );
    }
    pieces.push(
      ...bloomAt(
        plan,
        studio,
        random.fork(`head ${n}`),
        flower,
        x,
        y,
        radius,
        flower.upright ? UP + random.bell() * 0.3 : lean,
        random.between(0, 0.4),
      ),
    );
  }
  return pieces;
}
