import { column, table } from '@easel/kernel/database/table';

export const figures = table(
  'figures',
  {
    member_id: column.uuid,
    requested: column.int,
    completed: column.int,
    downloads: column.int,
    incomplete: column.boolean.filled('default false'),
  },
  { key: ['member_id'] },
);

/** Months are UTC, written 2026-11. */
export const months = table(
  'month',
  { member_id: column.uuid, month: column.text, requested: column.int },
  { key: ['member_id', 'month'] },
);

export const tables = [figures, months] as const;
