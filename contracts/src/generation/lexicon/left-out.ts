import { articles, forms, heeded, isManner, isPlain, measures, prepositions } from './plain-words.ts';
import type { Spoken } from './words.ts';

/** Words that a picture makes nothing of. */
interface LeftOut {
  /** What stands together, as it was written, in small letters: "brick wall". */
  readonly words: string;
  /** Its first word, folded. */
  readonly first: string;
  /** It names what the prompt is about: a noun before the first preposition. */
  readonly isMain: boolean;
}

/** Words that say with the one before them how a picture is made or seen. */
const joined: ReadonlySet<string> = new Set(
  'painting drawing sketch art view angle style aesthetic texture lighting shading'.split(' '),
);

/** Tells whether a word ends "from above": it says where the picture is seen from, and leads to no place. */
function isViewpoint(sentence: readonly Spoken[], place: number): boolean {
  const [before, { word }, next] = [sentence[place - 1], sentence[place] ?? nothing, sentence[place + 1]];
  const isLast = next === undefined || next.isBehindMark || prepositions.has(next.word);
  return before?.word === 'from' && viewpoints.has(word) && isLast;
}
const viewpoints: ReadonlySet<string> = new Set('above below behind beneath underneath inside'.split(' '));

/**
 * What a prompt says and its picture will not show, in the prompt's order. `isThing` knows the words that name things,
 * drawn or not.
 */
export function leftOutOf(
  sentence: readonly Spoken[],
  seen: ReadonlySet<string>,
  isThing: (word: string) => boolean,
): LeftOut[] {
  const isLost = (place: number): boolean => {
    const { word, text, isCode, isUnwanted } = sentence[place] ?? nothing;
    const next = sentence[place + 1];
    if (isUnwanted || isCode || seen.has(word) || forms.has(word)) return false;
    if (measures.has(word) && next?.word === 'of') return false;
    if (isViewpoint(sentence, place)) return true;
    if (heeded.has(word) || isPlain(word)) return false;
    // What is done with a thing is lost with the thing.
    return !(isManner(text) && next !== undefined && !next.isBehindMark && articles.has(next.word));
  };
  const heads = headsOf(sentence, seen, isThing);
  const found: { places: number[] }[] = [];
  for (const place of sentence.keys()) {
    const { word, isBehindMark } = sentence[place] ?? nothing;
    const before = found.at(-1);
    const follows = !isBehindMark && before?.places.at(-1) === place - 1;
    const from = isViewpoint(sentence, place) && !seen.has(word) ? [place - 1] : [];
    const isLostForm = follows && joined.has(word) && !isThing(sentence[place - 1]?.word ?? '');
    if (follows && (isLostForm || isLost(place))) before?.places.push(place);
    else if (isLost(place)) found.push({ places: [...from, place] });
  }
  const all = found.map(({ places }) => ({
    words: places.map((place) => sentence[place]?.text).join(' '),
    first: sentence[places[0] ?? 0]?.word ?? '',
    isMain: places.some((place) => heads.has(place)),
  }));
  return all.filter(({ words }, index) => all.findIndex((one) => one.words === words) === index);
}

const nothing: Spoken = { word: '', text: '', isBehindMark: false, isTied: false, isCode: false, isUnwanted: false };

/**
 * Where the nouns stand that a prompt is about: the last word of each phrase before the first preposition or mark. The
 * words before a noun say of what kind it is.
 */
export function headsOf(
  sentence: readonly Spoken[],
  seen: ReadonlySet<string>,
  isThing: (word: string) => boolean,
): ReadonlySet<number> {
  const heads = new Set<number>();
  let phrase: number[] = [];
  const close = (): void => {
    const head = headOf(phrase);
    if (head !== undefined) heads.add(head);
    phrase = [];
  };
  const headOf = (places: readonly number[]): number | undefined => {
    const last = places.at(-1);
    const { word, text } = sentence[last ?? -1] ?? nothing;
    // An oil painting is of something else.
    if (last === undefined || (forms.has(word) && !seen.has(word))) return undefined;
    const before = sentence[places.at(-2) ?? -1];
    const isVerb = text.endsWith('s') && !isThing(word) && before !== undefined && seen.has(before.word);
    const isOfKind = (isPlain(word) || heeded.has(word)) && !isThing(word);
    return isVerb || isOfKind ? headOf(places.slice(0, -1)) : last;
  };
  for (const [place, { word, text, isBehindMark, isCode, isUnwanted }] of sentence.entries()) {
    const goesOn = articles.has(word) || word === 'and';
    if (prepositions.has(word) || (isBehindMark && !goesOn)) {
      close();
      if (heads.size > 0) return heads;
    }
    const isInName = sentence[place]?.isTied === true || sentence[place + 1]?.isTied === true;
    const isLink = articles.has(word) || grammar.has(word) || (isManner(text) && !isThing(word) && !isInName);
    if (isCode || isUnwanted) continue;
    if (isLink || prepositions.has(word)) close();
    else if (!(measures.has(word) && sentence[place + 1]?.word === 'of')) phrase.push(place);
  }
  close();
  return heads;
}

/** Words that end a phrase, beside articles. */
const grammar: ReadonlySet<string> = new Set('and or of'.split(' '));
