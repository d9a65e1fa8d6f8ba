import type { Purchase } from '@easel/contracts/purchases/http';
import { column, type RowOf, table } from '@easel/kernel/database/table';
import { listingTables } from '../kernel/listing.ts';

export const purchases = table(
  'purchase',
  {
    id: column.uuid,
    member_id: column.uuid,
    generation_id: column.uuid,
    /** Digests of its files. */
    preview_blob: column.text,
    thumbnail_blob: column.text,
    /** What its buyer is shown, ready. */
    item: column.json<Purchase>(),
  },
  { key: ['id'], indexes: ['(member_id, generation_id)'] },
);
export type PurchaseRow = RowOf<typeof purchases>;

/** The one list that each buyer has. */
export const BOUGHT = 'bought';

/** Buyers of whom facts are parked: a list cannot say what it lacks. */
export const incomplete = table('incomplete', { member_id: column.uuid }, { key: ['member_id'] });

export const tables = [purchases, incomplete, ...listingTables] as const;
