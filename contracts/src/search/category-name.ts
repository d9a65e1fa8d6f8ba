import { challengeCategories } from '../competitions/policy.ts';
import { PUBLIC_CATEGORY, SAVED_CATEGORY } from '../gallery/policy.ts';
import { plain } from '../kernel/words.ts';
import { searchCategories } from './policy.ts';

/** Keeps letters and digits alone, in the singular. */
const compared = (text: string): string =>
  plain(text)
    .replaceAll('&', 'and')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .replace(/ies$/, 'y')
    .replace(/s$/, '');

const known: ReadonlyMap<string, string> = new Map(
  [
    ...[PUBLIC_CATEGORY, SAVED_CATEGORY, ...challengeCategories].map((id) => [id, id] as const),
    ...searchCategories.flatMap(({ id, name }) =>
      [id, name, ...name.split(' and ')].map((written) => [written, id] as const),
    ),
  ].map(([written, id]) => [compared(written), id]),
);

/**
 * Returns the id of a category for the ways in which people write it: `Animals`, `flowers-and-plants`, `T-Shirt
 * Competition`. Returns the text itself if no category is called so.
 */
export const categoryNamed = (text: string): string => known.get(compared(text)) ?? text;
