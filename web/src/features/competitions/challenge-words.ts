import { ENTRY_SHARE_PERCENT, prizes, type ChallengeKind } from '@easel/contracts/competitions/policy';
import { aspectRatios, posterRatios } from '@easel/contracts/generation/policy';
import { formatCredits } from '../../lib/figures.ts';

/** 'a, b or c'. */
const either = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;

const posterShapes = either(posterRatios.map((key) => `${aspectRatios[key].width}:${aspectRatios[key].height}`));

interface ChallengeWords {
  /** What it is, in a sentence. */
  lead: string;
  /** Where an entry is made. */
  steps: readonly string[];
  requirements: readonly string[];
}

const ENTER = 'Enter it from this page while a challenge is open. Entering is not available yet.';
const SIZE = 'Made at 4K: choose 4K as its resolution.';
const OWN = 'Your own design, made here, and shown to everyone while it takes part.';
const PAUSED = 'It is not sold elsewhere while its challenge runs.';

export const challengeWords: Readonly<Record<ChallengeKind, ChallengeWords>> = {
  tshirt: {
    lead: 'A monthly challenge for shirt designs, which is not available yet. What is sold with a design will pay a share.',
    steps: [
      'In the Creative Studio, choose the T-shirt mode and describe your design.',
      'Keep the one you like.',
      ENTER,
    ],
    requirements: ['A square picture with a transparent background, as the T-shirt mode makes it.', SIZE, OWN, PAUSED],
  },
  poster: {
    lead: 'A monthly challenge for posters, which is not available yet. What is sold with a design will pay a share.',
    steps: [
      'In the Creative Studio, choose the Poster mode and describe your design.',
      'Keep the one you like.',
      ENTER,
    ],
    requirements: [`A picture in one of the poster shapes: ${posterShapes}.`, SIZE, OWN, PAUSED],
  },
};

/** What every entry is paid, and what the best are. */
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
