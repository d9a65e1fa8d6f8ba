import { paymentFeeCents } from '../earnings/policy.ts';
import type { PurchaseMethod } from '../purchases/policy.ts';

/** Whether a member is a curator, or was one. */
export const curatorStates = ['active', 'ended'] as const;
export type CuratorState = (typeof curatorStates)[number];
/** What makes a member a curator: an admin's appointment, or the Curator Partner plan. */
export const curatorWays = ['appointed', 'plan'] as const;
export type CuratorWay = (typeof curatorWays)[number];

/** Limits of a section. */
export const SERIES_MAX = 20;
export const SERIES_PICTURES_MAX = 100;

/** Characters. */
export const SECTION_NAME_MAX = 60;
export const SECTION_TEXT_MAX = 1_000;
export const SERIES_TITLE_MAX = 80;

/**
 * Months for which a section is kept after its member stopped being a curator.
 * spec: rulings "Curator's section after the plan ends".
 */
export const SECTION_KEPT_MONTHS = 12;

/** Returns when the section of a curator who ended at this instant is removed. */
export function sectionKeptUntil(ended: Date): Date {
  const until = new Date(ended);
  until.setUTCMonth(until.getUTCMonth() + SECTION_KEPT_MONTHS);
  return until;
}

/** Months that the figures cover, including the current one. */
export const FIGURE_MONTHS = 12;

/** Maximum number of curators that the public gallery lists. */
export const LISTED_CURATORS = 24;

/** The price of a sale and its payment fee, in cents. The curator's share is a percentage of net. */
export function netOf(sale: { method: PurchaseMethod; cents: number }): { feeCents: number; netCents: number } {
  const feeCents = Math.min(paymentFeeCents(sale), sale.cents);
  return { feeCents, netCents: sale.cents - feeCents };
}

/** The UTC month of an instant in ISO 8601: 2026-11. */
export const monthOf = (at: string): string => at.slice(0, 7);

const monthAt = (month: string, later: number): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + later, 1)).toISOString().slice(0, 7);

export const monthAfter = (month: string): string => monthAt(month, 1);

/** Returns this many months up to and including the given one, the oldest first. */
export const monthsUpTo = (month: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => monthAt(month, index - count + 1));
