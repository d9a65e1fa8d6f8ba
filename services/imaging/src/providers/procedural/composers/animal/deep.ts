import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, tune } from '../../drawing/colour.ts';
import { Lit, type Surface } from '../../drawing/lit.ts';
import { Noise } from '../../drawing/noise.ts';
import { placed, type Placing } from '../../drawing/outline.ts';
import type { Path } from '../../drawing/path.ts';
import { Relief } from '../../drawing/relief.ts';
import { Texture } from '../../drawing/texture.ts';
import { reefOf, shoalOf, underWaterOf, waterBodyOf } from '../../scenery/underwater.ts';
import type { Beast } from './beasts.ts';

type Paint = (canvas: Canvas) => void;

/** A great swimmer under the light of the surface, small fish about it, its calf beside it now and then. */
export function swimmerOf(brief: Brief, beast: Beast): Paint[] {
  const random = brief.random.fork('swimmer');
  const { width, height } = brief.frame;
  const water = underWaterOf(brief);
  const flip = random.chance(0.5);
  const tall = height > width;
  const scale =
    (brief.transparent ? 0.0082 : 0.0092 * Math.min(1.35, tall ? 1.02 : 0.82 + 0.2 * width)) *
    random.between(0.95, 1.05);
  const turn = (flip ? 1 : -1) * random.between(0.08, 0.3);
  const great = { x: width * 0.5, y: height * (brief.transparent ? 0.5 : 0.46), scale, flip, turn };
  const calf = random.chance(0.6) && !brief.transparent && beast.name === 'whale';
  const noise = new Noise(random);
  const hide = new Texture(256, (x, y) => noise.fbm(x * 7, y * 24, 4, 0.6) * 0.7 + noise.fbm(x * 30, y * 30, 3) * 0.5);
  // Light falls through the waves in a net, on what swims as on the bed.
  const caustic = new Texture(
    256,
    (x, y) => (1 - Math.abs(noise.fbm(x * 8 + noise.at(x * 5, y * 5) * 1.5, y * 8, 3))) ** 6 * 2 - 0.4,
  );
  const swim = (at: { x: number; y: number; scale: number; flip: boolean; turn: number }, far: number): Paint => {
    const placing: Placing = at;
    const put = (points: readonly { x: number; y: number }[]): Path =>
      placed(
        points.map(({ x, y }) => ({ x: x - 52, y: y - 50 })),
        placing,
      );
    const dark = brief.transparent
      ? tune(brief.palette.inks[0], 0.8)
      : blend(tune(water.dark, 1.25), water.ramp.at(0.45), far);
    const surface = (share: number): Surface => ({
      colour: dark,
      lamps: [
        {
          x: water.light.x * 0.4 + at.x * 0.6,
          y: at.y - 1.2,
          depth: 0.12,
          colour: water.glare,
          strength: share * (1 - far) * 0.62,
        },
      ],
      sky: water.ramp.at(0.15),
      skyStrength: 0.3 * (1 - far * 0.6),
      flat: brief.style === 'anime',
      texture: {
        of: brief.style === 'anime' ? hide : caustic,
        across: 3.4,
        down: 3.4,
        depth: brief.style === 'anime' ? 0 : 0.2,
      },
    });
    const parts = beast.figure.parts.map(({ points, far: behind = false, over = false }) => ({
      path: put(points),
      behind,
      over,
    }));
    const whole = new Relief(parts.filter(({ over, behind }) => !over && !behind).map(({ path }) => path));
    const lits = parts.map(({ path, over, behind }) => ({
      lit: over || behind ? new Lit([path], new Relief([path], 160)) : new Lit([path], whole),
      share: behind ? 0.4 : 1,
    }));
    return (canvas) => {
      for (const { lit, share } of lits) lit.paint(canvas, surface(share));
    };
  };
  const mother = swim(great, 0.04);
  if (brief.transparent) return [mother];
  const young = calf
    ? [
        swim(
          {
            ...great,
            x: great.x + (flip ? 1 : -1) * random.between(0.2, 0.3),
            y: great.y + random.between(0.17, 0.22),
            scale: scale * 0.36,
            turn: turn * 0.6,
          },
          0.3,
        ),
      ]
    : [];
  const bed = reefOf(brief, water);
  return [waterBodyOf(brief, water), ...bed.slice(0, 1), shoalOf(brief, water, 46), mother, ...young, ...bed.slice(2)];
}
