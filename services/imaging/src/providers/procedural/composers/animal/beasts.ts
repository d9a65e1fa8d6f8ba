import type { Brief } from '../../brief.ts';
import type { Point } from '../../drawing/path.ts';
import { eagle } from './birds.ts';
import { fox, wolf } from './canines.ts';
import { stag } from './deer.ts';
import { dragon } from './dragon.ts';
import { bear, elephant, lion } from './giants.ts';
import { horse } from './horse.ts';
import type { Figure } from './figure.ts';
import { cat, dog, owl, whale } from './small.ts';
import { giraffe, hare, turtle } from './wanderers.ts';

export interface Beast {
  readonly name: string;
  readonly figure: Figure;
  readonly place: 'hill' | 'wall' | 'bough' | 'air' | 'deep' | 'bloom' | 'pond' | 'drift';
  /** Open country without spruces. */
  readonly plain: boolean;
  /** Against others, 1 fills most of a picture's height. */
  readonly size: number;
  readonly head: Point;
}

const beast = (
  name: string,
  figure: Figure,
  place: Beast['place'],
  size: number,
  head: readonly [x: number, y: number],
  plain = false,
): Beast => ({ name, figure, place, size, head: { x: head[0], y: head[1] }, plain });

/** Those that are no one outline. */
const drawnWhole: Figure = { parts: [] };

/** Those that are drawn; relatives and lookalikes are drawn as the nearest. */
export const beasts: readonly [Beast, ...Beast[]] = [
  beast('wolf', wolf, 'hill', 0.92, [72, 34]),
  beast('stag', stag, 'hill', 1.06, [66, 34]),
  beast('fox', fox, 'hill', 0.78, [56, 40]),
  beast('horse', horse, 'hill', 0.98, [60, 40], true),
  beast('bear', bear, 'hill', 0.86, [60, 46]),
  beast('lion', lion, 'hill', 0.92, [64, 42], true),
  beast('elephant', elephant, 'hill', 1, [60, 46], true),
  beast('cat', cat, 'wall', 0.72, [50, 30]),
  beast('dog', dog, 'hill', 0.8, [58, 36], true),
  beast('owl', owl, 'bough', 0.72, [50, 40]),
  beast('eagle', eagle, 'air', 1.1, [56, 46]),
  beast('butterfly', drawnWhole, 'bloom', 1, [50, 50]),
  beast('whale', whale, 'deep', 1.1, [60, 50]),
  beast('turtle', turtle, 'deep', 1, [60, 45]),
  beast('hare', hare, 'hill', 0.7, [66, 30]),
  beast('giraffe', giraffe, 'hill', 1.12, [70, 26], true),
  beast('dragon', dragon, 'air', 0.92, [52, 40]),
  beast('carp', drawnWhole, 'pond', 1, [50, 50]),
  beast('jelly', drawnWhole, 'drift', 1, [50, 50]),
];

/** The animal that is said first, or one that stays with the seed. */
export function beastOf({ words, random }: Brief): Beast {
  const said = words.first('animal');
  return (
    beasts.find(({ name }) => name === said) ??
    random.fork('beast').pick([beasts[0], beasts[1]!, beasts[2]!, beasts[6]!, beasts[10]!])
  );
}
