import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import { append, load, put } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import { uuidsOf } from '../kernel/uuids.ts';
import { balances, book, emptyBalance, entries, type EntryRow, indexes, tables } from './ledger.tables.ts';
import { type Posting, postingOf } from './posting.ts';

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
    const balance = await load(sql, balances, [...this.members]);
    for (const id of this.members) if (!balance.has(id)) balance.set(id, emptyBalance(id));
    const added: EntryRow[] = [];
    for (const posting of this.postings) {
      const { entry, after } = book(balance.get(posting.memberId) ?? emptyBalance(posting.memberId), posting);
      added.push(entry);
      balance.set(posting.memberId, after);
    }
    await Promise.all([append(sql, entries, added), put(sql, balances, [...balance.values()])]);
  }
}

const take = (fact: Recorded<AccountFact>, rows: LedgerRows): void => rows.take(fact);

/** What moved in each account, entry by entry, with what was in it afterwards. */
export const ledger = projectorOf<AccountFact, LedgerRows>()({
  name: 'ledger',
  version: 5,
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
    ChallengeShareGranted: take,
    EarningsRevoked: take,
    BadDebtBooked: take,
    EarningsReturned: take,
    PayoutRequested: take,
    PayoutConfirmed: take,
    PayoutSettled: take,
    DebtRepaid: take,
    PlanPaid: take,
    PlanRefunded: take,
    PlanDisputed: take,
    SubscriptionChanged: take,
    DownloadGranted: take,
    PrintsPurchased: take,
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
});
