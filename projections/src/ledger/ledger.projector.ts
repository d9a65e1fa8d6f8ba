import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { ClientBase } from 'pg';
import { arrayLiteral } from '../kernel/arrays.ts';
import type { Projector, RowBatch } from '../kernel/projector.ts';
import { columnsOf, columnValues, givenRows } from '../kernel/table.ts';
import { uuidsOf } from '../kernel/uuids.ts';
import {
  type BalanceRow,
  balances,
  book,
  emptyBalance,
  entries,
  type EntryRow,
  indexes,
  tables,
} from './ledger.tables.ts';
import { type Posting, postingOf } from './posting.ts';

const entryColumns = columnsOf(entries).join(', ');
const balanceColumns = columnsOf(balances).join(', ');

// Sums stay far below what a double holds exactly.
const LOAD = `
  select member_id, tenths::float8, held_tenths::float8, cents::float8, frozen_cents::float8, booked_at
  from balance where member_id = any($1::uuid[])`;
const ADD = `insert into entry (${entryColumns}) select ${entryColumns} from ${givenRows(entries)}`;
const SET = `
  insert into balance (${balanceColumns}) select ${balanceColumns} from ${givenRows(balances)}
  on conflict (member_id) do update set (${balanceColumns}) = row (${columnsOf(balances)
    .map((column) => `excluded.${column}`)
    .join(', ')})`;

/** Postings in log order, booked onto the balances that are stored: a load, and two writes for all of them. */
class LedgerRows implements RowBatch {
  private readonly postings: Posting[] = [];
  private readonly members = new Set<string>();

  take(fact: Recorded<AccountFact>): void {
    this.members.add(fact.data.memberId);
    const posting = postingOf(fact);
    if (posting) this.postings.push(posting);
  }

  async write(sql: ClientBase): Promise<void> {
    if (this.members.size === 0) return;
    const balance = await this.load(sql);
    const added: EntryRow[] = [];
    for (const posting of this.postings) {
      const { entry, after } = book(balance.get(posting.memberId) ?? emptyBalance(posting.memberId), posting);
      added.push(entry);
      balance.set(posting.memberId, after);
    }
    await Promise.all([
      added.length > 0 && sql.query({ name: 'add entries', text: ADD, values: columnValues(entries, added) }),
      sql.query({ name: 'set balances', text: SET, values: columnValues(balances, [...balance.values()]) }),
    ]);
  }

  /** Of every account that the batch is about. */
  private async load(sql: ClientBase): Promise<Map<string, BalanceRow>> {
    const { rows } = await sql.query<Omit<BalanceRow, 'booked_at'> & { booked_at: Date | null }>({
      name: 'load balances',
      text: LOAD,
      values: [arrayLiteral([...this.members])],
    });
    const stored = new Map(
      rows.map((row): [string, BalanceRow] => [
        row.member_id,
        { ...row, booked_at: row.booked_at?.toISOString() ?? null },
      ]),
    );
    for (const id of this.members) if (!stored.has(id)) stored.set(id, emptyBalance(id));
    return stored;
  }
}

const take = (fact: Recorded<AccountFact>, rows: LedgerRows): void => rows.take(fact);

/** What moved in each account, entry by entry, with what was in it afterwards. */
export const ledger: Projector<AccountFact, LedgerRows> = {
  name: 'ledger',
  version: 2,
  categories: [accountStream.category],
  tables,
  indexes,
  rows: () => new LedgerRows(),
  on: {
    CreditsGranted: take,
    CreditsExpired: take,
    CreditsHeld: take,
    CreditsCaptured: take,
    CreditsReleased: take,
    CreditsRevoked: take,
    WalletToppedUp: take,
    WalletRefunded: take,
    WalletDisputed: take,
    ImagePurchased: take,
    EarningsSettled: take,
    EarningsRevoked: take,
    BadDebtBooked: take,
    EarningsReturned: take,
    PayoutRequested: take,
    PayoutSettled: take,
    DebtRepaid: take,
    PlanPaid: take,
    PlanRefunded: take,
    PlanDisputed: take,
    SubscriptionChanged: take,
    DownloadGranted: take,
    PurchaseCoverChanged: take,
  },
  async markIncomplete(sql, partitions, incomplete) {
    await sql.query(
      `insert into balance (member_id, tenths, held_tenths, cents, frozen_cents, incomplete)
       select member_id, 0, 0, 0, 0, $2 from unnest($1::uuid[]) as given (member_id)
       on conflict (member_id) do update set incomplete = excluded.incomplete`,
      [uuidsOf(partitions.map((stream) => accountStream.idOf(stream))), incomplete],
    );
  },
};
