import type { SubscribedTier } from '@easel/contracts/account/policy';
import type { ImageSize } from '@easel/contracts/downloads/policy';
import type { PurchaseMethod } from '@easel/contracts/purchases/policy';
import type { BillingPeriod, SubscriptionStatus } from '@easel/contracts/subscriptions/policy';
import { column, type RowOf, table } from '@easel/kernel/database/table';

export interface StoredSeries {
  id: string;
  title: string;
  generationIds: string[];
}

/** Appointment, plan and section. One row per member who ever had a plan or was appointed. */
export const curators = table(
  'curator',
  {
    member_id: column.uuid,
    appointed: column.boolean,
    /** The last appointment, and its end; the end is null while it lasts. */
    appointed_at: column.timestamptz.orNull,
    dismissed_at: column.timestamptz.orNull,
    tier: column.word<SubscribedTier>(),
    status: column.word<SubscriptionStatus>(),
    period: column.word<BillingPeriod>().orNull,
    /** End of the plan; null without one. */
    end_date: column.timestamptz.orNull,
    /** The plan's id at the card service. */
    source: column.text.orNull,
    /** The last time on the Curator Partner plan. Its end is null until another plan replaces it. */
    plan_from: column.timestamptz.orNull,
    plan_until: column.timestamptz.orNull,
    /** Position of the event that made the member a curator, by which the console sorts; null without one. */
    place: column.position.orNull,
    /** Cents by size, for sizes with a price. */
    cents: column.json<Partial<Record<ImageSize, number>>>(),
    /** Null until the section is described. */
    name: column.text.orNull,
    text: column.text,
    banner_generation_id: column.uuid.orNull,
    banner_variant_id: column.uuid.orNull,
    series: column.json<StoredSeries[]>(),
  },
  {
    key: ['member_id'],
    indexes: [`(member_id) where appointed or tier = 'curator_partner'`, '(place) where place is not null'],
  },
);
export type CuratorRow = RowOf<typeof curators>;

/** Sales of curators, from the buyer's event, the seller's event, or both. */
export const sales = table(
  'sale',
  {
    purchase_id: column.uuid,
    /** The seller. */
    member_id: column.uuid,
    generation_id: column.uuid,
    size: column.word<ImageSize>(),
    method: column.word<PurchaseMethod>(),
    /** The price paid. */
    cents: column.int,
    sold_at: column.timestamptz,
    /** The share of the seller; null until it accrues. */
    share_cents: column.int.orNull,
  },
  { key: ['purchase_id'], indexes: ['(member_id, sold_at)'] },
);
export type SaleRow = RowOf<typeof sales>;

/** Shares that were reversed or reinstated. */
export const reversals = table(
  'reversal',
  {
    purchase_id: column.uuid,
    /** Counts reversals and reinstatements of one sale. */
    turn: column.int,
    member_id: column.uuid,
    /** False for a reinstatement. */
    taken: column.boolean,
    cents: column.int,
    at: column.timestamptz,
  },
  { key: ['purchase_id', 'turn'], indexes: ['(member_id, at)'] },
);
export type ReversalRow = RowOf<typeof reversals>;

/** Viewers of a picture per day. */
export const views = table(
  'view',
  {
    generation_id: column.uuid,
    day: column.date,
    viewer: column.word(),
    member_id: column.uuid,
  },
  { key: ['generation_id', 'day', 'viewer'], indexes: ['(member_id, day)'] },
);
export type ViewRow = RowOf<typeof views>;

/** Members with parked events. */
export const incomplete = table('incomplete', { id: column.uuid }, { key: ['id'] });

export const tables = [curators, sales, reversals, views, incomplete] as const;
