import { SummedTable } from '../kernel/summed-rows.ts';

export const figures = new SummedTable<{ member_id: string; requested: number; completed: number; downloads: number }>({
  name: 'figures',
  key: ['member_id'],
  columns: { member_id: 'uuid', requested: 'int', completed: 'int', downloads: 'int' },
});

export const months = new SummedTable<{ member_id: string; month: string; requested: number }>({
  name: 'month',
  key: ['member_id', 'month'],
  columns: { member_id: 'uuid', month: 'text', requested: 'int' },
});

export const tables: readonly string[] = [
  `create table figures (
     member_id uuid primary key,
     requested int not null,
     completed int not null,
     downloads int not null,
     incomplete boolean not null default false
   )`,
  // month is UTC, written 2026-11
  'create table month (member_id uuid not null, month text not null, requested int not null, primary key (member_id, month))',
];
