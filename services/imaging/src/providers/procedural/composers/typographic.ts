import type { Brief } from '../brief.ts';
import type { Composer } from './composer.ts';
import { blocks } from './typographic/blocks.ts';
import { echo } from './typographic/echo.ts';
import { grotesque } from './typographic/grotesque.ts';
import { lockup } from './typographic/lockup.ts';
import { serif } from './typographic/serif.ts';

const manners = {
  lockup: { compose: lockup, words: 'bold vintage retro letterpress motivational gym sport western circus concert' },
  blocks: { compose: blocks, words: 'block colour color colorful colourful playful pop fun kids protest' },
  serif: {
    compose: serif,
    words: 'elegant serif classic poem poetic book literary romantic wedding gentle italic calligraphy love soft quiet',
  },
  grotesque: {
    compose: grotesque,
    words: 'swiss minimal minimalist modern clean grotesque bauhaus helvetica design simple',
  },
  echo: { compose: echo, words: 'repeat echo loud rave music techno brutalist neon electric psychedelic' },
} as const;
type MannerName = keyof typeof manners;
const names = Object.keys(manners) as MannerName[];
const words = `${Object.values(manners)
  .map((manner) => manner.words)
  .join(' ')} poster print card banner sign cover`;

/** Posters of large type: what the prompt quotes, or its strongest words. */
export const typographic: Composer = {
  name: 'typographic',
  affinity: ({ words: said, saying }) => {
    if (saying === null) return 0;
    return said.count(...words.split(' ')) * 0.5 + (saying.quoted ? 6 : 0);
  },
  compose(brief) {
    return manners[mannerOf(brief)].compose(brief, brief.saying?.text ?? '&');
  },
};

function mannerOf({ words: said, random, saying }: Brief): MannerName {
  // A repeated line must be short, a sentence reads best in lines of one size.
  const long = saying?.text.length ?? 0;
  const able = names.filter((name) => (name === 'echo' ? long <= 24 : name === 'blocks' ? long <= 60 : true));
  const counts = able.map((name) => said.count(...manners[name].words.split(' ')));
  const most = Math.max(...counts);
  const fitting = able.filter((_, index) => counts[index] === most);
  return fitting[random.fork('manner').below(fitting.length)] ?? 'lockup';
}
