import { waitingStatuses } from '@easel/contracts/messages/policy';
import type { TableShape } from '../kernel/table.ts';

/** A message as it stands. Times are ISO 8601. */
export interface MessageRow {
  id: string;
  message_type: string;
  member_id: string | null;
  sender_name: string;
  sender_email: string;
  anonymous: boolean;
  subject: string;
  content: string;
  source_page: string;
  status: string;
  priority: string;
  assignee_id: string | null;
  escalated: boolean;
  replies: number;
  created_at: string;
  updated_at: string;
  version: number;
}

export const messages: TableShape<MessageRow> = {
  name: 'message',
  key: ['id'],
  columns: {
    id: 'uuid',
    message_type: 'varchar',
    member_id: 'uuid',
    sender_name: 'text',
    sender_email: 'text',
    anonymous: 'boolean',
    subject: 'text',
    content: 'text',
    source_page: 'text',
    status: 'varchar',
    priority: 'varchar',
    assignee_id: 'uuid',
    escalated: 'boolean',
    replies: 'int',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    version: 'int',
  },
};

/** One fact of a message. */
export interface FactRow {
  message_id: string;
  version: number;
  type: string;
  at: string;
  actor_kind: string;
  actor_id: string;
  actor_role: string | null;
  detail: object;
}

export const facts: TableShape<FactRow> = {
  name: 'fact',
  key: ['message_id', 'version'],
  columns: {
    message_id: 'uuid',
    version: 'int',
    type: 'varchar',
    at: 'timestamptz',
    actor_kind: 'text',
    actor_id: 'text',
    actor_role: 'text',
    detail: 'json',
  },
};

/** In SQL: who wrote it still waits for us. */
export const IS_WAITING = `status in (${waitingStatuses.map((status) => `'${status}'`).join(', ')})`;
/** In SQL: the least pressing first. */
export const PRESSING = `array_position(array['normal', 'medium', 'high'], priority)`;

export const tables: readonly string[] = [
  `create table message (
     id uuid primary key,
     message_type text collate "C" not null,
     member_id uuid,
     sender_name text not null,
     sender_email text not null,
     anonymous boolean not null,
     subject text not null,
     content text not null,
     source_page text not null,
     status text collate "C" not null,
     priority text collate "C" not null,
     assignee_id uuid,
     escalated boolean not null,
     replies int not null,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     version int not null
   )`,
  'create index on message (created_at, id)',
  'create index on message (updated_at, id)',
  `create index on message (created_at, id) where ${IS_WAITING}`,
  `create table fact (
     message_id uuid not null,
     version int not null,
     type text not null,
     at timestamptz not null,
     actor_kind text not null,
     actor_id text not null,
     actor_role text,
     detail json not null,
     primary key (message_id, version)
   )`,
  // messages of which facts are parked
  'create table incomplete (message_id uuid primary key)',
];
