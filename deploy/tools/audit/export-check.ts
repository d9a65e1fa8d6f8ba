import { isDeepStrictEqual } from 'node:util';
import type { AccountFact } from '@easel/contracts/account/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import { centsToDollars, tenthsToCredits } from '@easel/contracts/kernel/money';
import type { LedgerRecord } from '@easel/contracts/ledger/console.http';
import type { EventLog } from '@easel/kernel/log/event-log';
import { postingOf } from '@easel/projections/ledger/posting';
import type { Finding } from './finding.ts';
import type { LedgerBooks } from './ledger-book.ts';

export interface Claim {
  line: number;
  entry: LedgerRecord;
}

const TOGETHER = 500;
const AT_ONCE = 8;
/** Beyond so many, only how many there are is told. */
const MOST_REPORTED = 1_000;

/** Holds what an export claims against the log and against the read model, as far as the file goes. */
export class ExportCheck {
  /** Entries that are as both say. */
  agreed = 0;
  reported = 0;

  constructor(
    private readonly log: EventLog,
    private readonly books: LedgerBooks | undefined,
    private readonly finding: (finding: Finding) => void,
  ) {}

  async check(claims: AsyncIterable<Claim>): Promise<void> {
    let held: Claim[] = [];
    for await (const claim of claims) {
      if (held.push(claim) < TOGETHER) continue;
      await this.compare(held);
      held = [];
    }
    await this.compare(held);
  }

  private async compare(claims: readonly Claim[]): Promise<void> {
    const booked = await this.books?.recordsOf(claims.map(({ entry }) => entry.id));
    const differing: (string | undefined)[] = [];
    for (let from = 0; from < claims.length; from += AT_ONCE) {
      const some = claims.slice(from, from + AT_ONCE);
      differing.push(...(await Promise.all(some.map(({ entry }) => this.differsFromLog(entry)))));
    }
    for (const [index, { line, entry }] of claims.entries()) {
      const why = differing[index] ?? (booked && differsFromBooks(entry, booked.get(entry.id)));
      if (why === undefined) this.agreed += 1;
      else this.tell(line, entry, why);
    }
  }

  private async differsFromLog(entry: LedgerRecord): Promise<string | undefined> {
    const { stream, revision } = entry;
    const fact = await this.log.first<AccountFact>(stream, revision);
    if (fact?.revision !== revision) return `the log has nothing at ${stream}@${revision}`;
    if (fact.unreadable) return `the log’s fact there cannot be read: ${fact.unreadable.detail}`;
    const claimed = claimOf(fact);
    if (!claimed) return `the log has ${fact.type} there, which moves nothing`;
    const field = differing(claimed, entry);
    return field && `${field} is ${shown(entry, field)}, the log says ${shown(claimed, field)}`;
  }

  private tell(line: number, { id, stream, revision }: LedgerRecord, why: string): void {
    if (++this.reported > MOST_REPORTED) return;
    this.finding({
      code: 'export.differs',
      place: `line ${line}`,
      message: `${stream}@${revision}: ${why}`,
      detail: { line, eventId: id, stream, revision },
    });
  }
}

function differsFromBooks(entry: LedgerRecord, booked: LedgerRecord | undefined): string | undefined {
  if (!booked) return 'the ledger has no such entry';
  const field = differing(booked, entry);
  return field && `${field} is ${shown(entry, field)}, the ledger says ${shown(booked, field)}`;
}

/** What the entry of a fact says but for the balances after it, which follow from all facts before. */
function claimOf(fact: Recorded<AccountFact>): Partial<LedgerRecord> | undefined {
  const posting = postingOf(fact);
  if (!posting) return undefined;
  const { moved } = posting;
  return {
    id: fact.id,
    member_id: posting.memberId,
    stream: fact.stream,
    revision: posting.revision,
    position: String(posting.position),
    at: posting.at,
    credits: tenthsToCredits(moved.tenths),
    held: tenthsToCredits(moved.heldTenths),
    dollars: centsToDollars(moved.cents),
    frozen: centsToDollars(moved.frozenCents),
    card: centsToDollars(posting.cardCents),
    reason: posting.reason,
    unit: posting.unit,
    note: posting.note,
    actor: { kind: posting.actorKind, id: posting.actorId, role: posting.actorRole },
    correlation_id: posting.correlationId,
    causation_id: posting.causationId,
    generation_id: posting.generationId,
    purchase_id: posting.purchaseId,
    payment_id: posting.paymentId,
  };
}

type Field = keyof LedgerRecord;

/** Finds the first field that is not as it should be. An export from before `card` was booked has none. */
const differing = (expected: Partial<LedgerRecord>, found: LedgerRecord): Field | undefined =>
  (Object.keys(expected) as Field[]).find(
    (field) => field in found && !isDeepStrictEqual(expected[field], found[field]),
  );

const shown = (record: Partial<LedgerRecord>, field: Field): string => JSON.stringify(record[field] ?? null);
