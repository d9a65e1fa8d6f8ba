import { blend, lightnessOf, type Colour } from './colour.ts';
import type { Random } from './random.ts';

/** A list in an order of chance. */
export function shuffled<T>(list: readonly T[], random: Random): T[] {
  const order = [...list];
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

/** Draws inks so that one leads, others accompany, and no neighbour is alike. */
export function inkwell(inks: readonly Colour[], random: Random): (unlike?: Colour) => Colour {
  const order = shuffled(inks, random);
  const shares = [0.32, 0.23, 0.17, 0.13, 0.09, 0.06];
  return (unlike) => {
    for (let tries = 0; tries < 12; tries++) {
      let draw = random.next();
      const index = shares.findIndex((share) => (draw -= share) <= 0);
      const ink = order[Math.max(0, index) % order.length]!;
      if (unlike === undefined || distinct(ink, unlike)) return ink;
    }
    return order.find((ink) => unlike === undefined || distinct(ink, unlike)) ?? order[0]!;
  };
}

/** The two can be told from each other at a glance. */
export const distinct = (a: Colour, b: Colour): boolean =>
  Math.abs(lightnessOf(a) - lightnessOf(b)) > 0.1 ||
  Math.hypot(Math.cbrt(a.r) - Math.cbrt(b.r), Math.cbrt(a.g) - Math.cbrt(b.g), Math.cbrt(a.b) - Math.cbrt(b.b)) > 0.3;

/** The ink that reads best on a ground. */
export const contrasting = (inks: readonly Colour[], ground: Colour): Colour => {
  const base = lightnessOf(ground);
  const best = [...inks].sort((a, b) => Math.abs(lightnessOf(b) - base) - Math.abs(lightnessOf(a) - base))[0]!;
  if (Math.abs(lightnessOf(best) - base) > 0.35) return best;
  return blend(best, base > 0.5 ? { r: 0, g: 0, b: 0 } : { r: 1, g: 1, b: 1 }, 0.6);
};
