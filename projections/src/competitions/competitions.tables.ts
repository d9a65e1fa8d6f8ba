import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import type { ProductSales } from '@easel/contracts/competitions/product-sales';
import { column, type RowOf, table } from '@easel/kernel/database/table';

export type ChallengeState = 'prepared' | 'open' | 'closed' | 'announced';
export type EntryStatus = 'entered' | 'withdrawn' | 'disqualified';

export const challenges = table(
  'challenge',
  {
    id: column.uuid,
    kind: column.word<ChallengeKind>(),
    month: column.code,
    theme: column.text,
    description: column.text,
    state: column.word<ChallengeState>(),
    opens_at: column.timestamptz,
    closes_at: column.timestamptz,
    proposed_by: column.uuid.orNull,
    proposed_at: column.timestamptz.orNull,
    confirmed_by: column.uuid.orNull,
    announced_at: column.timestamptz.orNull,
    /** As announced: proceeds of all entries, and the sum that the house keeps. */
    total_cents: column.int.orNull,
    house_cents: column.int.orNull,
    /** Number and proceeds of visible entries. */
    entries: column.int.filled('default 0'),
    proceeds_cents: column.bigint.filled('default 0'),
  },
  { key: ['id'], indexes: ['(kind, month)'] },
);
export type ChallengeRow = RowOf<typeof challenges>;

/** Columns with defaults are computed from the other tables, or set by the close and the announcement. */
export const entries = table(
  'entry',
  {
    id: column.uuid,
    competition_id: column.uuid,
    member_id: column.uuid,
    generation_id: column.uuid,
    variant_id: column.uuid,
    submitted_at: column.timestamptz,
    closes_at: column.timestamptz,
    status: column.word<EntryStatus>(),
    /** Why it was disqualified; empty otherwise. */
    reason: column.text,
    /** Whether it is entered and its picture is public. */
    visible: column.boolean.filled('default false'),
    likes: column.int.filled('default 0'),
    proceeds_cents: column.int.filled('default 0'),
    buyers: column.int.filled('default 0'),
    /** Rank by proceeds among visible entries, from 1; 0 without sales. */
    rank: column.int.filled('default 0'),
    /** Set at the close, after which orders no longer change the proceeds. */
    frozen: column.boolean.filled('default false'),
    /** As announced; 0 without a place. */
    place: column.int.filled('default 0'),
    share_cents: column.int.filled('default 0'),
    prize_cents: column.int.filled('default 0'),
    prize_tenths: column.int.filled('default 0'),
  },
  {
    key: ['id'],
    indexes: [
      '(generation_id)',
      '(member_id, competition_id)',
      '(competition_id, submitted_at desc, id desc) where visible',
      '(competition_id, (-likes), submitted_at, id) where visible',
      '(competition_id, (-proceeds_cents), submitted_at, id) where visible',
      '(competition_id, (-proceeds_cents), submitted_at, id)',
    ],
  },
);
export type EntryRow = RowOf<typeof entries>;

/** All pictures that were ever public or deleted, since a picture may be published before it is entered. */
export const pictures = table(
  'picture',
  { generation_id: column.uuid, is_public: column.boolean, deleted: column.boolean },
  { key: ['generation_id'] },
);
export type PictureRow = RowOf<typeof pictures>;

/** Favorites of all pictures, since a picture may be liked before it is entered. */
export const likings = table(
  'liking',
  { generation_id: column.uuid, member_id: column.uuid },
  { key: ['generation_id', 'member_id'], indexes: ['(member_id)'] },
);

/** Members with a verified address: as in the public gallery, only their likes count. */
export const fans = table('fan', { member_id: column.uuid, verified: column.boolean }, { key: ['member_id'] });

/**
 * Orders of products with other members' pictures. An order counts by the time of its payment, so it may be placed
 * before the picture is entered. Orders of own pictures never count and are not stored.
 */
export const sales = table('sale', { order_id: column.uuid, view: column.json<ProductSales>() }, { key: ['order_id'] });
export type SaleRow = RowOf<typeof sales>;

/** Proceeds of a paid order for an image, less refunds. */
export const lines = table(
  'line',
  {
    generation_id: column.uuid,
    variant_id: column.uuid,
    order_id: column.uuid,
    buyer_id: column.uuid,
    paid_at: column.timestamptz,
    cents: column.int,
  },
  { key: ['generation_id', 'variant_id', 'order_id'] },
);
export type LineRow = RowOf<typeof lines>;

/** Ids of streams with parked events. */
export const incomplete = table('incomplete', { id: column.uuid }, { key: ['id'] });

export const tables = [challenges, entries, pictures, likings, fans, sales, lines, incomplete] as const;
