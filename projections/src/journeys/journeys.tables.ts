import { column, type RowOf, table } from '@easel/kernel/database/table';

/** On which UTC days a member first came so far; null: not yet, or facts of it are parked. */
export const members = table(
  'member',
  {
    member_id: column.uuid,
    registered_on: column.date.orNull,
    pictured_on: column.date.orNull,
    bought_on: column.date.orNull,
  },
  { key: ['member_id'], indexes: ['(registered_on)'] },
);
export type MemberRow = RowOf<typeof members>;

/** Weeks, by their Monday (UTC), in which a member asked for an image, bought one or fetched a file. */
export const weeks = table(
  'active_week',
  { member_id: column.uuid, week: column.date },
  { key: ['member_id', 'week'] },
);

export const visits = table('visit_day', { day: column.date, visits: column.int }, { key: ['day'] });

/** Streams whose facts are missing. */
export const incomplete = table('incomplete', { stream: column.text }, { key: ['stream'] });

export const tables = [members, weeks, visits, incomplete] as const;
