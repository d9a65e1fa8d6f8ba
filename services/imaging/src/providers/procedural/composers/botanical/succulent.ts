import { blade, organ, type Piece } from '../../drawing/blade.ts';
import { blend, hex, tune } from '../../drawing/colour.ts';
import type { Random } from '../../drawing/random.ts';
import { towards } from '../../scenery/plants/leaves.ts';
import { beads, leafPigment, petalPigment, type Studio } from '../../scenery/plants/studio.ts';

/** A rosette of thick pointed leaves, set as seeds are, the youngest in the middle. */
export function rosette(studio: Studio, random: Random, at: { x: number; y: number; radius: number }): Piece[] {
  const { x, y, radius } = at;
  const blush = studio.petal(hex('#d98a8a'), random);
  const cool = blend(studio.greens[2], hex('#86b8a0'), 0.5);
  const start = random.next() * 6;
  const count = 44;
  return Array.from({ length: count }, (_, n) => {
    const t = 1 - n / count;
    const length = radius * (0.14 + 0.9 * t ** 0.8);
    const own = tune(blend(cool, studio.greens[1], t * 0.55), 1 + random.bell() * 0.04, 1.1);
    const form = blade(
      x,
      y,
      towards(start + n * 2.39996, length, radius * (0.16 + 0.3 * t)),
      0,
      (u) => 0.5 * Math.sin(Math.PI * Math.min(1, u ** 1.5 * 0.93 + 0.03)) ** 0.62,
    );
    return organ(
      form,
      petalPigment(own, {
        base: tune(own, 0.5, 1.1),
        tip: blend(tune(own, 1.14), blush, 0.32),
        veins: 0,
        depth: 0.55,
        round: 1.2,
        curl: 0.14,
      }),
      studio.coat,
      radius * 0.05,
    );
  });
}

/** A columnar cactus: ribs, spines in rows, a flower or two. */
export function cactus(studio: Studio, random: Random, at: { x: number; foot: number; height: number }): Piece[] {
  const pieces: Piece[] = [];
  const grow = (x: number, foot: number, height: number, breadth: number, angle: number, depth: number): void => {
    const body = leafPigment(studio, random, 0.55, 0);
    const dome = (u: number): number => {
      const end = u > 0.8 ? (u - 0.8) / 0.2 : u < 0.08 ? (0.08 - u) / 0.08 : 0;
      return 0.5 * Math.sqrt(Math.max(0, 1 - end * end)) * (0.92 + 0.08 * Math.sin(u * 4));
    };
    if (depth > 0)
      for (const side of random.chance(0.5) ? [-1, 1] : [1, -1]) {
        const t = random.between(0.32, 0.6);
        grow(
          x + side * breadth * 0.4,
          foot - height * t,
          height * random.between(0.34, 0.48),
          breadth * 0.66,
          -Math.PI / 2 + side * random.between(0.35, 0.6),
          depth - 1,
        );
      }
    pieces.push(
      organ(
        blade(x, foot, towards(angle, height, breadth), 0, dome),
        { ...body, veins: 4.5, along: true, veinStrength: 0.5, round: 1.7, rib: 0, depth: 0.25 },
        studio.coat,
        breadth * 0.12,
      ),
    );
    const spines: { x: number; y: number; radius: number; colour: typeof body.tip }[] = [];
    for (let row = -2; row <= 2; row++)
      for (let n = 0; n < 15; n++) {
        const u = 0.05 + (n + (row % 2 === 0 ? 0.5 : 0)) * 0.06;
        const v = row * 0.2 * breadth * (u > 0.8 ? 0.5 : 1);
        spines.push({
          x: x + Math.cos(angle) * u * height - Math.sin(angle) * v,
          y: foot + Math.sin(angle) * u * height + Math.cos(angle) * v,
          radius: breadth * 0.022,
          colour: hex('#f2ead0'),
        });
      }
    pieces.push(beads(studio, spines));
    const bloom = studio.petal(hex('#e8607a'), random);
    const [tx, ty] = [x + Math.cos(angle) * height * 0.98, foot + Math.sin(angle) * height * 0.98];
    for (let n = 0; n < 9; n++)
      pieces.push(
        organ(
          blade(
            tx,
            ty,
            towards(angle + (n - 4) * 0.3, breadth * 0.42, breadth * 0.2),
            0,
            (u) => 0.5 * Math.sin(Math.PI * u ** 0.8),
          ),
          petalPigment(bloom),
          studio.coat,
          breadth * 0.03,
        ),
      );
  };
  grow(at.x, at.foot, at.height, at.height * 0.26, -Math.PI / 2 + random.bell() * 0.03, 1);
  return pieces;
}
