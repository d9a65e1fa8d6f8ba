import type { Generation } from '@easel/contracts/generation/http';
import { FoldedTable } from '../kernel/folded-rows.ts';
import { listingTables } from '../kernel/listing.ts';

/** A variant that is drawn and not shown yet. */
export interface DrawnVariant {
  id: string;
  index: number;
  width: number;
  height: number;
  thumbhash: string;
}

export interface GenerationRow {
  id: string;
  member_id: string;
  /** Of the claim in force, whose variants count. */
  attempt: number;
  deleted: boolean;
  /** Completed and not deleted: its images may be looked at. */
  shown: boolean;
  is_public: boolean;
  /** Facts of it are parked. */
  incomplete: boolean;
  /** The prompt in lower case. */
  search_text: string;
  /** None once completed, when they stand in the item. */
  drawn: readonly DrawnVariant[];
  /** What the routes reply, ready. */
  item: Generation;
}

export const generations = new FoldedTable<GenerationRow>({
  name: 'generation',
  key: ['id'],
  columns: {
    id: 'uuid',
    member_id: 'uuid',
    attempt: 'int',
    deleted: 'boolean',
    shown: 'boolean',
    is_public: 'boolean',
    incomplete: 'boolean',
    search_text: 'text',
    drawn: 'json',
    item: 'json',
  },
});

/** Where the files of a public name are, by their digests. */
export interface ImageRow {
  variant_id: string;
  generation_id: string;
  preview_blob: string;
  preview_bytes: number;
  thumbnail_blob: string;
  thumbnail_bytes: number;
}

export const images = {
  name: 'image',
  key: ['variant_id'],
  columns: {
    variant_id: 'uuid',
    generation_id: 'uuid',
    preview_blob: 'text',
    preview_bytes: 'int',
    thumbnail_blob: 'text',
    thumbnail_bytes: 'int',
  },
} as const;

export const tables: readonly string[] = [
  `create table generation (
     id uuid primary key,
     member_id uuid not null,
     attempt int not null,
     deleted boolean not null,
     shown boolean not null,
     is_public boolean not null,
     incomplete boolean not null,
     search_text text not null,
     drawn json not null,
     item json not null
   )`,
  `create table image (
     variant_id uuid primary key,
     generation_id uuid not null,
     preview_blob text not null,
     preview_bytes int not null,
     thumbnail_blob text not null,
     thumbnail_bytes int not null
   )`,
  'create index on image (generation_id)',
  ...listingTables,
];

/** Lists of a member's own generations. */
export const ALL = 'all';
export const COMPLETED = 'completed';
export const categoryList = (category: string): string => `category:${category}`;
