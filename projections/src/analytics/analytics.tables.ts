import { column, type RowOf, table } from '@easel/kernel/database/table';

/** Each by the id of its fact. */
export const activities = table(
  'activity',
  {
    id: column.uuid,
    member_id: column.uuid,
    event_type: column.text,
    generation_id: column.uuid,
    at: column.timestamptz,
  },
  { key: ['id'], indexes: ['(member_id, event_type, at desc, id desc)', '(member_id, at desc, id desc)'] },
);
export type ActivityRow = RowOf<typeof activities>;

/** Parked facts are marked here: a list cannot say what it lacks. */
export const totals = table(
  'activity_total',
  {
    member_id: column.uuid,
    event_type: column.text,
    total: column.int,
    incomplete: column.boolean.filled('default false'),
  },
  { key: ['member_id', 'event_type'] },
);

export const tables = [activities, totals] as const;
