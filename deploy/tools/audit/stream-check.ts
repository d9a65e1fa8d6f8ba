import type { AccountFact } from '@easel/contracts/account/events';
import type { CompetitionFact } from '@easel/contracts/competitions/events';
import { competitionStream } from '@easel/contracts/competitions/stream';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import { earnings } from '@easel/api/earnings/earnings.decider';
import { accountStream } from '@easel/contracts/account/stream';
import { earningsStream } from '@easel/contracts/earnings/stream';
import type { EventLog } from '@easel/kernel/log/event-log';
import type { Pool } from 'pg';
import { AccountRules } from './account-rules.ts';
import { AnchoredHeads } from './anchored-heads.ts';
import { ChainWalk, type ChainBreak } from './chain-walk.ts';
import type { CompetitionCheck } from './competition-check.ts';
import { placeOf, type Finding, type Report } from './finding.ts';
import type { InvoiceCheck } from './invoice-check.ts';
import type { LedgerBook } from './ledger-book.ts';
import { LedgerCheck } from './ledger-check.ts';
import type { MacCheck } from './mac-check.ts';
import type { OrderCheck } from './order-check.ts';
import type { OrderPaymentCheck } from './order-payment-check.ts';
import type { PaymentCheck } from './payment-check.ts';
import { PayoutConfirmations } from './payout-confirmations.ts';
import type { SettlementCheck } from './settlement-check.ts';
import type { TallyCheck } from './tally-check.ts';

export interface StreamCheckOptions {
  log: EventLog;
  pool: Pool;
  distrusted: ReadonlySet<number>;
  macs: MacCheck;
  macCutOver: bigint | undefined;
  /** Undefined where the read model is not there. */
  openBook?: (memberId: string) => Promise<LedgerBook>;
  payments?: PaymentCheck;
  orderPayments?: OrderPaymentCheck;
  settlements: SettlementCheck;
  invoices: InvoiceCheck;
  orders: OrderCheck;
  competitions: CompetitionCheck;
  tallies: TallyCheck;
  report: Report;
}

export interface StreamChecked {
  facts: number;
  entries: number;
  /** Facts that the read model has not come to. */
  notYet: number;
  /** Nothing that is built from this stream can be held against it. */
  doubtful: boolean;
  /** Whose it is; of an order as its first event says. */
  memberId: string;
}

/** Chain, anchors, fold and ledger of one stream in one walk through it. */
export async function checkStream(stream: string, options: StreamCheckOptions): Promise<StreamChecked> {
  const memberId = stream.slice(stream.indexOf('-') + 1);
  // Opened first: all that the ledger has come to is in the log that is read afterwards.
  const book = accountStream.has(stream) ? await options.openBook?.(memberId) : undefined;
  try {
    return await walk(stream, book, options);
  } finally {
    await book?.close();
  }
}

async function walk(stream: string, book: LedgerBook | undefined, options: StreamCheckOptions): Promise<StreamChecked> {
  const { log, pool, distrusted, macs, report } = options;
  const heads = await AnchoredHeads.of(pool, stream, distrusted);
  if (book?.incomplete) report.note(`${stream}: facts of it are parked by the ledger, which was not compared`);
  const ledger = book && !book.incomplete ? new LedgerCheck(stream, book, report) : undefined;
  const chain = new ChainWalk(log.readStored(stream));
  const fold = new Fold(stream, ledger, options);
  let memberId = stream.slice(stream.indexOf('-') + 1);
  let doubt: Finding | undefined;
  for await (const link of chain.links()) {
    if (orderStream.has(stream) && link.fact.revision === 0) ({ memberId } = link.fact.data as { memberId: string });
    const finding = heads.see(link);
    if (finding?.code === 'anchor.head_changed') report.finding(finding);
    else if (finding) {
      doubt ??= finding;
      report.finding(await withEvidence(finding, link.fact.revision, ledger));
    }
    if (doubt) continue;
    doubt = macs.see(link.fact, heads.knows(link.fact.revision)) ?? (await seen(await log.decode(link.fact)));
    if (doubt) report.finding(doubt);
  }
  function seen(fact: Recorded): Finding | undefined | Promise<Finding | undefined> {
    return fact.unreadable ? unreadable(fact) : fold.see(fact);
  }
  const ended = chain.broken ? await broken(stream, chain.broken, ledger) : heads.end(chain);
  if (ended) report.finding(ended);
  const doubtful = doubt !== undefined || ended !== undefined;
  if (!doubtful) {
    for (const finding of fold.end()) report.finding(finding);
    await ledger?.end();
  }
  const { entries, notYet } = ledger?.counts ?? { entries: 0, notYet: 0 };
  return { facts: chain.length, entries, notYet, doubtful, memberId };
}

/** Whatever is folded and compared, as far as the chain can be relied on. */
class Fold {
  private earnings = earnings.initial();
  private readonly rules: AccountRules;
  private readonly confirmations = new PayoutConfirmations();

  constructor(
    private readonly stream: string,
    private readonly ledger: LedgerCheck | undefined,
    private readonly options: StreamCheckOptions,
  ) {
    this.rules = new AccountRules(options.macCutOver);
  }

  /** After the last fact. */
  end(): Iterable<Finding> {
    if (orderStream.has(this.stream)) {
      this.options.orders.end();
      this.options.tallies.endOrder();
    }
    return this.rules.end();
  }

  async see(fact: Recorded): Promise<Finding | undefined> {
    const { payments, orderPayments, settlements, invoices, orders, competitions, tallies, report } = this.options;
    if (orderStream.has(this.stream)) {
      const ours = fact as Recorded<OrderFact>;
      invoices.see(ours);
      orders.see(ours);
      orderPayments?.see(ours);
      tallies.see(ours);
      return undefined;
    }
    if (competitionStream.has(this.stream)) {
      competitions.see(fact as Recorded<CompetitionFact>, tallies);
      return undefined;
    }
    settlements.see(fact as Recorded<AccountFact | EarningsFact>);
    if (accountStream.has(this.stream)) {
      const ours = fact as Recorded<AccountFact>;
      payments?.see(ours);
      invoices.see(ours);
      orders.see(ours);
      orderPayments?.see(ours);
      competitions.seeAccount(ours);
      const wrong = this.rules.see(ours);
      // What came of it is in the account all the same, and is compared on.
      if (wrong) report.finding(wrong);
      const note = this.confirmations.see(ours);
      if (note !== undefined) report.note(note);
      await this.ledger?.see(ours);
      return undefined;
    }
    if (!earningsStream.has(this.stream)) return undefined;
    const ours = fact as Recorded<EarningsFact>;
    const resting = ours.type === 'EarningsMatured' ? this.earnings.resting.slice(0, ours.data.sales) : [];
    this.earnings = earnings.evolve(this.earnings, ours);
    return ours.type === 'EarningsMatured' ? unmatched(ours, resting) : undefined;
  }
}

/** What is settled is what had accrued, no more and no less. */
function unmatched(
  fact: Recorded<Extract<EarningsFact, { type: 'EarningsMatured' }>>,
  resting: readonly { tenths: number; cents: number }[],
): Finding | undefined {
  const sum = (of: 'tenths' | 'cents'): number => resting.reduce((total, accrual) => total + accrual[of], 0);
  const { tenths, cents, sales } = fact.data;
  if (sales === resting.length && tenths === sum('tenths') && cents === sum('cents')) return undefined;
  return {
    code: 'fold.differs',
    place: placeOf(fact.stream, fact.revision),
    message: `${sales} sales of ${tenths} tenths and ${cents} cents matured, ${resting.length} of ${sum('tenths')} and ${sum('cents')} had accrued`,
    detail: { stream: fact.stream, revision: fact.revision, eventId: fact.id },
  };
}

function unreadable({ stream, revision, type, id, unreadable }: Recorded): Finding {
  return {
    code: 'fact.unreadable',
    place: placeOf(stream, revision),
    message: `${type} ${id} cannot be read (${unreadable?.why}): ${unreadable?.detail}`,
    detail: { stream, revision, eventId: id },
  };
}

const broken = (
  stream: string,
  { why, revision, message, fact }: ChainBreak,
  ledger: LedgerCheck | undefined,
): Promise<Finding> =>
  withEvidence(
    {
      code: `chain.${why}`,
      place: placeOf(stream, revision),
      message,
      detail: { stream, revision, eventId: fact?.id ?? null, type: fact?.type ?? null },
    },
    revision,
    ledger,
  );

/** What the read model still tells of a fact was written when the fact was what it had been. */
async function withEvidence(finding: Finding, revision: number, ledger: LedgerCheck | undefined): Promise<Finding> {
  const evidence = await ledger?.evidence(revision);
  if (evidence === undefined) return finding;
  return { ...finding, message: `${finding.message}; the ledger has there: ${evidence}` };
}
