import { utcMonth, monthStart } from '../account/policy.ts';
import type { AspectRatio } from '../generation/policy.ts';
import { defineProblems } from '../kernel/problem.ts';
import type { ChallengeKind } from './kinds.ts';

/** Windows of the monthly design challenges, who may enter, and what they pay. */

/** `picture-gone`: deleted or made private by its owner. */
export const withdrawalReasons = ['by-member', 'picture-gone'] as const;

export const competitionProblems = defineProblems('competitions', {
  notFound: [404, 'Not found'],
  exists: [409, 'This challenge is prepared already'],
  monthPast: [422, 'This month has ended'],
  notOpen: [409, 'This challenge is not open'],
  begun: [409, 'The theme can be changed until the challenge opens'],
  tooMany: [
    409,
    'You have three entries in this challenge already, disqualified ones included. Withdraw one to enter another.',
  ],
  enteredAlready: [409, 'This picture is entered in a challenge already'],
  disqualified: [409, 'This picture was disqualified from this challenge'],
  notFinished: [422, 'This picture is not finished'],
  tooSmall: [422, 'Only pictures made in 4K can be entered'],
  wrongRatio: [422, 'This picture has the wrong format for this challenge'],
  notTransparent: [422, 'T-shirt designs need a transparent background: make one in T-shirt mode'],
  notMadeHere: [422, 'Only pictures made here can be entered'],
  notClosed: [409, 'This challenge has not closed yet'],
  tooEarly: [409, 'Winners are announced 14 days after the challenge has closed'],
  needsAnother: [
    409,
    'Another admin has to confirm this. Where no other is active, you can confirm it after 24 hours.',
  ],
  announced: [409, 'The winners are announced already'],
});

/** spec: public-and-commerce §2.2: finds the challenge that a gallery category names, in any spelling. */
export function challengeOfCategory(category: string): ChallengeKind | undefined {
  const text = category.toLowerCase();
  if (text.includes('t-shirt') || text.includes('tshirt')) return 'tshirt';
  return text.includes('poster') ? 'poster' : undefined;
}

/** spec: public-and-commerce §6: categories that mark an entry of a challenge, of today or of before. */
export const challengeCategories = [
  'tshirt-competition',
  'poster-competition',
  'Design Challenge',
  'Competition',
] as const;

/** Entries per member and challenge. spec: rulings "Competition windows". */
export const ENTRIES_MAX = 3;

/** The long side of a 4K picture, in pixels. spec: rulings "Sizes in pixels". */
export const ENTRY_MIN_LONG_SIDE_PX = 3840;

/** spec: member-experience §1; spec: rulings "Poster ratios": a T-shirt design is square. */
export const entryRatios: Readonly<Record<ChallengeKind, readonly AspectRatio[]>> = {
  tshirt: ['square_1_1'],
  poster: ['poster_5_3', 'classic_4_3', 'traditional_3_4', 'widescreen_16_9', 'square_1_1'],
};

/** Returns the calendar month in UTC: `opensAt` is included, `closesAt` is not. */
export function challengeWindow(month: string): { opensAt: Date; closesAt: Date } {
  const opensAt = monthStart(month);
  return { opensAt, closesAt: new Date(Date.UTC(opensAt.getUTCFullYear(), opensAt.getUTCMonth() + 1, 1)) };
}

/** The UTC month after another. */
export const monthAfter = (month: string): string => utcMonth(challengeWindow(month).closesAt);

/** Mails to all members who opted in: a challenge has opened, or closes soon. */
export type ChallengeNews = 'opened' | 'closing';

/** Days before the close on which members without an entry are reminded. */
export const REMINDER_DAYS = 3;

/** Days after the close in which refunds and payments that are recorded late can still change the result. */
export const ANNOUNCEMENT_DAYS = 14;

export const announcedFrom = (closesAt: Date): Date => new Date(closesAt.getTime() + ANNOUNCEMENT_DAYS * DAY_MS);

/** Hours after which the admin who proposed an announcement may confirm it if no other admin is active. */
export const SAME_ADMIN_HOURS = 24;

/** Distinct buyers that an entry needs for a place. spec: rulings "Proceeds of a challenge". */
export const PLACE_MIN_BUYERS = 2;

/** The entrant's share of the entry's proceeds, in percent. spec: rulings "Competition money". */
export const ENTRY_SHARE_PERCENT = 10;

interface Prize {
  place: string;
  /** Percent of the proceeds of all entries. */
  percent: number;
  credits: number;
}

/** spec: rulings "Competition money". The house keeps the rest. */
export const prizes: readonly Prize[] = [
  { place: '1st', percent: 25, credits: 500 },
  { place: '2nd', percent: 20, credits: 300 },
  { place: '3rd', percent: 15, credits: 200 },
];

/** Proceeds of an entry, without orders of the entrant and the entrant's ring. */
export interface Standing {
  entryId: string;
  /** ISO 8601. */
  submittedAt: string;
  proceedsCents: number;
  /** Distinct ones. */
  buyers: number;
}

/** What an entry earns its member. */
export interface Award {
  shareCents: number;
  /** 1 to 3; null without a place. */
  place: number | null;
  prizeCents: number;
  prizeTenths: number;
}

/** Sorts by proceeds, the highest first; the earlier of equal entries first, and those of one instant by their id. */
export const byProceeds = (one: Standing, other: Standing): number =>
  other.proceedsCents - one.proceedsCents ||
  upwards(one.submittedAt, other.submittedAt) ||
  upwards(one.entryId, other.entryId);

const upwards = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

const shareOf = (cents: number, percent: number): number => Math.floor((cents * percent) / 100);

/**
 * Divides the proceeds of a challenge (spec: rulings "Competition money", "Proceeds of a challenge"): each entry earns
 * a tenth of its own proceeds, the three best with enough buyers a share of the total. Entries without proceeds earn
 * nothing, and the house keeps fractions of a cent. Returns the awards in the order of `byProceeds`.
 */
export function awardsOf<One extends Standing>(
  standings: readonly One[],
): { totalCents: number; houseCents: number; entries: (One & Award)[] } {
  const selling = standings.filter(({ proceedsCents }) => proceedsCents > 0).toSorted(byProceeds);
  const totalCents = selling.reduce((sum, { proceedsCents }) => sum + proceedsCents, 0);
  const placed = selling.filter(({ buyers }) => buyers >= PLACE_MIN_BUYERS).slice(0, prizes.length);
  const entries = selling.map((standing) => {
    const index = placed.indexOf(standing);
    const prize = prizes[index];
    return {
      ...standing,
      shareCents: shareOf(standing.proceedsCents, ENTRY_SHARE_PERCENT),
      place: prize ? index + 1 : null,
      prizeCents: prize ? shareOf(totalCents, prize.percent) : 0,
      prizeTenths: prize ? prize.credits * 10 : 0,
    };
  });
  const paidCents = entries.reduce((sum, { shareCents, prizeCents }) => sum + shareCents + prizeCents, 0);
  return { totalCents, houseCents: totalCents - paidCents, entries };
}

const DAY_MS = 86_400_000;
