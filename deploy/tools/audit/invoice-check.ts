import type { AccountFact } from '@easel/contracts/account/events';
import type { InvoiceFact } from '@easel/contracts/invoices/events';
import { invoiceNumber } from '@easel/contracts/invoices/policy';
import { invoicesStream } from '@easel/contracts/invoices/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { OrderFact } from '@easel/contracts/orders/events';
import type { EventLog } from '@easel/kernel/log/event-log';
import { placeOf, type Finding, type Report } from './finding.ts';
import { Spill } from './spill.ts';

/** The process that issues documents may have been held up this long; after that a missing one is a finding. */
const ISSUED_WITHIN_MS = 3_600_000;

/** What an account or order, or the invoices of a year, say of one payment or refund; `event` is that of the first. */
type Word =
  | { side: 'booked'; event: string; memberId: string; cents: number; place: string; isRecent: boolean }
  | { side: 'issued'; event: string; memberId: string; cents: number; place: string; number: string };
type Booked = Extract<Word, { side: 'booked' }>;
type Issued = Extract<Word, { side: 'issued' }>;

export interface InvoiceCheckOptions {
  /** Leaves everybody else's documents out. */
  memberId: string | undefined;
  /** Where the log ended before it was read: what came later one of the two sides may lack. */
  until: bigint;
  /** Whose log is in doubt anyway. */
  isDoubtful(memberId: string): boolean;
  report: Report;
}

/**
 * Compares the payments and refunds of the accounts and orders with the invoices and credit notes, whose numbers have
 * no gaps.
 * spec: rulings "Invoices".
 */
export class InvoiceCheck {
  /** Documents that were looked at. */
  issued = 0;
  private recent = 0;
  private readonly words = new Spill<Word>();

  constructor(private readonly options: InvoiceCheckOptions) {}

  /** Takes every event of every account and order that is checked. */
  see(fact: Recorded<AccountFact | OrderFact>): void {
    const cents = invoicedCents(fact);
    if (cents === undefined || fact.position > this.options.until) return;
    const { id: event, data, stream, revision, recordedAt } = fact;
    const isRecent = Date.now() - recordedAt.getTime() < ISSUED_WITHIN_MS;
    const place = placeOf(stream, revision);
    this.words.put(event, { side: 'booked', event, memberId: data.memberId, cents, place, isRecent });
  }

  /** Reads every invoice and credit note, year by year in the order of their numbers. */
  async read(log: EventLog, signal: AbortSignal): Promise<void> {
    for await (const item of log.subscribe({ categories: [invoicesStream.category], after: 'start', signal })) {
      if (item.kind === 'caught-up') return;
      if (item.kind !== 'fact') continue;
      if (item.fact.position > this.options.until) return;
      this.note(item.fact as Recorded<InvoiceFact>);
    }
  }

  async compare(): Promise<void> {
    for await (const words of this.words.parts()) {
      const booked = new Map<string, Booked>();
      for (const word of words) if (word.side === 'booked') booked.set(word.event, word);
      const issued = new Map<string, Issued>();
      for (const word of words) {
        if (word.side === 'booked') continue;
        this.tell(wrongWith(word, { booked: booked.get(word.event), before: issued.get(word.event) }), word);
        issued.set(word.event, word);
      }
      for (const word of booked.values()) if (!issued.has(word.event)) this.missing(word);
    }
    if (this.recent > 0) {
      this.options.report.note(
        `${this.recent} payments or refunds of the last hour have no invoice or credit note yet`,
      );
    }
  }

  close(): void {
    this.words.remove();
  }

  private note({ stream, revision, type, data, unreadable, metadata }: Recorded<InvoiceFact>): void {
    const { memberId: only, report } = this.options;
    const place = placeOf(stream, revision);
    if (unreadable) {
      const message = `${type} cannot be read (${unreadable.why}): ${unreadable.detail}`;
      return report.finding({ code: 'fact.unreadable', place, message, detail: { stream, revision } });
    }
    const wanted = invoiceNumber(invoicesStream.idOf(stream), revision + 1);
    if (data.number !== wanted) {
      const message = `the number is ${data.number}, and ${wanted} is the next of the year`;
      report.finding({ code: 'invoice.number', place, message, detail: { stream, revision, number: data.number } });
    }
    const { memberId, cents, number } = data;
    if (only !== undefined && memberId !== only) return;
    this.issued += 1;
    const event = metadata.$causationId ?? '';
    this.words.put(event, { side: 'issued', event, memberId, cents, place, number });
  }

  private missing({ place, event, memberId, cents, isRecent }: Booked): void {
    if (isRecent) this.recent += 1;
    else
      this.tell(
        { code: 'invoice.missing', message: `${dollars(cents)} have no invoice or credit note` },
        {
          place,
          event,
          memberId,
        },
      );
  }

  private tell(
    wrong: Pick<Finding, 'code' | 'message'> | undefined,
    { place, event, memberId }: Pick<Word, 'place' | 'event' | 'memberId'>,
  ): void {
    if (!wrong || this.options.isDoubtful(memberId)) return;
    this.options.report.finding({ ...wrong, place, detail: { memberId, eventId: event } });
  }
}

function wrongWith(
  { number, cents, memberId }: Issued,
  { booked, before }: { booked: Booked | undefined; before: Issued | undefined },
): Pick<Finding, 'code' | 'message'> | undefined {
  if (before) return { code: 'invoice.twice', message: `${number} is about what ${before.number} is about` };
  if (!booked)
    return { code: 'invoice.not_booked', message: `${number} is about nothing that an account or order knows` };
  if (booked.memberId !== memberId) {
    return { code: 'invoice.differs', message: `${number} names another member than ${booked.place}` };
  }
  if (booked.cents === cents) return undefined;
  const message = `${number} is over ${dollars(cents)}, ${booked.place} over ${dollars(booked.cents)}`;
  return { code: 'invoice.differs', message };
}

/** Returns the cents of an event that needs an invoice or a credit note; what is only a test needs none. */
export function invoicedCents({ type, data }: AccountFact | OrderFact): number | undefined {
  switch (type) {
    case 'PlanPaid':
    case 'WalletToppedUp':
    case 'OrderPaid':
    case 'PlanRefunded':
    case 'WalletRefunded':
      return data.livemode === false ? undefined : data.cents;
    default:
      return undefined;
  }
}

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
