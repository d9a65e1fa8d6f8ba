import type { EarningsFact } from '@easel/contracts/earnings/events';
import { categoryOf, type Recorded } from '@easel/contracts/kernel/event';
import { curatorStream } from '@easel/contracts/curators/stream';
import { generationStream } from '@easel/contracts/generation/stream';
import { invoicesStream } from '@easel/contracts/invoices/stream';
import { memberStream } from '@easel/contracts/members/stream';
import { orderStream } from '@easel/contracts/orders/stream';
import { pricesStream } from '@easel/contracts/settings/stream';
import { chainedCategories } from '@easel/contracts/streams';
import type { EventLog } from '@easel/kernel/log/event-log';
import type { Report } from './finding.ts';
import { maturedBy, maturingOf, settlementOf } from '@easel/projections/events/earnings-links';

/** Where money moves, and where what moved it is decided. */
const CATEGORIES = [
  ...chainedCategories,
  ...[generationStream, memberStream, curatorStream, pricesStream, invoicesStream].map(({ category }) => category),
];
/** What a fact may be asked for by, beside its own id. Not by its member: that is all of an account. */
const NAMES = [
  'purchaseId',
  'paymentId',
  'sessionId',
  'refundId',
  'disputeId',
  'payoutId',
  'generationId',
  'key',
  'number',
  'orderId',
  'reference',
  'competitionId',
  'entryId',
];
/** More than this is no chain of causes. */
const MOST = 2_000;
/** Each goes once through the log, for causes that stand before what was found last. */
const PASSES = 8;

/** Everything that belongs to what was asked for, in the log's order. */
export interface Traced {
  facts: readonly Recorded[];
  /** Ids of those that were asked for. */
  asked: ReadonlySet<string>;
  /** By a fact's id, the id of what brought it about, where that is among them. */
  parents: ReadonlyMap<string, string>;
  /** There are more. */
  cut: boolean;
}

export interface TraceOptions {
  log: EventLog;
  report: Report;
  signal: AbortSignal;
  /** Where the fact that is asked for stands, where that is known: it need not be looked for. */
  known?: { stream: string; revision: number };
}

/**
 * The chain of causes through an event, a purchase, a payment, a session, a generation or a call (by its correlation
 * id): what was asked for, everything of the same call or webhook, the facts that brought it about, and all that
 * followed. It is found by going through the log, since the log has no index of causes.
 */
export async function trace(id: string, { log, report, signal, known }: TraceOptions): Promise<Traced> {
  const found = new Found(id);
  const first = known && (await log.first(known.stream, known.revision));
  if (first) found.take(first);
  const head = await log.head();
  for (let pass = 1; pass <= PASSES && !found.cut; pass++) {
    const before = found.size;
    report.progress(`pass ${pass} through the log`);
    for await (const fact of factsUpTo(log, head, signal)) {
      if (found.wants(fact)) found.take(fact);
      if (found.cut) break;
    }
    if (found.size === 0) break;
    await linkEarnings(found, log);
    if (found.size === before) break;
  }
  return found.traced();
}

async function* factsUpTo(log: EventLog, head: bigint, signal: AbortSignal): AsyncGenerator<Recorded, void, void> {
  for await (const item of log.subscribe({ categories: CATEGORIES, after: 'start', signal })) {
    if (item.kind === 'caught-up') return;
    if ((item.kind === 'fact' ? item.fact.position : item.position) > head) return;
    if (item.kind === 'fact') yield item.fact;
  }
}

/** What belongs to it so far, and what would. */
class Found {
  cut = false;
  private readonly facts = new Map<string, Recorded>();
  private readonly asked = new Set<string>();
  /** What was asked for, and the ids of orders of which it is the reference or the payment. */
  private readonly names: Set<unknown>;
  /** Of the calls and webhooks that were asked for. */
  private readonly correlations = new Set<string>();
  /** Ids of facts that brought about what was found. */
  private readonly causes = new Set<string>();
  private readonly parents = new Map<string, string>();

  constructor(private readonly id: string) {
    this.names = new Set([id]);
  }

  get size(): number {
    return this.facts.size;
  }

  wants(fact: Recorded): boolean {
    if (this.facts.has(fact.id)) return false;
    const { $correlationId, $causationId } = fact.metadata;
    return (
      this.isAsked(fact) ||
      this.causes.has(fact.id) ||
      this.correlations.has($correlationId) ||
      ($causationId !== undefined && this.facts.has($causationId))
    );
  }

  take(fact: Recorded): void {
    if (this.facts.size >= MOST) {
      this.cut = true;
      return;
    }
    this.facts.set(fact.id, fact);
    const { $correlationId, $causationId } = fact.metadata;
    if (this.isAsked(fact)) {
      this.asked.add(fact.id);
      this.correlations.add($correlationId);
      this.nameOrder(fact);
    }
    if ($causationId !== undefined) this.lead(fact.id, $causationId);
  }

  /** That one fact brought about another: both belong to it. */
  lead(effect: string, cause: string): void {
    this.causes.add(cause);
    this.parents.set(effect, cause);
  }

  wasAsked(fact: Recorded): boolean {
    return this.asked.has(fact.id);
  }

  all(): readonly Recorded[] {
    return [...this.facts.values()];
  }

  has(id: string): boolean {
    return this.facts.has(id);
  }

  traced(): Traced {
    const facts = [...this.facts.values()].sort((one, other) => (one.position < other.position ? -1 : 1));
    const parents = new Map([...this.parents].filter(([, cause]) => this.facts.has(cause)));
    return { facts, asked: this.asked, parents, cut: this.cut };
  }

  private isAsked(fact: Recorded): boolean {
    const { metadata, data, id } = fact;
    if (id === this.id || metadata.$correlationId === this.id || metadata.$causationId === this.id) return true;
    const said = data as Record<string, unknown>;
    return NAMES.some((name) => this.names.has(said[name]));
  }

  /** What follows an order names neither its reference nor its payment. */
  private nameOrder({ stream, data }: Recorded): void {
    if (categoryOf(stream) !== orderStream.category) return;
    const { orderId, reference, paymentId } = data as Record<string, unknown>;
    if (reference === this.id || paymentId === this.id) this.names.add(orderId);
  }
}

/** Sales mature together and are settled together: which ones is told by their order, and not by a cause. */
async function linkEarnings(found: Found, log: EventLog): Promise<void> {
  for (const fact of found.all()) {
    if (categoryOf(fact.stream) === 'earnings') await linkEarning(found, log, fact as Recorded<EarningsFact>);
    else if (fact.type === 'EarningsSettled' && found.wasAsked(fact)) {
      const matured = await maturingOf(log, fact);
      if (matured) linkTo(found, matured, fact);
    }
  }
}

async function linkEarning(found: Found, log: EventLog, fact: Recorded<EarningsFact>): Promise<void> {
  if (fact.type === 'EarningsAccrued') {
    found.lead(fact.id, fact.data.key);
    const matured = await maturedBy(log, fact);
    if (matured) linkTo(found, fact, matured.fact);
    return;
  }
  // What is turned is caused by its buyer's fact, and causes its seller's: both say so themselves.
  if (fact.type !== 'EarningsMatured') return;
  const settled = await settlementOf(log, fact);
  if (settled) linkTo(found, fact, settled);
  if (!found.wasAsked(fact) && !(settled && found.wasAsked(settled))) return;
  // Who asks for a settlement asks for all of its sales.
  const { accrued } = (await maturedBy(log, fact)) ?? { accrued: [] };
  for (const sale of accrued) linkTo(found, sale, fact);
}

function linkTo(found: Found, cause: Recorded, effect: Recorded): void {
  for (const fact of [cause, effect]) if (!found.has(fact.id)) found.take(fact);
  found.lead(effect.id, cause.id);
}
