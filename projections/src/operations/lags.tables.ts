import { column, table } from '@easel/kernel/database/table';

/** How far each projection was behind, looked at every so often: no replay brings it back. */
export const lags = table(
  'read_operations.lags',
  {
    at: column.timestamptz,
    name: column.text,
    events: column.int,
    /** There were more than were counted. */
    more: column.boolean,
    seconds: column.float,
  },
  { key: ['at', 'name'], ifMissing: true },
);
