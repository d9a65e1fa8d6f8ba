import { nothing, plus, type Sums } from '@easel/contracts/ledger/movement';
import type { LedgerReason, LedgerUnit } from '@easel/contracts/ledger/policy';
import { column, type RowOf, table } from '@easel/kernel/database/table';
import type { Indexes } from '../kernel/projector.ts';
import type { Posting } from './posting.ts';

/**
 * Instants are looked up among few entries, and from there along the key: an index of all would be written with each
 * and hardly ever read.
 */
export const MARK_EVERY = 64;
export const IS_MARK = `revision % ${MARK_EVERY} = 0`;

/** Sums are tenths of a credit and cents of a dollar; those that begin with `balance_` are as they were after it. */
export const entries = table(
  'entry',
  {
    member_id: column.uuid,
    position: column.digits,
    event_id: column.uuid,
    revision: column.int,
    at: column.timestamptz,
    /**
     * As `at`, but never before the entry before: by it an account is looked at as of an instant, whatever clocks did.
     */
    booked_at: column.timestamptz,
    reason: column.word<LedgerReason>(),
    unit: column.word<LedgerUnit>(),
    note: column.text.orNull,
    tenths: column.bigint,
    held_tenths: column.bigint,
    cents: column.bigint,
    frozen_cents: column.bigint,
    /** In no balance: what a card paid, or took back. */
    card_cents: column.bigint,
    balance_tenths: column.bigint,
    balance_held_tenths: column.bigint,
    balance_cents: column.bigint,
    balance_frozen_cents: column.bigint,
    actor_kind: column.text,
    actor_id: column.text,
    actor_role: column.text.orNull,
    correlation_id: column.text,
    causation_id: column.text.orNull,
    generation_id: column.uuid.orNull,
    purchase_id: column.uuid.orNull,
    payment_id: column.text.orNull,
  },
  {
    key: ['member_id', 'position'],
  },
);
export type EntryRow = RowOf<typeof entries>;

/** What is in an account now. */
export const balances = table(
  'balance',
  {
    member_id: column.uuid,
    tenths: column.bigint,
    held_tenths: column.bigint,
    cents: column.bigint,
    frozen_cents: column.bigint,
    /** Of the newest entry; null before the first. */
    booked_at: column.timestamptz.orNull,
    incomplete: column.boolean.filled('default false'),
  },
  { key: ['member_id'] },
);
export type BalanceRow = RowOf<typeof balances>;

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
      card_cents: posting.cardCents,
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

/**
 * The first two are what an account's own pages are looked up by; the others lead the console through all accounts'
 * entries in the log's order.
 */
export const indexes: Indexes = {
  entry_member_id_reason_unit_position_idx: 'on entry (member_id, reason, unit, position)',
  entry_member_id_booked_at_position_idx: `on entry (member_id, booked_at, position) where ${IS_MARK}`,
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

export const tables = [entries, balances] as const;
