import type { Brief } from '../../brief.ts';
import { medallion } from '../../drawing/medallion.ts';
import type { Composer } from '../../composer.ts';
import type { Scene } from '../../drawing/scene.ts';
import { arches } from './arches.ts';
import { grid } from './grid.ts';
import { orbit } from './orbit.ts';
import { slices } from './slices.ts';
import { sunburst } from './sunburst.ts';
import { totem } from './totem.ts';

const manners = { grid, orbit, sunburst, totem, slices, arches } as const;

/** Posters of circles, arcs and bars, printed in few inks. */
export const geometric: Composer = {
  name: 'geometric',
  compose(brief) {
    const scene = manners[mannerOf(brief)](brief);
    return brief.transparent ? cut(brief, scene) : scene;
  },
};

function mannerOf({ words, random, transparent }: Brief): keyof typeof manners {
  // One round in one ink, cut in strips, needs its field around it.
  const fitting = words.ways('geometric', (way) => !transparent || way !== 'slices');
  return fitting[random.fork('manner').below(fitting.length)] ?? 'grid';
}

function cut(brief: Brief, scene: Scene): Scene {
  const round = medallion(brief.random.fork('cut'), brief.frame);
  return {
    ...scene,
    paint(canvas) {
      scene.paint(canvas);
      round(canvas);
    },
  };
}
