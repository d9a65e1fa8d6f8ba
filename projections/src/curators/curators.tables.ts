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

/** What makes a member a curator, and their section. A row of every member who ever had a plan or was appointed. */
export const curators = table(
  'curator',
  {
    member_id: column.uuid,
    appointed: column.boolean,
    tier: column.word<SubscribedTier>(),
    status: column.word<SubscriptionStatus>(),
    period: column.word<BillingPeriod>().orNull,
    /** From then on the plan counts no longer; null where it has no end. */
    end_date: column.timestamptz.orNull,
    /** Of the plan, at the card service. */
    source: column.text.orNull,
    /** Cents, of the sizes that have a price. */
    cents: column.json<Partial<Record<ImageSize, number>>>(),
    /** Null before the section was described. */
    name: column.text.orNull,
    text: column.text,
    banner_generation_id: column.uuid.orNull,
    banner_variant_id: column.uuid.orNull,
    series: column.json<StoredSeries[]>(),
  },
  { key: ['member_id'], indexes: [`(member_id) where appointed or tier = 'curator_partner'`] },
);
export type CuratorRow = RowOf<typeof curators>;

/** What was sold of a curator's, by what is known of it: the buyer's fact, the seller's, or both. */
export const sales = table(
  'sale',
  {
    purchase_id: column.uuid,
    /** The seller. */
    member_id: column.uuid,
    generation_id: column.uuid,
    size: column.word<ImageSize>(),
    method: column.word<PurchaseMethod>(),
    /** Paid. */
    cents: column.int,
    sold_at: column.timestamptz,
    /** What the seller got; null until it accrued. */
    share_cents: column.int.orNull,
  },
  { key: ['purchase_id'], indexes: ['(member_id, sold_at)'] },
);
export type SaleRow = RowOf<typeof sales>;

/** Shares of sales that were taken back or came again. */
export const reversals = table(
  'reversal',
  {
    purchase_id: column.uuid,
    /** Counts the changes of one sale. */
    turn: column.int,
    member_id: column.uuid,
    /** False where it came again. */
    taken: column.boolean,
    cents: column.int,
    at: column.timestamptz,
  },
  { key: ['purchase_id', 'turn'], indexes: ['(member_id, at)'] },
);
export type ReversalRow = RowOf<typeof reversals>;

/** Who looked at a picture on a day, once each. */
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

/** Members of whom facts are parked. */
export const incomplete = table('incomplete', { id: column.uuid }, { key: ['id'] });

export const tables = [curators, sales, reversals, views, incomplete] as const;
