import type { TableShape } from '../kernel/table.ts';

/** What operators last wanted of a projection. */
export interface StandingRow {
  name: string;
  paused: boolean;
  reason: string;
  by_id: string;
  at: string;
}

export const standing: TableShape<StandingRow> = {
  name: 'standing',
  key: ['name'],
  columns: { name: 'text', paused: 'boolean', reason: 'text', by_id: 'text', at: 'timestamptz' },
};

/** A rebuild that was asked for. */
export interface RequestRow {
  run_id: string;
  name: string;
  accept_difference: boolean;
  reason: string;
  by_id: string;
  by_role: string | null;
  at: string;
  position: bigint;
}

export const requests: TableShape<RequestRow> = {
  name: 'request',
  key: ['run_id'],
  columns: {
    run_id: 'uuid',
    name: 'text',
    accept_difference: 'boolean',
    reason: 'text',
    by_id: 'text',
    by_role: 'text',
    at: 'timestamptz',
    position: 'bigint',
  },
};

/** A rebuild that was called off. */
export interface CancellationRow {
  run_id: string;
  reason: string;
  at: string;
}

export const cancellations: TableShape<CancellationRow> = {
  name: 'cancellation',
  key: ['run_id'],
  columns: { run_id: 'uuid', reason: 'text', at: 'timestamptz' },
};

/** A parked partition that is to be tried again. */
export interface RetryRow {
  id: string;
  name: string;
  partition: string;
  position: bigint;
}

export const retries: TableShape<RetryRow> = {
  name: 'retry',
  key: ['id'],
  columns: { id: 'uuid', name: 'text', partition: 'text', position: 'bigint' },
};

export const tables: readonly string[] = [
  `create table standing (
     name text primary key, paused boolean not null, reason text not null, by_id text not null, at timestamptz not null
   )`,
  `create table request (
     run_id uuid primary key, name text not null, accept_difference boolean not null, reason text not null,
     by_id text not null, by_role text, at timestamptz not null, position bigint not null
   )`,
  'create index on request (name, position)',
  'create table cancellation (run_id uuid primary key, reason text not null, at timestamptz not null)',
  'create table retry (id uuid primary key, name text not null, partition text not null, position bigint not null)',
  'create table incomplete (name text primary key)',
];
