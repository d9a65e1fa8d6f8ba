import { graphemesOf } from '../../kernel/cut-text.ts';

/**
 * The code points that every typeface of the built-in renderer has, in lower case and in capitals. The test of
 * `services/imaging`'s typeface.ts reads them from the font files, and shows the right list where this one differs.
 */
export const settableRanges =
  '21-7E A1-AC AE-B4 B6-17F 18F 1A0-1A1 1AF-1B0 1CD-1CE 1D3-1D4 1E6-1E7 1FE-1FF 218-21B 237 259 2BC 2C6-2C7 2D8-2DD ' +
  '300-304 306-30C 323 326-328 335 1E80-1E85 1E9E 1EA0-1EF9 2010 2013-2014 2018-201A 201C-201E 2020-2022 2026 2030 ' +
  '2032-2033 2039-203A 2044 2052 20AC 20B9 2116 2122 2190-2193 2202 220F 2211-2212 221A 221E 222B 2248 2260 ' +
  '2264-2265 25CA FB01-FB02';

/** Matches what nobody sees: format characters, joiners and variation selectors. */
const INVISIBLE = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;
const classOf = (ranges: string): string => ranges.replace(/[\dA-F]+/gu, String.raw`\u{$&}`).replaceAll(' ', '');
const UNSETTABLE = new RegExp(String.raw`[^\s\p{Cc}\p{Default_Ignorable_Code_Point}${classOf(settableRanges)}]`, 'u');

/** A letter that the typefaces lack as a whole is set from its base and its accents. */
const isSettable = (text: string): boolean => !UNSETTABLE.test(text) || !UNSETTABLE.test(text.normalize('NFD'));

/** Returns the characters of a text that cannot be set in a picture, each once, as a reader counts them. */
export function unsettableIn(text: string): string[] {
  const composed = text.normalize('NFC');
  return isSettable(composed) ? [] : [...new Set(graphemesOf(composed).filter((one) => !isSettable(one)))];
}

/** Returns the text as it is typeset: letters composed, apostrophes curved, spaces single. */
export const typeset = (text: string): string =>
  text.normalize('NFC').replaceAll("'", '’').replace(/\s+/gu, ' ').trim();

/** Returns the text as it is typeset, without characters that cannot be set or seen. */
export const settableIn = (text: string): string =>
  typeset(
    graphemesOf(text.normalize('NFC'))
      .map((one) => (isSettable(one) ? one.replace(INVISIBLE, (blank) => (blank.trim() === '' ? ' ' : '')) : ' '))
      .join(''),
  );

const SHOWN_MAX = 12;

/** Says which characters cannot be set, naming the first twelve. */
export function unsettableMessage(characters: readonly string[]): string {
  const more = characters.length - SHOWN_MAX;
  const shown = characters.slice(0, SHOWN_MAX).join(' ') + (more > 0 ? ` and ${more} more` : '');
  return `Our typefaces cannot set ${shown}. Please use Latin letters, figures and common signs.`;
}
