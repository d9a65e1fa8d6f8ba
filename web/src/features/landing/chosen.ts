import type { Generation } from '@easel/contracts/generation/http';

/** On the front page's wall, the large one included. */
const MOST = 10;

export interface Chosen {
  /** The large one, beside the heading. */
  lead: Generation;
  others: readonly Generation[];
}

/** What stands well beside words: wider than high, and no ribbon. */
const isWide = ({ variants: [cover] }: Generation): boolean =>
  cover !== undefined && cover.width >= cover.height * 1.2 && cover.width <= cover.height * 2;

/**
 * Of the newest, those that are liked most, the newest first among equals; undefined where there is nothing to show.
 */
export function chosenOf(newest: readonly Generation[]): Chosen | undefined {
  const liked = newest
    .filter(({ variants }) => variants.length > 0)
    .toSorted((a, b) => (b.likes ?? 0) - (a.likes ?? 0))
    .slice(0, MOST);
  const lead = liked.find(isWide) ?? liked[0];
  return lead && { lead, others: liked.filter((one) => one !== lead) };
}
