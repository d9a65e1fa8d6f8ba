import type { TableShape } from '../kernel/table.ts';
import type { EventRow } from './event-row.ts';

/** In the order in which rows are copied in. */
export const eventColumns = [
  'position',
  'event_id',
  'type',
  'stream',
  'revision',
  'at_ms',
  'actor_kind',
  'actor_id',
  'actor_role',
  'member_id',
  'correlation_id',
  'causation_id',
] as const satisfies readonly (keyof EventRow)[];

/** A stretch of the log that has ended. Times are those of the events in it, in milliseconds since 1970. */
export interface BlockRow {
  block: number;
  first_position: string;
  last_position: string;
  from_ms: number;
  to_ms: number;
}

export const blocks: TableShape<BlockRow> = {
  name: 'block',
  key: ['block'],
  columns: { block: 'int', first_position: 'bigint', last_position: 'bigint', from_ms: 'bigint', to_ms: 'bigint' },
};

export interface TypeCount {
  type: string;
  category: string;
  events: number;
}

export const typeCounts: TableShape<TypeCount> = {
  name: 'type_count',
  key: ['type', 'category'],
  columns: { type: 'text', category: 'text', events: 'bigint' },
};

export const tables: readonly string[] = [
  // words: eight bytes each, the first of them the type
  `create table event (
     position bigint primary key,
     event_id uuid not null,
     type text collate "C" not null,
     stream text collate "C" not null,
     revision int not null,
     at_ms bigint not null,
     actor_kind text collate "C",
     actor_id text collate "C",
     actor_role text collate "C",
     member_id uuid,
     correlation_id text collate "C",
     causation_id text collate "C",
     words bytea not null
   )`,
  `create table block (
     block int primary key,
     first_position bigint not null,
     last_position bigint not null,
     from_ms bigint not null,
     to_ms bigint not null
   )`,
  'create unique index block_last_position on block (last_position)',
  // one part of a block's filter
  `create table block_part (
     part smallint not null,
     block int not null,
     bits bytea not null,
     primary key (part, block)
   )`,
  // what stands behind the last block
  `create table open_block (
     one boolean primary key default true check (one),
     blocks int not null,
     events int not null,
     words int not null
   )`,
  'insert into open_block (blocks, events, words) values (0, 0, 0)',
  `create table type_count (
     type text collate "C" not null,
     category text collate "C" not null,
     events bigint not null,
     primary key (type, category)
   )`,
  // which words of letters alone the facts of a type say
  `create table type_words (
     type text collate "C" primary key,
     bits bytea not null
   )`,
];

/** Chains of causes are followed by these; the hash keeps them small, whatever an id looks like. */
export const indexes = {
  event_event_id: 'on event (event_id)',
  event_correlation: 'on event (hashtextextended(correlation_id, 0))',
  event_causation: 'on event (hashtextextended(causation_id, 0)) where causation_id is not null',
};
