import { SummedTable } from '../kernel/summed-rows.ts';
import type { TableShape } from '../kernel/table.ts';

export interface ActivityRow {
  /** Of the fact. */
  id: string;
  member_id: string;
  event_type: string;
  generation_id: string;
  /** ISO 8601. */
  at: string;
}

export const activities: TableShape<ActivityRow> = {
  name: 'activity',
  key: ['id'],
  columns: { id: 'uuid', member_id: 'uuid', event_type: 'text', generation_id: 'uuid', at: 'timestamptz' },
};

export const totals = new SummedTable<{ member_id: string; event_type: string; total: number }>({
  name: 'activity_total',
  key: ['member_id', 'event_type'],
  columns: { member_id: 'uuid', event_type: 'text', total: 'int' },
});

export const tables: readonly string[] = [
  `create table activity (
     id uuid primary key,
     member_id uuid not null,
     event_type text not null,
     generation_id uuid not null,
     at timestamptz not null
   )`,
  'create index on activity (member_id, event_type, at desc, id desc)',
  'create index on activity (member_id, at desc, id desc)',
  // parked facts are marked on the totals: a list cannot say what it lacks
  `create table activity_total (
     member_id uuid not null,
     event_type text not null,
     total int not null,
     incomplete boolean not null default false,
     primary key (member_id, event_type)
   )`,
];
