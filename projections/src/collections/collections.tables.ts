import { column, type RowOf, table } from '@easel/kernel/database/table';

export const collections = table(
  'collection',
  {
    id: column.uuid,
    member_id: column.uuid,
    name: column.text,
    made_at: column.timestamptz,
    /** When it was made, or something was last added. */
    added_at: column.timestamptz,
  },
  { key: ['id'], indexes: ['(member_id)'] },
);
export type CollectionRow = RowOf<typeof collections>;

/** What is in each; what is in the trash is kept, so that it can come back. */
export const placements = table(
  'placement',
  {
    collection_id: column.uuid,
    generation_id: column.uuid,
    collected_at: column.timestamptz,
    /** Among those that were added with it, from 0. */
    place: column.int,
  },
  { key: ['collection_id', 'generation_id'] },
);
export type PlacementRow = RowOf<typeof placements>;

/** Generations that were deleted and not restored: few beside all there are, which are finished when they are added. */
export const trashed = table('trashed', { generation_id: column.uuid }, { key: ['generation_id'] });
export type TrashedRow = RowOf<typeof trashed>;

/** Links that nobody has revoked: whether one has expired is seen when somebody comes by it. */
export const shares = table(
  'share',
  {
    id: column.uuid,
    member_id: column.uuid,
    /** SHA-256, in hexadecimal. */
    token_digest: column.text,
    collection_id: column.uuid.orNull,
    generation_id: column.uuid.orNull,
    expires_at: column.timestamptz,
  },
  { key: ['id'], indexes: ['(token_digest)'] },
);
export type ShareRow = RowOf<typeof shares>;

/** Members, collections and generations of whom facts are parked. */
export const incomplete = table('incomplete', { id: column.uuid }, { key: ['id'] });

export const tables = [collections, placements, trashed, shares, incomplete] as const;
