import type { Brief } from '../brief.ts';
import type { Composer } from './composer.ts';
import { liquid } from './flow/liquid.ts';
import { ribbons } from './flow/ribbons.ts';
import { silk } from './flow/silk.ts';

const words =
  'abstract flow flowing curve wave swirl swirling stream ribbon silk veil smoke ink marble marbled liquid fluid paint texture pattern energy motion movement dynamic ' +
  'generative design modern contemporary art artwork background wallpaper colorful colourful geometry harmony dream dreamy light gradient';

const manners = {
  ribbons: {
    compose: ribbons,
    words: 'ribbon pattern curve swirl swirling geometry geometric modern design band stripe line brush vintage retro',
  },
  silk: {
    compose: silk,
    words:
      'silk veil light energy wave motion dynamic neon electric glow glowing music sound dance wind air breath smoke dream dreamy gradient',
  },
  liquid: {
    compose: liquid,
    words: 'liquid fluid marble marbled ink paint oil gold stone agate geode texture lava molten water smoke',
  },
} as const;

/** Pictures of movement alone: bands that follow a current, sheets of light, or stirred colour. */
export const flow: Composer = {
  name: 'flow',
  affinity: ({ words: said, style }) => said.count(...words.split(' ')) + (style === 'artistic' ? 0.5 : 0),
  compose(brief) {
    return manners[mannerOf(brief)].compose(brief);
  },
};

function mannerOf({ words: said, random }: Brief): keyof typeof manners {
  const names = ['ribbons', 'silk', 'liquid'] as const;
  const counts = names.map((name) => said.count(...manners[name].words.split(' ')));
  const most = Math.max(...counts);
  const fitting = names.filter((_, index) => counts[index] === most);
  return fitting[random.fork('manner').below(fitting.length)] ?? 'ribbons';
}
