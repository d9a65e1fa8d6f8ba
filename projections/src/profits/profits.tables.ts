import type { SubscribedTier } from '@easel/contracts/account/policy';
import type { PayoutStatus } from '@easel/contracts/earnings/policy';
import { column, type RowOf, table } from '@easel/kernel/database/table';

/** Sums are tenths of a credit and cents of a dollar. */
export const sales = table(
  'sale',
  {
    purchase_id: column.uuid,
    member_id: column.uuid,
    /** Of its accrual: sales settle in this order. */
    revision: column.int,
    generation_id: column.uuid,
    /** The member's at that time. */
    tier: column.word<SubscribedTier>(),
    curator: column.boolean,
    tenths: column.bigint,
    cents: column.bigint,
    accrued_at: column.timestamptz,
    /** How often its payment went or came back: while that is gone, it is odd. */
    turn: column.int,
  },
  { key: ['purchase_id'], indexes: ['(member_id, revision)'] },
);
export type SaleRow = RowOf<typeof sales>;

/** So many of the sales settled on a UTC day, the earliest first. */
export const settlements = table(
  'settlement',
  { member_id: column.uuid, day: column.date, sales: column.int },
  { key: ['member_id', 'day'] },
);
export type SettlementRow = RowOf<typeof settlements>;

/** What a challenge brought. */
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

/** Of a share, what each entry brought; a prize is the member's, and in no entry. */
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
    /** Of its request, in the log and in the member's stream: the bank account is read there. */
    position: column.position,
    revision: column.int,
    /** In the console's list, the highest first: see `openPlace`. */
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
    /** Country and last four characters of the IBAN, `DE3000`; null of older payouts and of erased members. */
    bank: column.text.orNull,
  },
  { key: ['id'], indexes: ['(place)', '(member_id, position)'] },
);
export type PayoutRow = RowOf<typeof payouts>;

/** Open requests are above settled ones, the oldest at the top. */
export const openPlace = (position: bigint): bigint => 2n ** 63n - 1n - position;

/** Members with parked events. */
export const incomplete = table('incomplete', { member_id: column.uuid }, { key: ['member_id'] });

export const tables = [sales, settlements, shares, shareEntries, payouts, incomplete] as const;
