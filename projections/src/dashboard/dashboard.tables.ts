import { column, table } from '@easel/kernel/database/table';

export const figures = table(
  'figures',
  {
    member_id: column.uuid,
    completed: column.int,
    failed: column.int,
    downloads: column.int,
    incomplete: column.boolean.filled('default false'),
  },
  { key: ['member_id'] },
);

export const tables = [figures] as const;
