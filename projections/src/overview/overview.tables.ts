import { column, type RowOf, table } from '@easel/kernel/database/table';

/** Sums of each UTC day, credits in tenths, what was paid for orders in cents. */
export const days = table(
  'day',
  {
    day: column.date,
    visits: column.bigint,
    registered: column.bigint,
    requested: column.bigint,
    completed: column.bigint,
    failed: column.bigint,
    cancelled: column.bigint,
    purchases: column.bigint,
    orders: column.bigint,
    orders_paid: column.bigint,
    shipped: column.bigint,
    granted: column.bigint,
    held: column.bigint,
    captured: column.bigint,
    released: column.bigint,
  },
  { key: ['day'] },
);
export type DayRow = RowOf<typeof days>;

/** Streams whose facts are missing in the sums. */
export const incomplete = table('incomplete', { stream: column.text }, { key: ['stream'] });

export const tables = [days, incomplete] as const;
