import { tune, type Colour } from '../../drawing/colour.ts';
import { Noise } from '../../drawing/noise.ts';
import type { Path } from '../../drawing/path.ts';
import type { Random } from '../../drawing/random.ts';
import { placed } from '../../drawing/shapes.ts';

/** A hand that is sure but no machine: lines waver a little, no two pieces are dyed quite alike. */
export interface Hand {
  waver(path: Path): Path;
  dye(ink: Colour, spread?: number): Colour;
}

export function handOf(random: Random, amount = 0.0032): Hand {
  const noise = new Noise(random);
  return {
    waver: (path) =>
      placed(path, (x, y) => [
        x + (noise.at(x * 7, y * 7) + noise.at(x * 23, y * 23) * 0.35) * amount,
        y + (noise.at(x * 7 + 40, y * 7) + noise.at(x * 23, y * 23 + 40) * 0.35) * amount,
      ]),
    dye: (ink, spread = 0.045) => tune(ink, 1 + random.bell() * spread, 1 + random.bell() * spread * 0.8),
  };
}
