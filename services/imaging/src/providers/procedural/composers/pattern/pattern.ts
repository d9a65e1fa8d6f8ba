import type { Brief } from '../../brief.ts';
import type { Composer } from '../../composer.ts';
import { medallion } from '../../drawing/medallion.ts';
import { checks } from './checks.ts';
import { foliage } from './foliage.ts';
import { herringbone } from './herringbone.ts';
import { scales } from './scales.ts';
import { stars } from './stars.ts';
import { stripes } from './stripes.ts';
import { terrazzo } from './terrazzo.ts';
import { waves } from './waves.ts';

const manners = { scales, waves, terrazzo, stars, foliage, stripes, checks, herringbone } as const;

/** Repeats from edge to edge, each piece a little unlike the last as a hand would make it. */
export const pattern: Composer = {
  name: 'pattern',
  compose(brief) {
    const scene = manners[mannerOf(brief)](brief);
    if (!brief.transparent) return scene;
    const round = medallion(brief.random.fork('cut'), brief.frame);
    return {
      ...scene,
      paint(canvas) {
        scene.paint(canvas);
        round(canvas);
      },
    };
  },
};

function mannerOf({ words, random }: Brief): keyof typeof manners {
  const fitting = words.ways('pattern');
  return fitting[random.fork('manner').below(fitting.length)] ?? 'scales';
}
