import type { Brief } from '../../brief.ts';
import type { Composer } from '../../composer.ts';
import { blocks } from './blocks.ts';
import { echo } from './echo.ts';
import { grotesque } from './grotesque.ts';
import { lockup } from './lockup.ts';
import { serif } from './serif.ts';

const manners = { lockup, blocks, serif, grotesque, echo } as const;

/** Posters of large type: what the prompt quotes, or its strongest words. */
export const typographic: Composer = {
  name: 'typographic',
  compose(brief) {
    return manners[mannerOf(brief)](brief, brief.saying?.text ?? '&');
  },
};

function mannerOf({ words, random, saying }: Brief): keyof typeof manners {
  // A repeated line must be short, a sentence reads best in lines of one size.
  const long = saying?.text.length ?? 0;
  const fitting = words.ways('typographic', (way) =>
    way === 'echo' ? long <= 24 : way === 'blocks' ? long <= 60 : true,
  );
  return fitting[random.fork('manner').below(fitting.length)] ?? 'lockup';
}
