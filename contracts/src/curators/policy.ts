import { paymentFeeCents } from '../earnings/policy.ts';
import type { PurchaseMethod } from '../purchases/policy.ts';

/** What a curator's section holds at most. */
export const SERIES_MAX = 20;
export const SERIES_PICTURES_MAX = 100;

/** Characters. */
export const SECTION_NAME_MAX = 60;
export const SECTION_TEXT_MAX = 1_000;
export const SERIES_TITLE_MAX = 80;

/**
 * So many months a section is kept for who is no curator any more.
 * spec: rulings "Curator's section after the plan ends".
 */
const SECTION_KEPT_MONTHS = 12;

/** Until when a section is kept whose curator ended at this instant. */
export function sectionKeptUntil(ended: Date): Date {
  const until = new Date(ended);
  until.setUTCMonth(until.getUTCMonth() + SECTION_KEPT_MONTHS);
  return until;
}

/** Of the figures, the running one among them. */
export const FIGURE_MONTHS = 12;

/** Curators that the public gallery lists at most. */
export const LISTED_CURATORS = 24;

/** What a sale took in and what paying it cost, in cents: net is what the curator's share is of. */
export function netOf(sale: { method: PurchaseMethod; cents: number }): { feeCents: number; netCents: number } {
  const feeCents = Math.min(paymentFeeCents(sale), sale.cents);
  return { feeCents, netCents: sale.cents - feeCents };
}

/** The UTC month of an instant in ISO 8601: 2026-11. */
export const monthOf = (at: string): string => at.slice(0, 7);

const monthAt = (month: string, later: number): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + later, 1)).toISOString().slice(0, 7);

export const monthAfter = (month: string): string => monthAt(month, 1);

/** So many months up to this one, the oldest first. */
export const monthsUpTo = (month: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => monthAt(month, index - count + 1));
