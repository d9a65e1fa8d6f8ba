import type { Purchase } from '@easel/contracts/purchases/http';
import { listingTables } from '../kernel/listing.ts';
import type { TableShape } from '../kernel/table.ts';

export interface PurchaseRow {
  id: string;
  member_id: string;
  /** Digests of its files. */
  preview_blob: string;
  thumbnail_blob: string;
  /** What its buyer is shown, ready. */
  item: Purchase;
}

export const purchases: TableShape<PurchaseRow> = {
  name: 'purchase',
  key: ['id'],
  columns: { id: 'uuid', member_id: 'uuid', preview_blob: 'text', thumbnail_blob: 'text', item: 'json' },
};

/** The one list that each buyer has. */
export const BOUGHT = 'bought';

export const tables: readonly string[] = [
  `create table purchase (
     id uuid primary key,
     member_id uuid not null,
     preview_blob text not null,
     thumbnail_blob text not null,
     item json not null
   )`,
  // buyers of whom facts are parked: a list cannot say what it lacks
  'create table incomplete (member_id uuid primary key)',
  ...listingTables,
];
