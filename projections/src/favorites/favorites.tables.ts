import { FoldedTable } from '../kernel/folded-rows.ts';
import type { TableShape } from '../kernel/table.ts';

/** One toggle's outcome for one member and one generation. */
export interface FavoriteRow {
  member_id: string;
  generation_id: string;
  /** ISO 8601. */
  chosen_at: string;
}

export const favorites: TableShape<FavoriteRow> = {
  name: 'favorite',
  key: ['member_id', 'generation_id'],
  columns: { member_id: 'uuid', generation_id: 'uuid', chosen_at: 'timestamptz' },
};

/** Who may see a generation: its owner while it is completed and not deleted, and everyone while it is public, too. */
export interface SightRow {
  generation_id: string;
  member_id: string;
  completed: boolean;
  deleted: boolean;
  is_public: boolean;
}

export const sights = new FoldedTable<SightRow>({
  name: 'sight',
  key: ['generation_id'],
  columns: { generation_id: 'uuid', member_id: 'uuid', completed: 'boolean', deleted: 'boolean', is_public: 'boolean' },
});

export const tables: readonly string[] = [
  `create table favorite (
     member_id uuid not null,
     generation_id uuid not null,
     chosen_at timestamptz not null,
     primary key (member_id, generation_id)
   )`,
  `create table sight (
     generation_id uuid primary key,
     member_id uuid not null,
     completed boolean not null,
     deleted boolean not null,
     is_public boolean not null
   )`,
  // members and generations of whom facts are parked: a list cannot say what it lacks
  'create table incomplete (id uuid primary key)',
];
