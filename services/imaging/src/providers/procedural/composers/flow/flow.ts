import type { Brief } from '../../brief.ts';
import type { Composer } from '../../composer.ts';
import { liquid } from './liquid.ts';
import { ribbons } from './ribbons.ts';
import { silk } from './silk.ts';

const manners = { ribbons, silk, liquid } as const;

/** Pictures of movement alone: bands that follow a current, sheets of light, or stirred colour. */
export const flow: Composer = {
  name: 'flow',
  compose(brief) {
    return manners[mannerOf(brief)](brief);
  },
};

function mannerOf({ words, random }: Brief): keyof typeof manners {
  const fitting = words.ways('flow');
  return fitting[random.fork('manner').below(fitting.length)] ?? 'ribbons';
}
