import { cutText } from './cut-text.ts';

/** UTF-16 units of a word that count: PostgreSQL refuses words that are much longer. */
const WORD_MAX = 200;

const ASCII = /^\p{ASCII}*$/u;
const ASCII_WORD = /[a-z0-9]+/g;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** Writes no blanks between its words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const HAN = /^\p{Script=Han}+$/u;
const HAN_OR_OTHER = /\p{Script=Han}+|\P{Script=Han}+/gu;
/** Says as little as an article does. */
const PARTICLE = /^(?:\p{Script=Hiragana}|的)$/u;
/** Is not seen: soft hyphens, joiners, variation selectors. The zero-width space is between words. */
const UNSEEN = /(?!\u200b)\p{Default_Ignorable_Code_Point}/gu;
const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;

let segmenter: Intl.Segmenter | undefined;
/** Splits by a dictionary. The locale is fixed, so that every process splits alike. */
const segments = (text: string): string[] =>
  Array.from((segmenter ??= new Intl.Segmenter('en', { granularity: 'word' })).segment(text), ({ segment }) => segment);

const isAscii = (text: string): boolean => ASCII.test(text);

/** Returns a text in NFKC and lower case, without characters that are not seen. Accents are kept. */
export const folded = (text: string): string =>
  isAscii(text) ? text.toLowerCase() : text.normalize('NFKC').toLowerCase().replace(UNSEEN, '').normalize('NFKC');

/**
 * Returns a text as it is compared: folded, without the accents of Latin, Greek and Cyrillic letters, and with `ß` as
 * `ss`, `ς` as `σ` and `ı` as `i`. Marks of other scripts distinguish words and are kept.
 */
export function plain(text: string): string {
  const said = folded(text);
  if (isAscii(said)) return said;
  return said
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFD')
    .replace(ACCENTED, '$1')
    .normalize('NFC');
}

/**
 * Returns the different words of a text in their order, folded, with their accents. Scripts that write no blanks are
 * split by a dictionary.
 */
export function wordsOf(text: string): string[] {
  const said = folded(text);
  if (isAscii(said)) return different(said.match(ASCII_WORD) ?? []);
  return different((said.match(WORD) ?? []).flatMap((word) => (UNSPACED.test(word) ? splitWord(word) : word)));
}

const different = (words: readonly string[]): string[] => [...new Set(words.map((word) => cutText(word, WORD_MAX)))];

const splitWord = (word: string): string[] =>
  segments(word)
    .flatMap((segment) => segment.match(HAN_OR_OTHER) ?? [])
    .filter((part) => !PARTICLE.test(part));

/** Characters of Han in pairs, each with its neighbour; one that is alone stays alone. */
function pairsOf(word: string): string[] {
  const characters = Array.from(word);
  return characters.length < 2 ? characters : characters.slice(1).map((next, before) => `${characters[before]}${next}`);
}

/**
 * Returns the words that a text is found by: its words with their accents and without, and of Han every character and
 * every pair. `askedWords` of any part of the text that a person would look for are among them.
 */
export function indexedWords(text: string): string[] {
  const words = wordsOf(text);
  if (words.every(isAscii)) return words;
  // The dictionary may split a text and a part of it otherwise, so that pairs reach across its splits.
  const han = folded(text).match(/\p{Script=Han}+/gu) ?? [];
  return [
    ...new Set([
      ...words.filter((word) => !HAN.test(word)).flatMap((word) => [word, plain(word)]),
      ...han.flatMap((run) => [...Array.from(run), ...pairsOf(run)]),
    ]),
  ];
}

/** Returns the words that a search asks for: `indexedWords` of a text that says them all contain each. */
export const askedWords = (text: string): string[] => [
  ...new Set(wordsOf(text).flatMap((word) => (HAN.test(word) ? pairsOf(word) : plain(word)))),
];

/**
 * Returns what a plain text must contain, each part of it somewhere, for a search within a text. These are the words;
 * of a search that has none, as `100%` has one and `%` has not, they are its signs.
 */
export function soughtParts(search: string): string[] {
  const words = askedWords(search);
  return words.length > 0 ? words : plain(search).replaceAll('\0', '').split(/\s+/u).filter(Boolean);
}

/** Returns whether a text contains everything searched for; parts of words count. An empty search finds all. */
export function contains(text: string, search: string): boolean {
  const within = plain(text);
  return soughtParts(search).every((part) => within.includes(part));
}
