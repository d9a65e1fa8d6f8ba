import { cutText } from '../kernel/cut-text.ts';
import { folded } from '../kernel/words.ts';

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

/** What the public pictures are browsed by: derived from prompt and style, so that nobody has to file anything. */
export const searchCategories = [
  { id: 'landscapes', name: 'Landscapes' },
  { id: 'sea', name: 'Sea' },
  { id: 'animals', name: 'Animals' },
  { id: 'plants', name: 'Flowers and plants' },
  { id: 'cities', name: 'Cities and buildings' },
  { id: 'people', name: 'People' },
  { id: 'space', name: 'Space' },
  { id: 'fantasy', name: 'Fantasy' },
  { id: 'abstract', name: 'Abstract and patterns' },
  { id: 'lettering', name: 'Posters and lettering' },
  { id: 'products', name: 'Food and products' },
] as const;
