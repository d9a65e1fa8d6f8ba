let characters: Intl.Segmenter | undefined;
/** Made when it is needed: reports read rules that cut texts, and may not have what a machine's languages decide. */
const segmenter = (): Intl.Segmenter => (characters ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

/**
 * The beginning of a text: at most `most` UTF-16 units, which is what schemas and columns count, of whole characters as
 * people see them. Only a single character that is longer than that is cut itself, and never to half a pair.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = segmenter().segment(text).containing(most)?.index ?? most;
  return text.slice(0, end > 0 ? end : wholePairs(text, most));
}

/** The same with … at the end of what was cut, which counts. */
export const cutTextShown = (text: string, most: number): string =>
  text.length <= most ? text : `${cutText(text, most - 1).trimEnd()}…`;

/** One less where so many units would end with the first half of a pair. */
const wholePairs = (text: string, units: number): number =>
  (text.codePointAt(units - 1) ?? 0) > 0xffff ? units - 1 : units;
