import { column, type RowOf, table } from '@easel/kernel/database/table';

/** How every member is seen. Who has not chosen is hidden. */
export const profiles = table(
  'profile',
  {
    member_id: column.uuid,
    /** Empty where none was chosen. */
    name: column.text,
    shown: column.boolean,
    shares_settings: column.boolean,
    /** Whether the address that stands is verified: nobody else counts as a like or a follower. */
    verified: column.boolean,
    /** An image of theirs; null where none was chosen. Whether it is to be seen is its generation's to say. */
    avatar_generation_id: column.uuid.orNull,
    avatar_variant_id: column.uuid.orNull,
  },
  { key: ['member_id'], indexes: ['(name)', '(avatar_variant_id) where avatar_variant_id is not null'] },
);
export type ProfileRow = RowOf<typeof profiles>;

/** Whose a generation is, what it is a remix of, and who may see it. */
export const works = table(
  'work',
  {
    generation_id: column.uuid,
    member_id: column.uuid,
    remix_of: column.uuid.orNull,
    completed: column.boolean,
    deleted: column.boolean,
    is_public: column.boolean,
  },
  { key: ['generation_id'], indexes: ['(remix_of) where remix_of is not null'] },
);
export type WorkRow = RowOf<typeof works>;

/** What each member has among their favorites. */
export const likings = table(
  'liking',
  { generation_id: column.uuid, member_id: column.uuid },
  { key: ['generation_id', 'member_id'] },
);
export type LikingRow = RowOf<typeof likings>;

export const follows = table(
  'follow',
  { member_id: column.uuid, followed_id: column.uuid, followed_at: column.timestamptz },
  { key: ['member_id', 'followed_id'], indexes: ['(followed_id)'] },
);
export type FollowRow = RowOf<typeof follows>;

export const blocks = table(
  'block',
  { member_id: column.uuid, blocked_id: column.uuid, blocked_at: column.timestamptz },
  { key: ['member_id', 'blocked_id'], indexes: ['(blocked_id)'] },
);
export type BlockRow = RowOf<typeof blocks>;

/** Members and generations of whom facts are parked. */
export const incomplete = table('incomplete', { id: column.uuid }, { key: ['id'] });

export const tables = [profiles, works, likings, follows, blocks, incomplete] as const;
