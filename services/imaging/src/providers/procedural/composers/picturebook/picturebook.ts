import type { Brief } from '../../brief.ts';
import type { Composer } from '../../composer.ts';
import { blend, hex, tune, type Colour } from '../../drawing/colour.ts';
import { drawings } from './drawings.ts';
import { partsOf, type Light } from './paint.ts';
import type { Part, Stage, Thing } from './part.ts';
import { behind, grounds, isOutdoors, rainOf, stageOf } from './stage.ts';

/**
 * One thing, beast or person in clear shapes with a light on it, where it is usually seen or where the words put it.
 */
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
    const rain = brief.transparent || !isOutdoors(stage) ? null : rainOf(brief);
    return {
      paint(canvas) {
        for (const layer of layers) layer(canvas);
        figure(canvas);
        rain?.(canvas);
      },
      finish: { vignette: brief.transparent ? 0 : 0.14 },
    };
  },
};

interface Placed {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly flip: boolean;
}

/** What is broader than this is scenery, and may run out of the picture. */
const BROAD = 130;
const MARGIN = 0.035;

/** Its feet, and the units of a hundredth of its square: as large as it should be, and whole. */
function placeOf({ frame, random, transparent, style, lettered }: Brief, drawn: Thing, stage: Stage): Placed {
  const chance = random.fork('place');
  const { width, height } = frame;
  const flip = chance.chance(0.5);
  const close = style === 'portrait' ? 1.12 : style === 'landscape' ? 0.72 : 1;
  const wanted = (transparent ? 0.86 : drawn.size * close * chance.between(0.95, 1.05)) / 100;
  const aside = transparent ? 0 : (width - 0.8) * chance.between(-0.14, 0.14);
  const hangs = transparent || stage === 'sky' || stage === 'deep';
  const { top, bottom, left, right } = boundsOf(drawn.parts);
  const broad = right - left > BROAD && !transparent;
  // Words stand below.
  const base = lettered && !transparent ? 0.64 : isOutdoors(stage) ? 0.87 : 0.84;
  const room = hangs ? height * (lettered && !transparent ? 0.68 : 1) - 2 * MARGIN : height * base - MARGIN;
  const across = broad ? wanted : (width - 2 * MARGIN) / (right - left);
  const scale = Math.min(wanted, room / (hangs ? bottom - top : 100 - top), across);
  const middle = ((left + right) / 2 - 50) * scale * (flip ? -1 : 1);
  const half = ((right - left) / 2) * scale + MARGIN;
  const x = width / 2 + aside - middle;
  return {
    x: broad ? width / 2 : Math.min(width - half - middle, Math.max(half - middle, x)),
    y: MARGIN + (hangs ? room / 2 + (100 - (top + bottom) / 2) * scale : room),
    scale,
    flip,
  };
}

function boundsOf(parts: readonly Part[]): { top: number; bottom: number; left: number; right: number } {
  const points = parts.flatMap((part) => part.points);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return { top: Math.min(...ys), bottom: Math.max(...ys), left: Math.min(...xs), right: Math.max(...xs) };
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
