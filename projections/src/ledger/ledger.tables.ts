import type { LedgerUnit } from '@easel/contracts/ledger/policy';
import type { Indexes } from '../kernel/projector.ts';
import type { TableShape } from '../kernel/table.ts';
import { nothing, plus, type Posting, type Sums } from './posting.ts';

/** Sums are tenths of a credit and cents of a dollar; those that begin with `balance_` are as they were after it. */
export interface EntryRow {
  member_id: string;
  position: string;
  event_id: string;
  revision: number;
  /** ISO 8601. */
  at: string;
  /** As `at`, but never before the entry before: by it an account is looked at as of an instant, whatever clocks did. */
  booked_at: string;
  reason: string;
  unit: LedgerUnit;
  note: string | null;
  tenths: number;
  held_tenths: number;
  cents: number;
  frozen_cents: number;
  balance_tenths: number;
  balance_held_tenths: number;
  balance_cents: number;
  balance_frozen_cents: number;
  actor_kind: string;
  actor_id: string;
  actor_role: string | null;
  correlation_id: string;
  causation_id: string | null;
  generation_id: string | null;
  purchase_id: string | null;
  payment_id: string | null;
}

export const entries: TableShape<EntryRow> = {
  name: 'entry',
  key: ['member_id', 'position'],
  columns: {
    member_id: 'uuid',
    position: 'bigint',
    event_id: 'uuid',
    revision: 'int',
    at: 'timestamptz',
    booked_at: 'timestamptz',
    // Words of ours: nothing in them has to be escaped.
    reason: 'varchar',
    unit: 'varchar',
    note: 'text',
    tenths: 'bigint',
    held_tenths: 'bigint',
    cents: 'bigint',
    frozen_cents: 'bigint',
    balance_tenths: 'bigint',
    balance_held_tenths: 'bigint',
    balance_cents: 'bigint',
    balance_frozen_cents: 'bigint',
    actor_kind: 'text',
    actor_id: 'text',
    actor_role: 'text',
    correlation_id: 'text',
    causation_id: 'text',
    generation_id: 'uuid',
    purchase_id: 'uuid',
    payment_id: 'text',
  },
};

/** What is in an account now. */
export interface BalanceRow {
  member_id: string;
  tenths: number;
  held_tenths: number;
  cents: number;
  frozen_cents: number;
  /** Of the newest entry, ISO 8601; null before the first. */
  booked_at: string | null;
}

export const balances: TableShape<BalanceRow> = {
  name: 'balance',
  key: ['member_id'],
  columns: {
    member_id: 'uuid',
    tenths: 'bigint',
    held_tenths: 'bigint',
    cents: 'bigint',
    frozen_cents: 'bigint',
    booked_at: 'timestamptz',
  },
};

export const emptyBalance = (memberId: string): BalanceRow => balanceRow(memberId, nothing, null);

/** The entry that a posting makes of a balance, and the balance after it. */
export function book(before: BalanceRow, posting: Posting): { entry: EntryRow; after: BalanceRow } {
  const { memberId, moved, at } = posting;
  const sums = plus(sumsOf(before), moved);
  const bookedAt = before.booked_at !== null && before.booked_at > at ? before.booked_at : at;
  return {
    entry: {
      member_id: memberId,
      position: String(posting.position),
      event_id: posting.eventId,
      revision: posting.revision,
      at,
      booked_at: bookedAt,
      reason: posting.reason,
      unit: posting.unit,
      note: posting.note,
      tenths: moved.tenths,
      held_tenths: moved.heldTenths,
      cents: moved.cents,
      frozen_cents: moved.frozenCents,
      balance_tenths: sums.tenths,
      balance_held_tenths: sums.heldTenths,
      balance_cents: sums.cents,
      balance_frozen_cents: sums.frozenCents,
      actor_kind: posting.actorKind,
      actor_id: posting.actorId,
      actor_role: posting.actorRole,
      correlation_id: posting.correlationId,
      causation_id: posting.causationId,
      generation_id: posting.generationId,
      purchase_id: posting.purchaseId,
      payment_id: posting.paymentId,
    },
    after: balanceRow(memberId, sums, bookedAt),
  };
}

const sumsOf = ({ tenths, held_tenths, cents, frozen_cents }: BalanceRow): Sums => ({
  tenths,
  heldTenths: held_tenths,
  cents,
  frozenCents: frozen_cents,
});

const balanceRow = (memberId: string, sums: Sums, bookedAt: string | null): BalanceRow => ({
  member_id: memberId,
  tenths: sums.tenths,
  held_tenths: sums.heldTenths,
  cents: sums.cents,
  frozen_cents: sums.frozenCents,
  booked_at: bookedAt,
});

/**
 * Instants are looked up among few entries, and from there along the key: an index of all would be written with each and
 * hardly ever read.
 */
export const MARK_EVERY = 64;
export const IS_MARK = `revision % ${MARK_EVERY} = 0`;

/** The larger of what moved in a currency, without its sign: tenths of a credit, cents of a dollar. */
export const amountOf = {
  credits: 'greatest(abs(tenths), abs(held_tenths))',
  dollars: 'greatest(abs(cents), abs(frozen_cents))',
} as const;
/** Entries that moved a currency. */
export const isOf = {
  credits: `unit in ('credits', 'both')`,
  dollars: `unit in ('dollars', 'both')`,
} as const;
/** Stands for a correlation in the index: four times smaller, and few share one. */
export const correlationHash = (id: string): string => `hashtextextended(${id}, 0)`;

/**
 * The log's order over all accounts. As an expression, so that its index serves who asks by it alone: for one account's
 * entries it would be a walk through everybody's, which a planner that knows of few accounts takes for as good.
 */
export const IN_LOG = '(position + 0)';

/** What the console looks through all accounts by; each leads through its entries in the log's order. */
export const indexes: Indexes = {
  entry_position: `on entry (${IN_LOG})`,
  entry_at: 'on entry (at)',
  entry_event: 'on entry (event_id)',
  entry_reason: 'on entry (reason, unit, position)',
  entry_credits: `on entry ((${amountOf.credits}), position) where ${isOf.credits}`,
  entry_dollars: `on entry ((${amountOf.dollars}), position) where ${isOf.dollars}`,
  entry_correlation: `on entry (${correlationHash('correlation_id')}, position)`,
  entry_generation: 'on entry (generation_id, position) where generation_id is not null',
  entry_purchase: 'on entry (purchase_id, position) where purchase_id is not null',
  entry_payment: 'on entry (payment_id, position) where payment_id is not null',
  balance_incomplete: 'on balance (member_id) where incomplete',
};

export const tables: readonly string[] = [
  `create table entry (
     member_id uuid not null,
     position bigint not null,
     event_id uuid not null,
     revision int not null,
     at timestamptz not null,
     booked_at timestamptz not null,
     reason text collate "C" not null,
     unit text collate "C" not null,
     note text,
     tenths bigint not null,
     held_tenths bigint not null,
     cents bigint not null,
     frozen_cents bigint not null,
     balance_tenths bigint not null,
     balance_held_tenths bigint not null,
     balance_cents bigint not null,
     balance_frozen_cents bigint not null,
     actor_kind text not null,
     actor_id text not null,
     actor_role text,
     correlation_id text not null,
     causation_id text,
     generation_id uuid,
     purchase_id uuid,
     payment_id text,
     primary key (member_id, position)
   )`,
  'create index on entry (member_id, reason, unit, position)',
  `create index on entry (member_id, booked_at, position) where ${IS_MARK}`,
  `create table balance (
     member_id uuid primary key,
     tenths bigint not null,
     held_tenths bigint not null,
     cents bigint not null,
     frozen_cents bigint not null,
     booked_at timestamptz,
     incomplete boolean not null default false
   )`,
];
