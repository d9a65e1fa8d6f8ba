import type { Canvas } from '../drawing/canvas.ts';
import type { Composer } from './composer.ts';
import { foregroundOf } from './landscape/foreground.ts';
import { planOf } from './landscape/plan.ts';
import { ridgesOf } from './landscape/ridges.ts';
import { nightLightsOf, skyOf } from './landscape/sky.ts';
import { waterOf } from './landscape/water.ts';
import { medallion } from './medallion.ts';

const words =
  'landscape mountain peak hill valley lake ocean sea river water coast beach island forest wood tree meadow field grass desert dune canyon mesa snow ' +
  'winter sunset sunrise dawn dusk sky cloud horizon moon moonlight star night aurora storm mist fog autumn spring summer nature scenery scenic wilderness view vista ' +
  'countryside fjord glacier volcano waterfall cliff alps lavender prairie savanna tropical palm lagoon reflection';

/** Land under a sky: ridges behind each other in the air between, water or ground before them, light from one place. */
export const landscape: Composer = {
  name: 'landscape',
  affinity: ({ words: said, style }) =>
    said.count(...words.split(' ')) +
    (style === 'landscape' ? 1.5 : style === 'photorealistic' || style === 'cinematic' ? 0.4 : 0),
  compose(brief) {
    const plan = planOf(brief);
    const ridges = ridgesOf(brief, plan);
    const sky = skyOf(brief, plan);
    const land = ridges.map((ridge) => (canvas: Canvas) => ridge.paint(canvas));
    const night = plan.night ? [nightLightsOf(brief, plan)] : [];
    const water = plan.ground === 'water' ? [waterOf(brief, plan, [sky, ...land])] : [];
    const layers = [sky, ...night, ...land, ...water, ...foregroundOf(brief, plan)];
    const cut = brief.transparent ? medallion(brief.random.fork('cut'), brief.frame) : null;
    return {
      paint(canvas) {
        for (const layer of layers) layer(canvas);
        cut?.(canvas);
      },
      finish: { vignette: brief.transparent ? 0 : 0.14 },
    };
  },
};
