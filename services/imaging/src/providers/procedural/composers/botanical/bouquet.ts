import type { Brief } from '../../brief.ts';
import type { Piece } from '../../drawing/blade.ts';
import { mix } from '../../drawing/maths.ts';
import type { Point } from '../../drawing/path.ts';
import { bloomAt, UP } from './bloom.ts';
import { leafOf } from '../../scenery/plants/leaves.ts';
import type { Plan } from './plan.ts';
import type { Species } from '../../scenery/plants/species.ts';
import { stem, type Studio } from '../../scenery/plants/studio.ts';

/** A hand's full, tied: stems below, leaves all round, flowers thickest in the middle. */
export function bouquet(brief: Brief, studio: Studio, plan: Plan): Piece[] {
  const random = brief.random.fork('bouquet');
  const { width, height } = brief.frame;
  const scale = Math.min(1.12, Math.min(height, width * 1.15)) * 0.93;
  const tie = { x: width / 2, y: height / 2 + scale * 0.25 };
  const heart = { x: width / 2, y: height / 2 - scale * 0.085 };
  const spread = Math.min(width / 2 - 0.06, scale * (width > 1.3 ? 0.52 : 0.4));
  const rise = scale * 0.33;
  const pieces: Piece[] = [];
  for (let n = 0; n < 9; n++) {
    const aside = (n / 8 - 0.5) * 0.5;
    const line = Array.from({ length: 10 }, (_, i) => ({
      x: tie.x + aside * scale * 0.5 * (i / 9) * (1 + 0.1 * (n % 3)),
      y: tie.y + (i / 9) * scale * (0.21 + 0.03 * (n % 3)),
    }));
    pieces.push(stem(studio, line, () => 0.0095));
  }
  const heads: { x: number; y: number; far: number; radius: number; flower: Species }[] = [];
  const place = (far: number, turn: number): Point => ({
    x: heart.x + Math.cos(turn) * far * spread * 0.94,
    y: heart.y + Math.sin(turn) * far * rise,
  });
  const count = 19;
  for (let n = 0; n < count; n++) {
    const far = Math.sqrt((n + 0.6) / count) * 0.9;
    const turn = n * 2.39996 + random.bell() * 0.14;
    const flower = plan.flowers[n === 0 ? 0 : random.below(plan.flowers.length)]!;
    heads.push({ ...place(far, turn), far, radius: scale * mix(0.118, 0.062, far) * random.between(0.9, 1.1), flower });
  }
  for (const { x, y } of heads) {
    const line = Array.from({ length: 12 }, (_, i) => ({
      x: mix(tie.x, x, (i / 11) ** 1.3),
      y: mix(tie.y, y, i / 11),
    }));
    pieces.push(stem(studio, line, () => 0.007, studio.greens[0]));
  }
  // Greens first and longest, from the tie outwards.
  for (let n = 0; n < 30; n++) {
    const turn = UP + (((n * 0.618) % 1) - 0.5) * Math.PI * 1.66;
    const kind = plan.leaves[n % plan.leaves.length]!;
    const from = place(random.between(0.28, 0.6), turn);
    const big = ['fern', 'palm', 'eucalyptus', 'olive', 'monstera'].includes(kind);
    pieces.push(
      ...leafOf(kind, studio, random, {
        ...from,
        angle: turn + random.bell() * 0.16,
        length:
          scale *
          (big ? random.between(0.24, 0.34) : random.between(0.16, 0.26)) *
          Math.min(1, spread / (scale * 0.36)),
        age: random.between(0.05, 0.6),
      }),
    );
  }
  heads.sort((a, b) => b.far - a.far);
  for (const [n, { x, y, far, radius, flower }] of heads.entries()) {
    const lean = Math.atan2(y - tie.y, x - tie.x);
    if (n % 2 === 0)
      pieces.push(
        ...leafOf(plan.leaves[0] === 'monstera' ? 'oval' : plan.leaves[0], studio, random, {
          x,
          y,
          angle: lean + random.between(-1.3, 1.3),
          length: radius * 2,
          age: random.between(0.3, 0.9),
        }),
      );
    pieces.push(...bloomAt(plan, studio, random.fork(`head ${n}`), flower, x, y, radius, lean, far * 0.5));
  }
  const ribbon = plan.colourOf(plan.flowers[0]!, random);
  for (let n = 0; n < 5; n++) {
    const y = tie.y + n * 0.011;
    pieces.push(
      stem(
        studio,
        [
          { x: tie.x - 0.037, y: y + 0.004 },
          { x: tie.x, y: y + 0.007 },
          { x: tie.x + 0.037, y },
        ],
        () => 0.0125,
        ribbon,
      ),
    );
  }
  return pieces;
}
