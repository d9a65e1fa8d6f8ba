import { fold } from '../generation/lexicon/words.ts';
import type { Style } from '../generation/policy.ts';
import { wordsOf } from '../kernel/words.ts';
import { categoriesOf } from './filing.ts';
import { searchCategories } from './policy.ts';

/**
 * Lists synonyms, spellings and irregular plurals of one word: a picture that says one is found by the others. No
 * stemmer finds a wolf by `wolves`.
 */
const groups =
  `sea ocean, seaside beach, harbour harbor, boat sailboat, car automobile, plane airplane aeroplane, bike bicycle,
  road street, forest woods woodland, town city, house home, castle fortress, cabin cottage hut,
  dawn sunrise daybreak, dusk sunset twilight, night midnight, fog mist, autumn fall, snow winter, storm thunderstorm,
  stag deer, wolf wolves, mouse mice, goose geese, calf calves, rabbit hare bunny, dog puppy, cat kitten, crow raven,
  flower blossom bloom, leaf leaves, woman women lady, man men gentleman, child children kid, elf elves, dwarf dwarves,
  knife knives,
  wizard sorcerer, robot android, cosmos universe, vintage retro antique, modern contemporary,
  competition contest challenge, colour color, grey gray, watercolour watercolor, pattern ornament, picture image`
    .split(/,\s+/)
    .map((group) => group.split(' '));
const others: ReadonlyMap<string, readonly string[]> = new Map(
  groups.flatMap((group) => group.map((word) => [word, group.filter((one) => one !== word)] as const)),
);
const namesOf: ReadonlyMap<string, readonly string[]> = new Map(
  searchCategories.map(({ id, name }) => [id, wordsOf(name).filter((word) => word !== 'and')]),
);

/**
 * Returns the words that a picture is found by beside those of its prompt: the names of its categories, other words for
 * the same things, and singulars that no stemmer finds (`wolf` for `wolves`). All are lower-case ASCII.
 */
export function relatedWords(prompt: string, style: Style): string[] {
  const said = wordsOf(prompt).filter((word) => /^[a-z]+$/.test(word));
  const singulars = said.map(fold);
  const names = categoriesOf(prompt, style).flatMap((category) => namesOf.get(category) ?? []);
  const synonyms = [...said, ...singulars].flatMap((word) => others.get(word) ?? []);
  const irregular = singulars.filter((singular, at) => !said[at]?.startsWith(singular));
  return [...new Set([...names, ...synonyms, ...irregular])].filter((word) => !said.includes(word));
}
