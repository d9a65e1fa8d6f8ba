import type { Style } from '../generation/policy.ts';
import { wordsOf } from '../kernel/words.ts';
import { searchCategories } from './policy.ts';

// Apart from the categories' names, which every page loads: no browser files a picture.

interface Filing {
  /** One of them in its prompt, also in the plural, puts a picture here. */
  words: ReadonlySet<string>;
  /** Whoever chose one of these styles put it here. */
  styles: readonly Style[];
}

const filing = (words: string, styles: readonly Style[] = []): Filing => ({
  words: new Set(words.split(/\s+/)),
  styles,
});

const filings: Readonly<Record<(typeof searchCategories)[number]['id'], Filing>> = {
  landscapes: filing(
    `landscape mountain hill valley lake river waterfall forest woodland meadow field desert dune canyon glacier fjord
     volcano aurora countryside wilderness tundra jungle cliff horizon sunset sunrise ridge`,
    ['landscape'],
  ),
  sea: filing(
    'sea ocean beach surf wave coast lighthouse sailboat sailing boat ship yacht island lagoon harbor reef underwater',
  ),
  animals:
    filing(`animal wolf wolves fox bear deer stag elk horse cat kitten dog puppy lion tiger leopard elephant giraffe zebra
     whale dolphin shark fish koi octopus turtle bird owl eagle raven swan duck penguin rabbit hare butterfly
     bee frog panda monkey wildlife`),
  plants: filing(`flower rose peony poppy daisy sunflower tulip lily lavender orchid blossom bouquet
     fern leaf leaves plant garden botanical cactus succulent mushroom tree`),
  cities: filing(
    `city skyline street skyscraper building tower urban downtown bridge tokyo paris london york venice berlin
     architecture house castle cathedral temple interior`,
    ['architecture'],
  ),
  people: filing(
    `portrait face woman women man men girl boy person people king queen warrior samurai dancer child children crowd`,
    ['portrait'],
  ),
  space: filing(
    'space galaxy nebula planet cosmos universe astronaut saturn jupiter mars comet rocket spaceship moon star',
  ),
  fantasy: filing(
    `fantasy dragon unicorn phoenix griffin wizard witch elf elves fairy magic magical mythical goblin kingdom`,
  ),
  abstract:
    filing(`abstract pattern geometric geometry ribbon marble liquid fluid swirl gradient bauhaus mosaic kaleidoscope texture
     minimal minimalist`),
  lettering: filing('poster badge logo emblem lettering typography typographic sign quote'),
  products: filing(`food coffee cake bread fruit wine bottle product perfume watch`, ['product']),
};

const plurals = [
  ['ies', 'y'],
  ['es', ''],
  ['s', ''],
] as const;
/** Returns the word, and the words whose regular plural it may be. */
const singularsOf = (word: string): string[] => [
  word,
  ...plurals.flatMap(([ending, one]) => (word.endsWith(ending) ? word.slice(0, -ending.length) + one : [])),
];

/** The categories of a picture that was asked for with this prompt in this style, by their ids. */
export function categoriesOf(prompt: string, style: Style): string[] {
  const said = wordsOf(prompt);
  const says = ({ words }: Filing): boolean => said.some((word) => singularsOf(word).some((one) => words.has(one)));
  const holds = (filed: Filing): boolean => says(filed) || filed.styles.includes(style);
  return searchCategories.map(({ id }) => id).filter((id) => holds(filings[id]));
}
