import type { Generation } from '@easel/contracts/generation/http';
import type { Making } from '@easel/contracts/origin/making';
import { column, type RowOf, table } from '@easel/kernel/database/table';
import { listingTables } from '../kernel/listing.ts';

/** A variant that is drawn and not shown yet. */
export interface DrawnVariant {
  id: string;
  index: number;
  width: number;
  height: number;
  thumbhash: string;
  seed: number;
  provider?: string | undefined;
  revised_prompt?: string | undefined;
  enlarged?: boolean | undefined;
}

/** How a variant that was requested later differs from the request of its generation. */
export type Differing = Partial<Record<'prompt' | 'resolution', string>> & {
  readonly references?: number;
  readonly edit?: Generation['variants'][number]['edit'];
};

export const generations = table(
  'generation',
  {
    id: column.uuid,
    member_id: column.uuid,
    /** Of the claim in force, whose variants count. */
    attempt: column.int,
    deleted: column.boolean,
    /** Completed, not deleted, and not another's variant: its images may be looked at. */
    shown: column.boolean,
    is_public: column.boolean,
    /** ISO 8601, of the last time it was made public; null while it is private. */
    published_at: column.text.orNull,
    /** The generation it will be a variant of: it stands in no list of its own. */
    variant_of: column.uuid.orNull,
    model: column.text,
    style: column.text,
    ratio: column.text,
    resolution: column.text,
    seed: column.int,
    /** Facts of it are parked. */
    incomplete: column.boolean,
    /** The prompt as it is compared. */
    search_text: column.text,
    /** None once completed, when they stand in the item. */
    drawn: column.json<readonly DrawnVariant[]>(),
    /**
     * Of variants that are still being made elsewhere, by the generations that make them; those that differ in nothing
     * are left out.
     */
    awaited: column.json<Readonly<Record<string, Differing>>>(),
    /** What its owner's routes reply, ready. */
    item: column.json<Generation>(),
    /** What everyone's reply; null while it is private. */
    public_item: column.json<Generation>().orNull,
  },
  { key: ['id'] },
);
export type GenerationRow = RowOf<typeof generations>;

/** Where the files of a public name are, by their digests. */
export const images = table(
  'image',
  {
    variant_id: column.uuid,
    generation_id: column.uuid,
    /** Null where the one that was stored is larger than what may be open: it is made anew of the original. */
    preview_blob: column.text.orNull,
    thumbnail_blob: column.text,
    original_blob: column.text,
    /** In what pixels a preview is made anew. */
    preview_width: column.int,
    preview_height: column.int,
    /** What its files say of how it was made; null for the built-in renderer's. */
    making: column.json<Making>().orNull,
  },
  { key: ['variant_id'], indexes: ['(generation_id)'] },
);
export type ImageRow = RowOf<typeof images>;

export const tables = [generations, images, ...listingTables] as const;

/** What a member shows to everyone, by when it was made public. */
export const PUBLISHED = 'published';
/** Lists of a member's own generations. */
export const ALL = 'all';
export const COMPLETED = 'completed';
/** Deleted in the last thirty days, by when that was. */
export const TRASH = 'trash';
export const categoryList = (category: string): string => `category:${category}`;

/** Whose lists are everyone's. */
export const EVERYONE = '00000000-0000-0000-0000-000000000000';
