import type { Brief } from '../brief.ts';
import type { Composer } from './composer.ts';
import { medallion } from './medallion.ts';
import { checks } from './pattern/checks.ts';
import { foliage } from './pattern/foliage.ts';
import { herringbone } from './pattern/herringbone.ts';
import { scales } from './pattern/scales.ts';
import { stars } from './pattern/stars.ts';
import { stripes } from './pattern/stripes.ts';
import { terrazzo } from './pattern/terrazzo.ts';
import { waves } from './pattern/waves.ts';

const manners = {
  scales: { compose: scales, words: 'seigaiha scale scallop fish mermaid japanese japan fan ocean sea' },
  waves: { compose: waves, words: 'wave water ocean sea river ripple curve wavy seventies psychedelic groovy' },
  terrazzo: { compose: terrazzo, words: 'terrazzo stone chip confetti speckle marble pebble granite memphis shape' },
  stars: {
    compose: stars,
    words:
      'moroccan zellige star arabesque girih islamic azulejo mosaic tile tiled morocco persian arabic ceramic mediterranean',
  },
  foliage: {
    compose: foliage,
    words: 'leaf botanical plant fern tropical jungle floral flower nature forest garden branch berry',
  },
  stripes: { compose: stripes, words: 'stripe striped line kilim textile weave woven blanket rug mexican fabric' },
  checks: { compose: checks, words: 'check checkerboard checkered gingham plaid tartan grid square polka dot' },
  herringbone: { compose: herringbone, words: 'herringbone chevron zigzag parquet houndstooth arrow wood wooden' },
} as const;
type MannerName = keyof typeof manners;
const names = Object.keys(manners) as MannerName[];
const words = `${Object.values(manners)
  .map((manner) => manner.words)
  .join(' ')} pattern seamless repeat repeating wallpaper ornament texture background print`;

/** Repeats from edge to edge, each piece a little unlike the last as a hand would make it. */
export const pattern: Composer = {
  name: 'pattern',
  affinity: ({ words: said }) =>
    said.count('pattern', 'seamless', 'wallpaper') + said.count(...words.split(' ')) * 0.25,
  compose(brief) {
    const scene = manners[mannerOf(brief)].compose(brief);
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

function mannerOf({ words: said, random }: Brief): MannerName {
  const counts = names.map((name) => said.count(...manners[name].words.split(' ')));
  const most = Math.max(...counts);
  const fitting = names.filter((_, index) => counts[index] === most);
  return fitting[random.fork('manner').below(fitting.length)] ?? 'scales';
}
