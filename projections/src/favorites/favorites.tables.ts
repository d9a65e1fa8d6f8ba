import { column, type RowOf, table } from '@easel/kernel/database/table';

/** What each member has chosen, and not taken back. */
export const favorites = table(
  'favorite',
  { member_id: column.uuid, generation_id: column.uuid, chosen_at: column.timestamptz },
  { key: ['member_id', 'generation_id'] },
);
export type FavoriteRow = RowOf<typeof favorites>;

/** Who may see a generation: its owner while it is completed and not deleted, and everyone while it is public, too. */
export const sights = table(
  'sight',
  {
    generation_id: column.uuid,
    member_id: column.uuid,
    completed: column.boolean,
    deleted: column.boolean,
    is_public: column.boolean,
  },
  { key: ['generation_id'] },
);
export type SightRow = RowOf<typeof sights>;

/** Members and generations of whom facts are parked: a list cannot say what it lacks. */
export const incomplete = table('incomplete', { id: column.uuid }, { key: ['id'] });

export const tables = [favorites, sights, incomplete] as const;
