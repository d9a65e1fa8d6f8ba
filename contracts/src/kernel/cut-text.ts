let characters: Intl.Segmenter | undefined;
/** Created on first use: report code imports rules that cut texts, and is not allowed to touch `Intl`. */
const segmenter = (): Intl.Segmenter => (characters ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

/** Returns the characters of a text as a reader counts them. */
export const graphemesOf = (text: string): string[] => Array.from(segmenter().segment(text), ({ segment }) => segment);

/**
 * Returns the beginning of a text, at most `most` UTF-16 units long, cut between graphemes. A single grapheme that is
 * longer than `most` is cut between code points.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = segmenter().segment(text).containing(most)?.index ?? most;
  return text.slice(0, end > 0 ? end : wholePairs(text, most));
}

/** Cuts a text as `cutText` does and ends it with …, which counts towards `most`. */
export const cutTextShown = (text: string, most: number): string =>
  text.length <= most ? text : `${cutText(text, most - 1).trimEnd()}…`;

/** Returns one unit less if the cut would split a surrogate pair. */
const wholePairs = (text: string, units: number): number =>
  (text.codePointAt(units - 1) ?? 0) > 0xffff ? units - 1 : units;
