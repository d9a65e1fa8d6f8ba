import type { Asked } from './asked.ts';
import { leanings, type ComposerName, type Leaning } from './leanings.ts';
import { subjects } from './subjects.ts';

/** How well a composer answers a brief: 0 where it hears no word of its own, and more with each. */
export function affinityOf(composer: ComposerName, { words, saying, style, transparent }: Asked): number {
  const { each, own, also, styles, onCloth, quoted, words: list }: Leaning = leanings[composer];
  if (quoted !== undefined && saying === null) return 0;
  const all = [list, ...(also ?? []).flatMap((table) => Object.values(table))].flatMap((part) => part.split(' '));
  return (
    (own === undefined ? 0 : words.count(...own.split(' '))) +
    words.count(...all) * each +
    (styles?.[style] ?? 0) +
    (transparent ? (onCloth ?? 0) : 0) +
    (saying?.quoted === true ? (quoted ?? 0) : 0)
  );
}

/** Each further word of a subject says less that is new. */
const FURTHER = 0.4;
const QUOTED = 9;
/** What comes behind "with" goes along with what is meant. */
const BESIDE = 0.75;

/** How strongly the words ask for what this composer draws; what is said earlier counts for more. */
export function strengthOf(composer: ComposerName, { words, saying }: Asked): number {
  const along = words.placeOf('with');
  const beside = (place: number): boolean => along >= 0 && place > along;
  const hits = subjects[composer].flatMap(({ weight, words: list }) =>
    list
      .map((word) => words.placeOf(word))
      .filter((place) => place >= 0)
      .map((place) => ({ place, weight: weight * (1 + 0.5 / (1 + place * 0.5)) * (beside(place) ? BESIDE : 1) })),
  );
  // A word that stands in two lists, or was folded together, counts once, as its strongest.
  const byPlace = new Map<number, number>();
  for (const { place, weight } of hits) byPlace.set(place, Math.max(weight, byPlace.get(place) ?? 0));
  const weights = [...byPlace.values()].sort((a, b) => b - a);
  // What stands in quotation marks is to be read, whatever it speaks of.
  const sets = composer === 'typographic' || (composer === 'emblem' && weights.length > 0);
  const quoted = sets && saying?.quoted === true ? QUOTED : 0;
  return weights.reduce((sum, weight, index) => sum + weight * (index === 0 ? 1 : FURTHER / index), quoted);
}
