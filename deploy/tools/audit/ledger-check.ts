import type { AccountFact } from '@easel/contracts/account/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { BalanceRow, EntryRow } from '@easel/projections/ledger/ledger.tables';
import { AccountRefold } from './account-refold.ts';
import { placeOf, type Report } from './finding.ts';
import { expectedEntry, type BalanceValues, type EntryValues, type LedgerBook } from './ledger-book.ts';

/** Beyond so many of one account, only how many there are is said. */
const MOST_REPORTED = 10;

/**
 * Holds the read model's entries of one account against its facts, refolded: each entry, column by column, its running
 * balances included, and the balance in the end. Facts behind the read model's checkpoint are not there yet.
 */
export class LedgerCheck {
  /** Entries that are as they should be, facts that the read model has not come to. */
  readonly counts = { entries: 0, notYet: 0 };
  private readonly refold = new AccountRefold();
  private readonly rows: AsyncIterator<EntryValues, void>;
  private row: EntryValues | undefined;
  private begun = false;
  /** After the last fact that the read model has come to. */
  private expected: BalanceRow | undefined;
  private bookedAt: string | null = null;
  private lastSurplus: EntryValues | undefined;
  private reported = 0;

  constructor(
    private readonly stream: string,
    private readonly book: LedgerBook,
    private readonly report: Report,
  ) {
    this.rows = book.entries()[Symbol.asyncIterator]();
  }

  async see(fact: Recorded<AccountFact>): Promise<void> {
    const movement = this.refold.apply(fact);
    if (fact.position > this.book.checkpoint) {
      this.counts.notYet += 1;
      return;
    }
    await this.passTo(fact.position);
    if (movement) {
      const at = fact.recordedAt.toISOString();
      this.bookedAt = this.bookedAt !== null && this.bookedAt > at ? this.bookedAt : at;
      await this.compare(fact, expectedEntry(fact, movement, this.bookedAt));
    }
    const { tenths, heldTenths, cents, frozenCents } = this.refold.balance;
    this.expected = {
      member_id: fact.data.memberId,
      tenths,
      held_tenths: heldTenths,
      cents,
      frozen_cents: frozenCents,
      booked_at: this.bookedAt,
    };
  }

  /** After the last fact. */
  async end(): Promise<void> {
    for (let row = await this.peek(); row; row = await this.take()) this.surplus(row);
    this.compareBalance(this.book.balance);
    const unreported = this.reported - MOST_REPORTED;
    if (unreported > 0) this.report.note(`${this.stream}: ${unreported} more entries of the ledger differ`);
  }

  /** What the read model says of a fact that is in doubt, or gone: it was told of it before. */
  async evidence(revision: number): Promise<string | undefined> {
    for (let row = await this.peek(); row && Number(row.revision) <= revision; row = await this.take()) {
      if (row.revision === revision) return summaryOf(row);
    }
    return undefined;
  }

  private async compare(fact: Recorded, expected: EntryRow): Promise<void> {
    const row = await this.peek();
    if (!row || row.position !== expected.position) {
      this.tell('ledger.missing', fact, `the entry of ${fact.type} ${fact.id} is not there`, {});
      return;
    }
    await this.take();
    const column = differingColumn(expected, row);
    if (column === undefined) {
      this.counts.entries += 1;
      return;
    }
    const [wanted, found] = [expected[column], row[column]];
    const message = `${column} of the entry of ${fact.type} ${fact.id} is ${shown(found)}, not ${shown(wanted)}`;
    this.tell('ledger.differs', fact, message, { column, expected: wanted, found });
  }

  private compareBalance(found: BalanceValues | undefined): void {
    const { expected } = this;
    const place = `ledger balance of ${this.stream}`;
    if (!expected && !found) return;
    if (!expected || !found) {
      const [code, message] = found
        ? ['ledger.balance_surplus', 'there are no facts to this balance']
        : ['ledger.balance_missing', 'the account has facts and no balance'];
      this.report.finding({ code, place, message, detail: { stream: this.stream } });
      return;
    }
    const column = differingColumn(expected, found);
    // What a surplus entry has brought into the balance is told with that entry.
    if (column === undefined || (this.lastSurplus && isBalanceAfter(this.lastSurplus, found))) return;
    this.report.finding({
      code: 'ledger.balance_differs',
      place,
      message: `${column} is ${shown(found[column])}, not ${shown(expected[column])}`,
      detail: { stream: this.stream, column, expected: expected[column], found: found[column] },
    });
  }

  /** Entries that stand before a fact and belong to none. */
  private async passTo(position: bigint): Promise<void> {
    for (let row = await this.peek(); row && BigInt(row.position ?? 0) < position; row = await this.take()) {
      this.surplus(row);
    }
  }

  private surplus(row: EntryValues): void {
    this.lastSurplus = row;
    const message = `there is no fact to the entry ${shown(row.event_id)}: ${summaryOf(row)}`;
    this.tell('ledger.surplus', { id: shown(row.event_id), revision: Number(row.revision) }, message, {});
  }

  private tell(
    code: string,
    { id, revision }: { id: string; revision: number },
    message: string,
    detail: Record<string, unknown>,
  ): void {
    if (++this.reported > MOST_REPORTED) return;
    const place = `ledger entry ${placeOf(this.stream, revision)}`;
    this.report.finding({ code, place, message, detail: { stream: this.stream, revision, eventId: id, ...detail } });
  }

  private async peek(): Promise<EntryValues | undefined> {
    return this.begun ? this.row : this.take();
  }

  /** The row behind the one that is at hand. */
  private async take(): Promise<EntryValues | undefined> {
    this.begun = true;
    const next = await this.rows.next();
    this.row = next.done ? undefined : next.value;
    return this.row;
  }
}

/** The first that is not as it should be, in the order of what is expected. */
function differingColumn<Row extends object>(
  expected: Row,
  found: { [Column in keyof Row & string]: unknown },
): (keyof Row & string) | undefined {
  return (Object.keys(expected) as (keyof Row & string)[]).find((column) => expected[column] !== found[column]);
}

const isBalanceAfter = (row: EntryValues, balance: BalanceValues): boolean =>
  row.balance_tenths === balance.tenths &&
  row.balance_held_tenths === balance.held_tenths &&
  row.balance_cents === balance.cents &&
  row.balance_frozen_cents === balance.frozen_cents;

const shown = (value: string | number | null): string => (value === null ? 'nothing' : String(value));

const summaryOf = ({ reason, tenths, cents, event_id }: EntryValues): string =>
  `${shown(reason)} of ${shown(tenths)} tenths and ${shown(cents)} cents (${shown(event_id)})`;
