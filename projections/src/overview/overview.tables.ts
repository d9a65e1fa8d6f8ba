import { SummedTable } from '../kernel/summed-rows.ts';

/** Sums of one UTC day, credits in tenths. */
export interface DayRow {
  day: string;
  requested: number;
  completed: number;
  failed: number;
  cancelled: number;
  granted: number;
  held: number;
  captured: number;
  released: number;
}

export const days = new SummedTable<DayRow>({
  name: 'day',
  key: ['day'],
  columns: {
    day: 'date',
    requested: 'bigint',
    completed: 'bigint',
    failed: 'bigint',
    cancelled: 'bigint',
    granted: 'bigint',
    held: 'bigint',
    captured: 'bigint',
    released: 'bigint',
  },
});

export const tables: readonly string[] = [
  `create table day (
     day date primary key,
     requested bigint not null, completed bigint not null, failed bigint not null, cancelled bigint not null,
     granted bigint not null, held bigint not null, captured bigint not null, released bigint not null
   )`,
  // Streams whose facts are missing in the sums.
  'create table incomplete (stream text primary key)',
];
