import type { Piece } from '../../drawing/blade.ts';
import type { Random } from '../../drawing/random.ts';
import type { Plan } from './plan.ts';
import type { Species } from '../../scenery/plants/species.ts';
import type { Studio } from '../../scenery/plants/studio.ts';

/** Straight up, in radians. */
export const UP = -Math.PI / 2;

/** A flower of the plan, in one of its colours there. */
export function bloomAt(
  plan: Plan,
  studio: Studio,
  random: Random,
  flower: Species,
  x: number,
  y: number,
  radius: number,
  lean: number,
  tilt: number,
): Piece[] {
  return flower.bloom(
    studio,
    random,
    { x, y, radius: radius * flower.size, lean, tilt },
    plan.colourOf(flower, random),
  );
}
