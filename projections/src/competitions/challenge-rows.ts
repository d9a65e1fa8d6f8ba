import { utcMonth } from '@easel/contracts/account/policy';
import type { CompetitionFactData } from '@easel/contracts/competitions/events';
import { challengeWindow } from '@easel/contracts/competitions/policy';
import { proceedsOf, type ProductSales } from '@easel/contracts/competitions/product-sales';
import type { ChallengeRow, LineRow } from './competitions.tables.ts';
import type { StandingRow } from './standing.tables.ts';

/** Returns one row per image of a paid order. Proceeds are computed for the month of the payment. */
export function linesOf(view: ProductSales): LineRow[] {
  const { orderId, buyerId, paidAt, items } = view;
  if (paidAt === '') return [];
  const images = new Map(items.map(({ generationId, variantId }) => [variantId, { generationId, variantId }]));
  return [...images.values()].map(({ generationId, variantId }) => ({
    generation_id: generationId,
    variant_id: variantId,
    order_id: orderId,
    buyer_id: buyerId,
    paid_at: paidAt,
    cents: proceedsOf(view, { generationId, variantId, submittedAt: paidAt }, utcMonth(new Date(paidAt))),
  }));
}

const NO_AWARD = { place: 0, share_cents: 0, prize_cents: 0, prize_tenths: 0 };

export const standingOf = (one: CompetitionFactData<'CompetitionClosed'>['tally'][number]): StandingRow => ({
  id: one.entryId,
  proceeds_cents: one.proceedsCents,
  buyers: one.buyers,
  ...NO_AWARD,
});

export const awardOf = (one: CompetitionFactData<'WinnersAnnounced'>['entries'][number]): StandingRow => ({
  ...standingOf(one),
  place: one.place ?? 0,
  share_cents: one.shareCents,
  prize_cents: one.prizeCents,
  prize_tenths: one.prizeTenths,
});

export function preparedRow(data: CompetitionFactData<'CompetitionPrepared'>): ChallengeRow {
  const { competitionId: id, kind, month, theme, description } = data;
  const { opensAt, closesAt } = challengeWindow(month);
  return {
    id,
    kind,
    month,
    theme,
    description,
    state: 'prepared',
    opens_at: opensAt.toISOString(),
    closes_at: closesAt.toISOString(),
    proposed_by: null,
    proposed_at: null,
    confirmed_by: null,
    announced_at: null,
    total_cents: null,
    house_cents: null,
  };
}
