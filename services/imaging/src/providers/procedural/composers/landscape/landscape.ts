import type { Canvas } from '../../drawing/canvas.ts';
import type { Composer } from '../../composer.ts';
import { foregroundOf } from '../../scenery/foreground.ts';
import { landOf } from '../../scenery/land.ts';
import { ridgesOf } from '../../scenery/ridges.ts';
import { nightLightsOf, skyOf } from '../../scenery/sky.ts';
import { waterOf } from '../../scenery/water.ts';
import { medallion } from '../../drawing/medallion.ts';

/** Land under a sky: ridges behind each other in the air between, water or ground before them, light from one place. */
export const landscape: Composer = {
  name: 'landscape',
  compose(brief) {
    const plan = landOf(brief);
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
