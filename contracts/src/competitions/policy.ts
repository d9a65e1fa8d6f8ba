import { challengeCategories } from '../purchases/policy.ts';

/** The monthly design challenges: what they are called, where they are found, and what they pay. */

export const challengeKinds = ['tshirt', 'poster'] as const;
export type ChallengeKind = (typeof challengeKinds)[number];

interface Challenge {
  /** 'T-Shirt Design Challenge'. */
  name: string;
  /** As the button of the bar says it. */
  shortName: string;
  /** Of its page. */
  path: '/tshirt-competition' | '/poster-competition';
  /** That its entries are tagged with. */
  category: (typeof challengeCategories)[number];
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

/** spec: public-and-commerce §2.2: the challenge that a category of the gallery speaks of, however it is written. */
export function challengeOfCategory(category: string): ChallengeKind | undefined {
  const text = category.toLowerCase();
  if (text.includes('t-shirt') || text.includes('tshirt')) return 'tshirt';
  return text.includes('poster') ? 'poster' : undefined;
}

/** The entrant's share of the entry's proceeds, in percent. spec: rulings "Competition money". */
export const ENTRY_SHARE_PERCENT = 10;

interface Prize {
  place: string;
  /** Of what all entries together bring. */
  percent: number;
  credits: number;
}

/** spec: rulings "Competition money". The house keeps the rest. */
export const prizes: readonly Prize[] = [
  { place: '1st', percent: 25, credits: 500 },
  { place: '2nd', percent: 20, credits: 300 },
  { place: '3rd', percent: 15, credits: 200 },
];

const DAY_MS = 86_400_000;
const URGENT_DAYS = 7;

/** spec: public-and-commerce §9: how long there is to enter, in whole days begun. Null where no day is set. */
export function deadlineText(deadline: Date | null, now: Date): string {
  if (deadline === null) return 'Deadline to be announced';
  const leftMs = deadline.getTime() - now.getTime();
  if (leftMs < 0) return 'This competition has ended';
  const days = Math.floor(leftMs / DAY_MS);
  if (days === 0) return 'Deadline is today!';
  const text = `${days} ${days === 1 ? 'day' : 'days'} remaining`;
  return days <= URGENT_DAYS ? `Only ${text}!` : text;
}
