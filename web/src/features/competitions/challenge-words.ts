import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import {
  ANNOUNCEMENT_DAYS,
  ENTRIES_MAX,
  ENTRY_SHARE_PERCENT,
  PLACE_MIN_BUYERS,
  prizes,
} from '@easel/contracts/competitions/policy';
import { aspectRatios, posterRatios } from '@easel/contracts/generation/policy';
import { formatCredits } from '../../lib/figures.ts';

/** 'a, b or c'. */
const either = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;

const posterShapes = either(posterRatios.map((key) => `${aspectRatios[key].width}:${aspectRatios[key].height}`));

interface ChallengeWords {
  /** Describes the challenge in a sentence. */
  lead: string;
  /** Where to make a picture for it. */
  steps: readonly string[];
  requirements: readonly string[];
}

const KEEP = 'Keep the one you like, and choose “Enter the challenge” beside it or on the challenge’s page.';
const ORDERED = 'While the challenge is open, everyone can order products with your entry.';
const SIZE = 'Made at 4K: choose 4K as its resolution.';
const OWN = `Your own design, made here. Entering makes it public. You can have ${ENTRIES_MAX} entries in a challenge.`;
const PAUSED = 'Its image downloads are not sold until the challenge closes.';

export const challengeWords: Readonly<Record<ChallengeKind, ChallengeWords>> = {
  tshirt: {
    lead: 'A monthly challenge for shirt designs. You get a share of what products with your entry sell for.',
    steps: ['In the Creative Studio, choose the T-shirt mode and describe your design.', KEEP, ORDERED],
    requirements: ['A square picture with a transparent background, as the T-shirt mode makes it.', SIZE, OWN, PAUSED],
  },
  poster: {
    lead: 'A monthly challenge for posters. You get a share of what products with your entry sell for.',
    steps: ['In the Creative Studio, choose the Poster mode and describe your design.', KEEP, ORDERED],
    requirements: [`A picture in one of the poster shapes: ${posterShapes}.`, SIZE, OWN, PAUSED],
  },
};

/** The share of every entry, and the prizes. */
export const prizeWords: readonly { name: string; text: string }[] = [
  {
    name: 'Every entry',
    text: `${ENTRY_SHARE_PERCENT}% of what products with it bring while the challenge runs`,
  },
  ...prizes.map(({ place, percent, credits }) => ({
    name: `${place} place`,
    text: `${percent}% of what all entries together bring, and ${formatCredits(credits)}`,
  })),
];

/** Orders that do not count. */
export const notCounted = 'Orders by the entrant, and by members of a circle who buy from each other, do not count.';

export const placeWords =
  `Orders count by the time of payment, less refunds. A place needs ${PLACE_MIN_BUYERS} buyers, and winners are ` +
  `announced from ${ANNOUNCEMENT_DAYS} days after the challenge has closed. Without sales there are no winners.`;
