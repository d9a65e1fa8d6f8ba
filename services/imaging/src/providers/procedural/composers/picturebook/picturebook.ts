import type { Brief } from '../../brief.ts';
import type { Composer } from '../../composer.ts';
import { blend, hex, tune, type Colour } from '../../drawing/colour.ts';
import { drawings } from './drawings.ts';
import { partsOf, type Light } from './paint.ts';
import type { Stage, Thing } from './part.ts';
import { behind, grounds, isOutdoors, stageOf } from './stage.ts';

/** One thing, beast or person in clear shapes with a light on it, where it is usually seen or where the words put it. */
export const picturebook: Composer = {
  name: 'picturebook',
  compose(brief) {
    const said = brief.words.thing();
    const drawn = drawings[said?.name ?? 'balloons'];
    const stage = stageOf(brief, drawn.stage);
    const at = placeOf(brief, drawn, stage);
    const main = said?.paint === undefined ? varied(brief, hex(drawn.main)) : grounds(said.paint);
    const figure = partsOf(drawn.parts, main, lightOf(brief, stage), {
      x: at.x - (at.flip ? -50 : 50) * at.scale,
      y: at.y - 100 * at.scale,
      scale: at.scale,
      flip: at.flip,
    });
    const layers = brief.transparent
      ? []
      : behind(brief, stage, { x: at.x, y: at.y, half: widthOf(drawn) * at.scale * 0.5 });
    return {
      paint(canvas) {
        for (const layer of layers) layer(canvas);
        figure(canvas);
      },
      finish: { vignette: brief.transparent ? 0 : 0.14 },
    };
  },
};

/** Its feet, and the units of a hundredth of its square. */
function placeOf(
  { frame, random, transparent, style }: Brief,
  { size }: Thing,
  stage: Stage,
): { x: number; y: number; scale: number; flip: boolean } {
  const chance = random.fork('place');
  const { width, height } = frame;
  const flip = chance.chance(0.5);
  const close = style === 'portrait' ? 1.12 : style === 'landscape' ? 0.72 : 1;
  const scale = (transparent ? 0.86 : size * close * chance.between(0.95, 1.05)) / 100;
  const aside = transparent ? 0 : (width - 0.8) * chance.between(-0.14, 0.14);
  const hangs = stage === 'sky' || stage === 'deep';
  const foot =
    transparent || hangs ? height / 2 + 50 * scale - (hangs ? 0.02 : 0) : height * (isOutdoors(stage) ? 0.87 : 0.84);
  return { x: width / 2 + aside, y: foot, scale, flip };
}

const widthOf = ({ parts }: Thing): number => {
  const feet = parts.flatMap(({ points }) => points.filter(({ y }) => y > 84).map(({ x }) => x));
  return feet.length === 0 ? 50 : Math.max(...feet) - Math.min(...feet);
};

/** No two are dyed quite alike. */
const varied = ({ random }: Brief, colour: Colour): Colour =>
  tune(colour, random.fork('dye').between(0.94, 1.06), random.fork('dye').between(0.9, 1.12));

function lightOf({ palette, style, transparent }: Brief, stage: Stage): Light {
  const night = palette.night && !transparent;
  const lamp = blend(palette.light, { r: 1, g: 1, b: 1 }, 0.6);
  return {
    colour: stage === 'deep' ? blend(lamp, { r: 0.5, g: 0.85, b: 0.9 }, 0.5) : lamp,
    strength: night ? (isOutdoors(stage) ? 0.62 : 0.8) : stage === 'deep' ? 0.85 : 1,
    flat: style === 'anime' || style === 'artistic',
  };
}
