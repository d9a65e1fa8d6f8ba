import type { PaidOrderPayment } from '@easel/api/payments/stripe-orders.gateway';
import type { PaidSession } from '@easel/api/payments/stripe.gateway';
import { accountStream } from '@easel/contracts/account/stream';
import type { CompetitionFact } from '@easel/contracts/competitions/events';
import { competitionStream } from '@easel/contracts/competitions/stream';
import { orderStream } from '@easel/contracts/orders/stream';
import { chainedCategories } from '@easel/contracts/streams';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { OrderFact } from '@easel/contracts/orders/events';
import type { Anchor } from '@easel/kernel/proof/anchors';
import type { EventLog } from '@easel/kernel/log/event-log';
import type { MacKeys } from '@easel/kernel/proof/mac-keys';
import type { Sealer } from '@easel/kernel/identity/sealing';
import type { Pool } from 'pg';
import { checkAnchors } from './anchor-check.ts';
import { CompetitionCheck } from './competition-check.ts';
import type { Finding, Report } from './finding.ts';
import { InvoiceCheck } from './invoice-check.ts';
import { LedgerBooks } from './ledger-book.ts';
import { firstRevision, moneyStreams } from './money-streams.ts';
import { MacCheck } from './mac-check.ts';
import { OrderCheck } from './order-check.ts';
import { OrderPaymentCheck } from './order-payment-check.ts';
import { PaymentCheck } from './payment-check.ts';
import { SettlementCheck } from './settlement-check.ts';
import { checkStream, type StreamChecked } from './stream-check.ts';
import { TallyCheck } from './tally-check.ts';

export interface Audited {
  log: EventLog;
  /** It is only read from. */
  pool: Pool;
  sealer: Sealer;
  /** Undefined where the key is not given. */
  macs: MacKeys | undefined;
  /** Undefined where no card service is set. */
  paidSessions?: () => AsyncIterable<PaidSession>;
  /** As `paidSessions`, of orders. */
  paidOrders?: () => AsyncIterable<PaidOrderPayment>;
}

export interface VerifyOptions {
  /** Leaves everybody else's streams out. */
  memberId?: string;
  report: Report;
  signal: AbortSignal;
  /** How often it is told how far it is. */
  progressMs?: number;
}

/** What was looked at. */
export interface Verified {
  anchors: number;
  streams: number;
  facts: number;
  newestAnchor: { number: number; at: Date; position: string } | null;
  ledger: { entries: number; notYet: number } | null;
  /** Top-ups. */
  payments: { paid: number; toppedUp: number } | null;
  orderPayments: { paid: number; recorded: number } | null;
  /** Invoices and credit notes. */
  invoices: number;
  /** Orders that were paid for. */
  orders: number;
  /** Attempts that the print service was given, and what it asks for them in cents. */
  prints: { attempts: number; cents: number };
  /** Challenges whose winners were announced. */
  challenges: number;
  /** What should have been looked at as well and could not be. */
  notLooked: string[];
}

/** Beyond so many, whose streams are in doubt is no longer remembered; their payments are then compared as well. */
const DOUBTFUL = 10_000;
const PROGRESS_MS = 2_000;

/**
 * Walks every money stream, one after the other, and reports whatever is not as anchors, rules, read model and Stripe
 * say.
 */
export async function verify(
  audited: Audited,
  { memberId, report, signal, progressMs = PROGRESS_MS }: VerifyOptions,
): Promise<Verified> {
  const { log, pool, sealer, macs } = audited;
  const head = await log.head();
  const { anchors, newest, distrusted, macCutOver } = await checkAnchors(pool, sealer, report);
  const books = await LedgerBooks.find(pool);
  const notLooked = books ? [] : ['the ledger: its read model is not there'];
  const doubtful = new Set<string>();
  const payments = await askForPayments(audited, { memberId, report, head, doubtful, notLooked });
  const orderPayments = await askForOrders(audited, { memberId, report, head, doubtful, notLooked });
  const settlements = new SettlementCheck({ until: head, isDoubtful: (id) => doubtful.has(id), report });
  const orders = new OrderCheck({ until: head, isDoubtful: (id) => doubtful.has(id), report });
  const read = (stream: string) => log.read(stream);
  const byId = { until: head, read, isDoubtful: (id: string) => doubtful.has(id), report };
  const competitions = new CompetitionCheck({ memberId, ...byId });
  // Of one member's streams alone nothing can be counted that others ordered.
  const tallies = new TallyCheck(byId);
  const invoices = new InvoiceCheck({ memberId, until: head, isDoubtful: (id) => doubtful.has(id), report });
  if (!newest) report.note('no anchor was made yet: that a chain’s end was cut off would not show');
  else if (macCutOver === undefined) report.note('no anchor says yet from where on facts have macs: none is missed');
  if (!macs) report.note('MAC_KEYS is not set: links are checked, macs are unchecked');
  const total = { streams: 0, facts: 0, entries: 0, notYet: 0 };
  const openBook = books && ((id: string) => books.open(id));
  let reportedAt = Date.now();
  try {
    await invoices.read(log, signal);
    const streams = memberId === undefined ? moneyStreams(audited, { head, signal }) : streamsOf(memberId, log, signal);
    for await (const stream of streams) {
      const checked = await checkStream(stream, {
        log,
        pool,
        distrusted,
        macs: new MacCheck({ macs, cutOver: macCutOver }),
        macCutOver,
        settlements,
        invoices,
        orders,
        competitions,
        tallies,
        report,
        ...(openBook && { openBook }),
        ...(payments && { payments }),
        ...(orderPayments && { orderPayments }),
      });
      add(total, checked);
      if (checked.doubtful && doubtful.size < DOUBTFUL) doubtful.add(checked.memberId);
      if (Date.now() - reportedAt < progressMs) continue;
      reportedAt = Date.now();
      report.progress(`${total.streams} streams, ${total.facts} facts`, { streams: total.streams, facts: total.facts });
    }
    if (memberId === undefined && books) await surplusAccounts(books, log, { report, doubtful });
    await payments?.compare();
    await orderPayments?.compare();
    await settlements.compare();
    await invoices.compare();
    await orders.compare();
    await competitions.compare();
    if (memberId === undefined) await tallies.compare();
    // A chain whose end is gone is told already.
    if (newest && newest.position > head && doubtful.size === 0) {
      const end = await log.head({ atLeast: newest.position });
      if (newest.position > end) report.finding(cutLog(newest, end));
    }
  } finally {
    payments?.close();
    orderPayments?.close();
    settlements.close();
    invoices.close();
    orders.close();
    competitions.close();
    tallies.close();
  }
  const { entries, notYet } = total;
  if (notYet > 0) report.note(`the ledger has not come to ${notYet} facts yet: they were not compared with it`);
  return {
    anchors,
    streams: total.streams,
    facts: total.facts,
    newestAnchor: newest ? { number: newest.number, at: newest.at, position: String(newest.position) } : null,
    ledger: books ? { entries, notYet } : null,
    payments: payments ? { ...payments.counts } : null,
    orderPayments: orderPayments ? { ...orderPayments.counts } : null,
    invoices: invoices.issued,
    orders: orders.paid,
    prints: orders.prints,
    challenges: competitions.announced,
    notLooked,
  };
}

const cutLog = ({ number, position }: Anchor, head: bigint): Finding => ({
  code: 'log.cut',
  place: 'log',
  message: `it ends at position ${head}; anchor ${number} was made when it had come to ${position}`,
  detail: { head: String(head), anchor: number, position: String(position) },
});

interface Asking {
  memberId: string | undefined;
  report: Report;
  head: bigint;
  doubtful: ReadonlySet<string>;
  notLooked: string[];
}

async function askForPayments(
  { log, paidSessions }: Audited,
  { memberId, report, head, doubtful, notLooked }: Asking,
): Promise<PaymentCheck | undefined> {
  if (!paidSessions) {
    report.note('no card service is set: payments were not compared');
    return undefined;
  }
  const payments = new PaymentCheck({
    ...(memberId !== undefined && { memberId }),
    readAgain: (id) => log.read(accountStream.nameOf(id)),
    isDoubtful: (id) => doubtful.has(id),
    report,
  });
  try {
    await payments.ask(paidSessions(), head);
  } catch (error) {
    payments.close();
    notLooked.push(`payments: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
  return payments;
}

/** Without a card service, `askForPayments` has noted that. */
async function askForOrders(
  { log, paidOrders }: Audited,
  { memberId, report, head, doubtful, notLooked }: Asking,
): Promise<OrderPaymentCheck | undefined> {
  if (!paidOrders) return undefined;
  const payments = new OrderPaymentCheck({
    ...(memberId !== undefined && { memberId }),
    until: head,
    readAgain: (stream) => log.read(stream),
    isDoubtful: (id) => doubtful.has(id),
    report,
  });
  try {
    await payments.ask(paidOrders());
  } catch (error) {
    payments.close();
    notLooked.push(`payments of orders: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
  return payments;
}

/** An account in the read model needs a stream in the log. */
async function surplusAccounts(
  books: LedgerBooks,
  log: EventLog,
  { report, doubtful }: { report: Report; doubtful: ReadonlySet<string> },
): Promise<void> {
  for await (const memberId of books.members()) {
    const stream = accountStream.nameOf(memberId);
    if (doubtful.has(memberId) || (await firstRevision(log, stream)) !== undefined) continue;
    report.finding({
      code: 'ledger.surplus_account',
      place: `ledger balance of ${stream}`,
      message: 'there is no such stream in the log',
      detail: { stream },
    });
  }
}

/** Orders and challenges have names of their own: which ones are a member's only their events say. */
async function* streamsOf(memberId: string, log: EventLog, signal: AbortSignal): AsyncGenerator<string, void, void> {
  const named: readonly string[] = [orderStream.category, competitionStream.category];
  for (const category of chainedCategories) if (!named.includes(category)) yield `${category}-${memberId}`;
  const streams = new Set<string>();
  for await (const item of log.subscribe({ categories: named, after: 'start', signal })) {
    if (item.kind === 'caught-up') break;
    if (item.kind !== 'fact') continue;
    if (isAbout(memberId, item.fact as Recorded<OrderFact | CompetitionFact>)) streams.add(item.fact.stream);
  }
  yield* streams;
}

const isAbout = (memberId: string, { data }: Recorded<OrderFact | CompetitionFact>): boolean =>
  ('memberId' in data && data.memberId === memberId) ||
  ('entries' in data && data.entries.some((entry) => entry.memberId === memberId));

function add(
  total: { streams: number; facts: number; entries: number; notYet: number },
  { facts, entries, notYet }: StreamChecked,
): void {
  if (facts > 0) total.streams += 1;
  total.facts += facts;
  total.entries += entries;
  total.notYet += notYet;
}
