import type { ChallengeKind } from './kinds.ts';

interface Challenge {
  /** 'T-Shirt Design Challenge'. */
  name: string;
  /** Label of the button in the bar. */
  shortName: string;
  /** Path of its page. */
  path: '/tshirt-competition' | '/poster-competition';
  /** The category that its entries are tagged with. */
  category: 'tshirt-competition' | 'poster-competition';
}

/** spec: public-and-commerce §2.2, §2.3. */
export const challenges: Readonly<Record<ChallengeKind, Challenge>> = {
  tshirt: {
    name: 'T-Shirt Design Challenge',
    shortName: 'T-Shirt Competition',
    path: '/tshirt-competition',
    category: 'tshirt-competition',
  },
  poster: {
    name: 'Poster Design Challenge',
    shortName: 'Poster Competition',
    path: '/poster-competition',
    category: 'poster-competition',
  },
};
