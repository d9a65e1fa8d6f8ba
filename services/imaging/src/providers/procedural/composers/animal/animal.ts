import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import type { Composer } from '../../composer.ts';
import { discOf } from './disc.ts';
import { beastOf, type Beast } from './beasts.ts';
import { animalOf } from './coat.ts';
import { gardenOf } from './butterfly.ts';
import { swimmerOf } from './deep.ts';
import { groundOf } from './ground.ts';
import { sunOf } from '../../scenery/sun.ts';
import { pondOf } from './pond.ts';
import { settingOf, type Setting } from './setting.ts';
import { archesOf, sheetOf, sweepOf } from './studio.ts';
import { jelliesOf, reefOf, underWaterOf, waterBodyOf } from '../../scenery/underwater.ts';
import { ridgesOf } from '../../scenery/ridges.ts';
import { nightLightsOf, skyOf } from '../../scenery/sky.ts';

/** An animal against a great sun or moon, in the country it belongs to. */
export const animal: Composer = {
  name: 'animal',
  compose(brief) {
    const beast = beastOf(brief);
    const elsewhere = elsewhereOf(brief, beast);
    if (elsewhere !== null) {
      return {
        paint(canvas) {
          for (const layer of elsewhere) layer(canvas);
        },
        finish: { vignette: brief.transparent ? 0 : 0.16 },
      };
    }
    const setting = settingOf(brief, beast);
    const creature = animalOf(brief, beast, setting);
    if (brief.transparent) {
      const disc = discOf(brief, setting, beast.plain);
      return {
        paint(canvas) {
          disc(canvas);
          creature(canvas);
        },
        finish: { vignette: 0 },
      };
    }
    const layers = layersOf(brief, beast, setting, creature);
    return {
      paint(canvas) {
        for (const layer of layers) layer(canvas);
      },
      finish: { vignette: 0.16 },
    };
  },
};

/** Those that live where there is no hill to stand on bring their own picture. */
function elsewhereOf(brief: Brief, beast: Beast): ((canvas: Canvas) => void)[] | null {
  switch (beast.place) {
    case 'deep':
      return swimmerOf(brief, beast);
    case 'bloom':
      return gardenOf(brief);
    case 'pond':
      return pondOf(brief);
    case 'drift': {
      const water = underWaterOf(brief);
      const jellies = jelliesOf(brief, water);
      return brief.transparent ? [jellies] : [waterBodyOf(brief, water), ...reefOf(brief, water).slice(0, 1), jellies];
    }
    default:
      return null;
  }
}

/** Country, or what a manner puts in its place: a studio, a gate of arches, a print. */
function layersOf(
  brief: Brief,
  beast: Beast,
  setting: Setting,
  creature: (canvas: Canvas) => void,
): ((canvas: Canvas) => void)[] {
  const { land } = setting;
  switch (brief.style) {
    case 'product':
      return [sweepOf(brief, setting), creature];
    case 'architecture':
      return [archesOf(brief, setting), creature];
    case 'artistic':
      return [sheetOf(brief), discOf(brief, setting, beast.plain), creature];
    default: {
      const ridges = ridgesOf(brief, land).map((ridge) => (canvas: Canvas) => ridge.paint(canvas));
      const ground = groundOf(brief, beast, setting);
      const lights = land.night ? nightLightsOf(brief, land) : sunOf(brief, land);
      return [skyOf(brief, land), lights, ...ridges, ...ground.behind, creature, ...ground.before];
    }
  }
}
