import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { LedgerRecord } from '@easel/contracts/ledger/console.http';
import { readModel } from '@easel/projections/kernel/projector';
import { recordOf } from '@easel/projections/ledger/chained-export';
import { CONSOLE_FILE_COLUMNS, type ConsoleFileEntry } from '@easel/projections/ledger/console-statements';
import { ledger } from '@easel/projections/ledger/ledger.projector';
import { balances, entries, type BalanceRow, type EntryRow } from '@easel/projections/ledger/ledger.tables';
import type { Pool, PoolClient } from 'pg';
import type { Balance, Movement } from './account-refold.ts';

/** Sums as numbers, positions as text, instants as ISO 8601. */
type Values<Row> = { [Column in keyof Row & string]: string | number | null };
export type EntryValues = Values<EntryRow>;
export type BalanceValues = Values<BalanceRow>;

const { schema } = readModel(ledger);
const PAGE = 1_000;

/**
 * What the entry of a fact holds where the read model is right; `bookedAt` is never before that of the entry before.
 */
export function expectedEntry(fact: Recorded<AccountFact>, movement: Movement, bookedAt: string): EntryRow {
  const { moved, after } = movement;
  const { actor, $correlationId, $causationId } = fact.metadata;
  return {
    member_id: fact.data.memberId,
    position: String(fact.position),
    event_id: fact.id,
    revision: fact.revision,
    tenths: moved.tenths,
    held_tenths: moved.heldTenths,
    cents: moved.cents,
    frozen_cents: moved.frozenCents,
    card_cents: movement.cardCents,
    balance_tenths: after.tenths,
    balance_held_tenths: after.heldTenths,
    balance_cents: after.cents,
    balance_frozen_cents: after.frozenCents,
    reason: movement.reason,
    unit: unitOf(moved),
    note: movement.note,
    at: fact.recordedAt.toISOString(),
    booked_at: bookedAt,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_role: actor.role ?? null,
    correlation_id: $correlationId,
    causation_id: $causationId ?? null,
    generation_id: movement.generationId,
    purchase_id: movement.purchaseId,
    payment_id: movement.paymentId,
  };
}

function unitOf({ tenths, heldTenths, cents, frozenCents }: Balance): EntryRow['unit'] {
  const credits = tenths !== 0 || heldTenths !== 0;
  const dollars = cents !== 0 || frozenCents !== 0;
  if (credits) return dollars ? 'both' : 'credits';
  return dollars ? 'dollars' : 'none';
}

/** The ledger read model, as far as it is there. */
export class LedgerBooks {
  private constructor(private readonly pool: Pool) {}

  /** Undefined where no projection has filled it yet. */
  static async find(pool: Pool): Promise<LedgerBooks | undefined> {
    const { rows } = await pool.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
      `${schema}.entry`,
    ]);
    return rows[0]?.there ? new LedgerBooks(pool) : undefined;
  }

  /** One account's, as it stands at this moment, whatever is written meanwhile. */
  async open(memberId: string): Promise<LedgerBook> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      return await LedgerBook.of(client, memberId);
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Everybody whose balance it has, in order, a page in memory. */
  async *members(): AsyncGenerator<string, void, void> {
    for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
      const { rows } = await this.pool.query<{ member_id: string }>(
        `SELECT member_id FROM ${schema}.balance WHERE member_id > $1 ORDER BY member_id LIMIT $2`,
        [after, PAGE],
      );
      for (const { member_id } of rows) yield member_id;
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) return;
      after = last.member_id;
    }
  }

  /** Entries by their facts' ids, as the console's list has them. */
  async recordsOf(eventIds: readonly string[]): Promise<ReadonlyMap<string, LedgerRecord>> {
    const { rows } = await this.pool.query<ConsoleFileEntry>({
      name: 'audit-ledger-records',
      text: `SELECT ${CONSOLE_FILE_COLUMNS} FROM ${schema}.entry WHERE event_id = ANY($1::uuid[])`,
      values: [eventIds],
    });
    return new Map(rows.map((row) => [row.event_id, recordOf(row)]));
  }

  /** Where the fact of an entry stands. */
  async placeOf(eventId: string): Promise<{ stream: string; revision: number } | undefined> {
    const { rows } = await this.pool.query<{ member_id: string; revision: number }>(
      `SELECT member_id, revision FROM ${schema}.entry WHERE event_id::text = $1`,
      [eventId],
    );
    return rows[0] && { stream: accountStream.nameOf(rows[0].member_id), revision: rows[0].revision };
  }
}

/** One account's entries and balance, all of one moment. */
export class LedgerBook {
  private constructor(
    private readonly client: PoolClient,
    private readonly memberId: string,
    /** Facts up to here are in it. */
    readonly checkpoint: bigint,
    /** Undefined where it has no row. */
    readonly balance: BalanceValues | undefined,
    /** A fact of it could not be applied: what follows that is set aside. */
    readonly incomplete: boolean,
  ) {}

  static async of(client: PoolClient, memberId: string): Promise<LedgerBook> {
    const checkpoint = await client.query<{ position: string }>({
      name: 'audit-ledger-checkpoint',
      text: 'SELECT position FROM read_operations.projections WHERE schema = $1',
      values: [schema],
    });
    const { rows } = await client.query<Read<BalanceRow> & { incomplete: boolean }>({
      name: 'audit-ledger-balance',
      text: `SELECT ${columnsIn(balances)}, incomplete FROM ${schema}.balance WHERE member_id = $1`,
      values: [memberId],
    });
    const { incomplete = false, ...balance } = rows[0] ?? {};
    return new LedgerBook(
      client,
      memberId,
      BigInt(checkpoint.rows[0]?.position ?? -1),
      rows[0] && (valuesOf(balance) as BalanceValues),
      incomplete,
    );
  }

  /** In the log's order, a page in memory. */
  async *entries(): AsyncGenerator<EntryValues, void, void> {
    for (let after = '-1'; ;) {
      const { rows } = await this.client.query<Read<EntryRow>>({
        name: 'audit-ledger-entries',
        text: `SELECT ${columnsIn(entries)} FROM ${schema}.entry
               WHERE member_id = $1 AND position > $2 ORDER BY position LIMIT $3`,
        values: [this.memberId, after, PAGE],
      });
      for (const row of rows) yield valuesOf(row) as EntryValues;
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) return;
      after = String(last.position);
    }
  }

  async close(): Promise<void> {
    await this.client.query('ROLLBACK').then(
      () => this.client.release(),
      () => this.client.release(true),
    );
  }
}

type Read<Row> = { [Column in keyof Row & string]: string | number | Date | null };

/** Sums as doubles, which hold them exactly; a position stays text. */
const columnsIn = ({ names, columns }: Pick<typeof entries | typeof balances, 'names' | 'columns'>): string =>
  names.map((name) => (columns[name]?.type === 'bigint' && name !== 'position' ? `${name}::float8` : name)).join(', ');

const valuesOf = (row: Readonly<Record<string, string | number | Date | null>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
