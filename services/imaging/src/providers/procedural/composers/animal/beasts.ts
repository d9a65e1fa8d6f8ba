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
  readonly words: readonly string[];
}

const beast = (
  name: string,
  figure: Figure,
  place: Beast['place'],
  size: number,
  head: readonly [x: number, y: number],
  words: string,
  plain = false,
): Beast => ({ name, figure, place, size, head: { x: head[0], y: head[1] }, words: words.split(' '), plain });

/** Those that are no one outline. */
const drawnWhole: Figure = { parts: [] };

/** Those that are drawn; relatives and lookalikes are drawn as the nearest. */
export const beasts: readonly [Beast, ...Beast[]] = [
  beast('wolf', wolf, 'hill', 0.92, [72, 34], 'wolf werewolf coyote jackal husky hyena howl howling'),
  beast(
    'stag',
    stag,
    'hill',
    1.06,
    [66, 34],
    'deer stag elk moose reindeer caribou antelope gazelle buck doe goat ram ibex llama sheep antler',
  ),
  beast('fox', fox, 'hill', 0.78, [56, 40], 'fox vixen raccoon squirrel badger otter'),
  beast(
    'horse',
    horse,
    'hill',
    0.98,
    [60, 40],
    'horse pony stallion mare mustang unicorn pegasus zebra foal donkey cow bull buffalo bison',
    true,
  ),
  beast('bear', bear, 'hill', 0.86, [60, 46], 'bear grizzly panda boar gorilla'),
  beast(
    'lion',
    lion,
    'hill',
    0.92,
    [64, 42],
    'lion lioness tiger leopard panther cheetah jaguar lynx cougar puma',
    true,
  ),
  beast('elephant', elephant, 'hill', 1, [60, 46], 'elephant mammoth rhino rhinoceros hippo safari', true),
  beast('cat', cat, 'wall', 0.72, [50, 30], 'cat kitten kitty feline'),
  beast('dog', dog, 'hill', 0.8, [58, 36], 'dog puppy hound retriever labrador', true),
  beast('owl', owl, 'bough', 0.72, [50, 40], 'owl parrot songbird robin sparrow'),
  beast(
    'eagle',
    eagle,
    'air',
    1.1,
    [56, 46],
    'eagle hawk falcon bird raven crow vulture seagull gull phoenix condor swallow heron crane swan duck goose bat',
  ),
  beast('butterfly', drawnWhole, 'bloom', 1, [50, 50], 'butterfly moth dragonfly bee insect hummingbird'),
  beast('whale', whale, 'deep', 1.1, [60, 50], 'whale orca humpback dolphin shark seal'),
  beast('turtle', turtle, 'deep', 1, [60, 45], 'turtle tortoise'),
  beast('hare', hare, 'hill', 0.7, [66, 30], 'hare rabbit bunny hedgehog mouse kangaroo'),
  beast('giraffe', giraffe, 'hill', 1.12, [70, 26], 'giraffe', true),
  beast('dragon', dragon, 'air', 0.92, [52, 40], 'dragon wyvern griffin dinosaur'),
  beast('carp', drawnWhole, 'pond', 1, [50, 50], 'fish koi carp goldfish salmon trout'),
  beast('jelly', drawnWhole, 'drift', 1, [50, 50], 'jellyfish octopus medusa squid'),
];

export function beastOf({ words, random }: Brief): Beast {
  const said = beasts
    .map((one) => ({ one, place: words.placeOf(...one.words) }))
    .filter(({ place }) => place >= 0)
    .sort((a, b) => a.place - b.place)[0]?.one;
  return said ?? random.fork('beast').pick([beasts[0], beasts[1]!, beasts[2]!, beasts[6]!, beasts[10]!]);
}
