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
  purged: boolean;
  /** Completed, not deleted, and not another's variant: its images may be looked at. */
  shown: boolean;
  is_public: boolean;
  /** ISO 8601, of the last time it was made public; null while it is private. */
  published_at: string | null;
  /** The generation it will be a variant of: it stands in no list of its own. */
  variant_of: string | null;
  model: string;
  style: string;
  ratio: string;
  resolution: string;
  seed: number;
  /** Facts of it are parked. */
  incomplete: boolean;
  /** The prompt in lower case. */
  search_text: string;
  /** None once completed, when they stand in the item. */
  drawn: readonly DrawnVariant[];
  /** What its owner's routes reply, ready. */
  item: Generation;
  /** What everyone's reply; null while it is private. */
  public_item: Generation | null;
}

export const generations = new FoldedTable<GenerationRow>({
  name: 'generation',
  key: ['id'],
  columns: {
    id: 'uuid',
    member_id: 'uuid',
    attempt: 'int',
    deleted: 'boolean',
    purged: 'boolean',
    shown: 'boolean',
    is_public: 'boolean',
    published_at: 'text',
    variant_of: 'uuid',
    model: 'text',
    style: 'text',
    ratio: 'text',
    resolution: 'text',
    seed: 'int',
    incomplete: 'boolean',
    search_text: 'text',
    drawn: 'json',
    item: 'json',
    public_item: 'json',
  },
});

/** Where the files of a public name are, by their digests. */
export interface ImageRow {
  variant_id: string;
  generation_id: string;
  /** Null where the one that was stored is larger than what may be open: it is made anew of the original. */
  preview_blob: string | null;
  thumbnail_blob: string;
  original_blob: string;
  /** In what pixels a preview is made anew. */
  preview_width: number;
  preview_height: number;
}

export const images = {
  name: 'image',
  key: ['variant_id'],
  columns: {
    variant_id: 'uuid',
    generation_id: 'uuid',
    preview_blob: 'text',
    thumbnail_blob: 'text',
    original_blob: 'text',
    preview_width: 'int',
    preview_height: 'int',
  },
} as const;

export const tables: readonly string[] = [
  `create table generation (
     id uuid primary key,
     member_id uuid not null,
     attempt int not null,
     deleted boolean not null,
     purged boolean not null,
     shown boolean not null,
     is_public boolean not null,
     published_at text,
     variant_of uuid,
     model text not null,
     style text not null,
     ratio text not null,
     resolution text not null,
     seed int not null,
     incomplete boolean not null,
     search_text text not null,
     drawn json not null,
     item json not null,
     public_item json
   )`,
  `create table image (
     variant_id uuid primary key,
     generation_id uuid not null,
     preview_blob text,
     thumbnail_blob text not null,
     original_blob text not null,
     preview_width int not null,
     preview_height int not null
   )`,
  'create index on image (generation_id)',
  ...listingTables,
];

/** Lists of a member's own generations. */
export const ALL = 'all';
export const COMPLETED = 'completed';
/** Deleted in the last thirty days, by when that was. */
export const TRASH = 'trash';
export const categoryList = (category: string): string => `category:${category}`;

/** Whose lists are everyone's. */
export const EVERYONE = '00000000-0000-0000-0000-000000000000';
