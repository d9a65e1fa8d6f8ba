import { cutText } from '../kernel/cut-text.ts';
import { folded, wordsOf } from '../kernel/words.ts';
import type { Style } from '../generation/policy.ts';

/** Characters of a search at most. */
export const SEARCH_MAX = 200;
/** spec: public-and-commerce §9. */
export const SEARCH_PAGE = 20;
export const TRENDING = 8;
export const SUGGESTIONS = 5;
export const DID_YOU_MEAN = 5;
/** Pictures that are shown beside one. */
export const RELATED = 12;
/** spec: public-and-commerce §5. */
export const SUGGESTIONS_FROM = 2;
/** How deep a search can be paged: whoever wants more narrows it. */
export const SEARCH_DEPTH = 1_000;

/** The log keeps what was searched for so long. */
export const SEARCHES_KEPT_DAYS = 400;
/** For so long others may be shown what was searched for. */
export const SEARCHES_SHOWN_DAYS = 60;
/** Only what so many different members with a verified address searched for on one day is shown to others. */
export const SEARCHED_BY = 5;
/** How many members of one network count a day for the same words: fewer than are needed to show them. */
export const SEARCHED_FROM = 3;

const DIGITS_THAT_NAME = 5;
const digitsIn = (text: string): number => text.replaceAll(/[^\p{Nd}]/gu, '').length;
/** A number as people write it, in groups: `0171 234-56`. */
const isNumber = (word: string): boolean => /^[\p{Nd}()+./-]+$/u.test(word);

/**
 * What of a search may be kept: folded, so that searches that look the same are the same, and without words that could
 * name somebody, which are those with an @ or five digits, the groups of one number together. Empty where nothing is
 * left.
 */
export function keptWords(text: string): string {
  const words = folded(text)
    .split(/[\s\u200b]+/u)
    .filter(Boolean);
  const kept: string[] = [];
  let number: string[] = [];
  const endNumber = (): void => {
    if (digitsIn(number.join('')) < DIGITS_THAT_NAME) kept.push(...number);
    number = [];
  };
  for (const word of words) {
    if (isNumber(word)) {
      number.push(word);
      continue;
    }
    endNumber();
    if (!word.includes('@') && digitsIn(word) < DIGITS_THAT_NAME) kept.push(word);
  }
  endNumber();
  return /[\p{L}\p{N}]/u.test(kept.join('')) ? cutText(kept.join(' '), SEARCH_MAX).trim() : '';
}

interface Category {
  id: string;
  name: string;
  /** One of them in its prompt, also in the plural, puts a picture here. */
  words: ReadonlySet<string>;
  /** Whoever chose one of these styles put it here. */
  styles: readonly Style[];
}

const category = (id: string, name: string, words: string, styles: readonly Style[] = []): Category => ({
  id,
  name,
  words: new Set(words.split(/\s+/)),
  styles,
});

/** What the public pictures are browsed by: derived from prompt and style, so that nobody has to file anything. */
export const searchCategories: readonly Category[] = [
  category(
    'landscapes',
    'Landscapes',
    `landscape mountain hill valley lake river waterfall forest woodland meadow field desert dune canyon glacier fjord
     volcano aurora countryside wilderness tundra jungle cliff horizon sunset sunrise ridge`,
    ['landscape'],
  ),
  category(
    'sea',
    'Sea',
    'sea ocean beach surf wave coast lighthouse sailboat sailing boat ship yacht island lagoon harbor reef underwater',
  ),
  category(
    'animals',
    'Animals',
    `animal wolf wolves fox bear deer stag elk horse cat kitten dog puppy lion tiger leopard elephant giraffe zebra
     whale dolphin shark fish koi octopus turtle bird owl eagle raven swan duck penguin rabbit hare butterfly
     bee frog panda monkey wildlife`,
  ),
  category(
    'plants',
    'Flowers and plants',
    `flower rose peony poppy daisy sunflower tulip lily lavender orchid blossom bouquet
     fern leaf leaves plant garden botanical cactus succulent mushroom tree`,
  ),
  category(
    'cities',
    'Cities and buildings',
    `city skyline street skyscraper building tower urban downtown bridge tokyo paris london york venice berlin
     architecture house castle cathedral temple interior`,
    ['architecture'],
  ),
  category(
    'people',
    'People',
    `portrait face woman women man men girl boy person people king queen warrior samurai dancer child children crowd`,
    ['portrait'],
  ),
  category(
    'space',
    'Space',
    'space galaxy nebula planet cosmos universe astronaut saturn jupiter mars comet rocket spaceship moon star',
  ),
  category(
    'fantasy',
    'Fantasy',
    `fantasy dragon unicorn phoenix griffin wizard witch elf elves fairy magic magical mythical goblin kingdom`,
  ),
  category(
    'abstract',
    'Abstract and patterns',
    `abstract pattern geometric geometry ribbon marble liquid fluid swirl gradient bauhaus mosaic kaleidoscope texture
     minimal minimalist`,
  ),
  category(
    'lettering',
    'Posters and lettering',
    'poster badge logo emblem lettering typography typographic sign quote',
  ),
  category('products', 'Food and products', `food coffee cake bread fruit wine bottle product perfume watch`, [
    'product',
  ]),
];

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
  const says = ({ words }: Category): boolean => said.some((word) => singularsOf(word).some((one) => words.has(one)));
  return searchCategories.filter((category) => says(category) || category.styles.includes(style)).map(({ id }) => id);
}
