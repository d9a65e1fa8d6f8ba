import type { Brief } from '../brief.ts';
import { medallion } from './medallion.ts';
import type { Composer, Scene } from './composer.ts';
import { arches } from './geometric/arches.ts';
import { grid } from './geometric/grid.ts';
import { orbit } from './geometric/orbit.ts';
import { slices } from './geometric/slices.ts';
import { sunburst } from './geometric/sunburst.ts';
import { totem } from './geometric/totem.ts';

const manners = {
  grid: { compose: grid, words: 'grid square module quarter swiss mosaic tetris block memphis mondrian' },
  orbit: {
    compose: orbit,
    words:
      'bauhaus constructivist constructivism suprematism suprematist kandinsky circle composition planet balance triangle',
  },
  sunburst: { compose: sunburst, words: 'deco sunburst ray gatsby gold golden gilded luxury glamour twenties fan sun' },
  totem: {
    compose: totem,
    words: 'midcentury century mid scandinavian nordic totem fifties sixties atomic collage cutout',
  },
  slices: { compose: slices, words: 'swiss minimal minimalist modernist stripe sphere op optical moon' },
  arches: { compose: arches, words: 'arch arches rainbow boho door arcade sunset sun terracotta seventies retro' },
} as const;
type MannerName = keyof typeof manners;
const names = Object.keys(manners) as MannerName[];
const words =
  'geometric geometry deco modernist modernism cubist cubism mondrian memphis shape arc poster print screenprint risograph riso lithograph minimal abstract ' +
  `modern vintage design ${Object.values(manners)
    .map((manner) => manner.words)
    .join(' ')}`;

/** Posters of circles, arcs and bars, printed in few inks. */
export const geometric: Composer = {
  name: 'geometric',
  affinity: ({ words: said, style }) => said.count(...words.split(' ')) * 0.7 + (style === 'architecture' ? 0.5 : 0),
  compose(brief) {
    const scene = manners[mannerOf(brief)].compose(brief);
    return brief.transparent ? cut(brief, scene) : scene;
  },
};

function mannerOf({ words: said, random, transparent }: Brief): MannerName {
  // One round in one ink, cut in strips, needs its field around it.
  const able = transparent ? names.filter((name) => name !== 'slices') : names;
  const counts = able.map((name) => said.count(...manners[name].words.split(' ')));
  const most = Math.max(...counts);
  const fitting = able.filter((_, index) => counts[index] === most);
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
