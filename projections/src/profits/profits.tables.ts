import type { SubscribedTier } from '@easel/contracts/account/policy';
import type { PayoutStatus } from '@easel/contracts/earnings/policy';
import { column, type RowOf, table } from '@easel/kernel/database/table';

/** Sums are tenths of a credit and cents of a dollar. */
export const sales = table(
  'sale',
  {
    purchase_id: column.uuid,
    member_id: column.uuid,
    /** Revision of the accrual. Sales settle in this order. */
    revision: column.int,
    generation_id: column.uuid,
    /** The member's plan at the time of the sale. */
    tier: column.word<SubscribedTier>(),
    curator: column.boolean,
    tenths: column.bigint,
    cents: column.bigint,
    accrued_at: column.timestamptz,
    /** How often it lost or regained its payment. Odd while the payment is missing. */
    turn: column.int,
  },
  { key: ['purchase_id'], indexes: ['(member_id, revision)'] },
);
export type SaleRow = RowOf<typeof sales>;

/** Number of sales settled on a UTC day, from the earliest. */
export const settlements = table(
  'settlement',
  { member_id: column.uuid, day: column.date, sales: column.int },
  { key: ['member_id', 'day'] },
);
export type SettlementRow = RowOf<typeof settlements>;

/** Share of a challenge. */
export const shares = table(
  'share',
  {
    member_id: column.uuid,
    competition_id: column.uuid,
    /** The UTC day on which it was granted. */
    day: column.date,
    cents: column.bigint,
  },
  { key: ['member_id', 'competition_id'] },
);
export type ShareRow = RowOf<typeof shares>;

/** Part of a share by entry. Prizes belong to no entry. */
export const shareEntries = table(
  'share_entry',
  {
    member_id: column.uuid,
    competition_id: column.uuid,
    entry_id: column.uuid,
    generation_id: column.uuid,
    cents: column.bigint,
  },
  { key: ['member_id', 'competition_id', 'entry_id'] },
);
export type ShareEntryRow = RowOf<typeof shareEntries>;

export const payouts = table(
  'payout',
  {
    id: column.uuid,
    member_id: column.uuid,
    /** Position and revision of the request, whose event contains the bank account. */
    position: column.position,
    revision: column.int,
    /** Sort key of the console's list, the highest first: see `openPlace`. */
    place: column.position,
    status: column.word<PayoutStatus>(),
    tenths: column.bigint,
    cents: column.bigint,
    payout_cents: column.bigint,
    requested_at: column.timestamptz,
    settled_at: column.timestamptz.orNull,
    reason: column.text.orNull,
    operator_id: column.text.orNull,
    /** The first of two confirmations. */
    confirmed_by: column.text.orNull,
    confirmed_at: column.timestamptz.orNull,
    /** Country and last four characters of the IBAN, `DE3000`; null for older payouts and erased members. */
    bank: column.text.orNull,
  },
  { key: ['id'], indexes: ['(place)', '(member_id, position)'] },
);
export type PayoutRow = RowOf<typeof payouts>;

/** Returns a sort key that puts open requests above settled ones, the oldest first. */
export const openPlace = (position: bigint): bigint => 2n ** 63n - 1n - position;

/** Members with parked events. */
export const incomplete = table('incomplete', { member_id: column.uuid }, { key: ['member_id'] });

export const tables = [sales, settlements, shares, shareEntries, payouts, incomplete] as const;
