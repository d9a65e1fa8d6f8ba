import type { CompetitionRecord } from '@easel/contracts/competitions/console.http';
import { challengeKinds, type ChallengeKind } from '@easel/contracts/competitions/kinds';
import { monthAfter } from '@easel/contracts/competitions/policy';
import { utcMonth } from '@easel/contracts/account/policy';

export const kindLabels: Readonly<Record<ChallengeKind, string>> = { tshirt: 'T-shirt', poster: 'Poster' };
export const kindChoices = challengeKinds.map((id) => ({ id, name: kindLabels[id] }));

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 'November 2026'. */
export const monthText = (month: string): string => monthName.format(new Date(`${month}-01T00:00:00.000Z`));

/** 'T-shirt, November 2026'. */
export const challengeTitle = ({ kind, month }: Pick<CompetitionRecord, 'kind' | 'month'>): string =>
  `${kindLabels[kind]}, ${monthText(month)}`;

const MONTHS_OFFERED = 12;

/** Returns the months for which a challenge can be prepared: the current one in UTC, and those after it. */
export function offeredMonths(now: Date): string[] {
  const months = [utcMonth(now)];
  while (months.length < MONTHS_OFFERED) months.push(monthAfter(months.at(-1)!));
  return months;
}
