import { account, type Account } from '@easel/api/account/account.decider';
import { ringOf } from '@easel/api/earnings/trading-group';
import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import {
  followProductSales,
  proceedsOf,
  productSalesOf,
  type ProductSales,
} from '@easel/contracts/competitions/product-sales';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import { earningsStream } from '@easel/contracts/earnings/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { OrderFact } from '@easel/contracts/orders/events';
import type { Report } from './finding.ts';
import { Spill } from './spill.ts';
import type { Announcement, WalkedCompetition } from './walked-competition.ts';
import { dollars } from './walked-order.ts';

/** How long counting takes at most: what is stored meanwhile may not be counted, though it stands before. */
const COUNTED_WITHIN_MS = 60_000;

type Step = Extract<OrderFact, { type: 'OrderPaid' | 'OrderRefundRequested' | 'OrderRefunded' }> & {
  position: string;
  atMs: number;
};

interface Order {
  side: 'order';
  sales: ProductSales;
  steps: Step[];
}

/** An entry that took part when winners were announced, with what the announcement says that it sold. */
interface Entry {
  side: 'entry';
  competitionId: string;
  month: string;
  entryId: string;
  memberId: string;
  generationId: string;
  variantId: string;
  submittedAt: string;
  proceedsCents: number;
  buyers: number;
}

interface Challenge {
  announcement: { position: bigint; atMs: number; place: string };
  entries: Entry[];
  /** Orders of others than the entrant, of products that bear an entry. */
  ordered: { entry: Entry; order: Order }[];
}

interface Sale {
  entryId: string;
  sellerId: string;
  buyerId: string;
  paymentId: string;
  cents: number;
}

export interface TallyCheckOptions {
  /** Where the log ended before its streams were walked. */
  until: bigint;
  read: (stream: string) => AsyncIterable<Recorded>;
  /** A challenge that is in doubt anyway. */
  isDoubtful(id: string): boolean;
  report: Report;
}

/**
 * Counts once more, from the orders as they were when winners were announced, what each entry had sold, without orders
 * of its member and of those with whom the member trades in a circle, and without disputed payments.
 * spec: rulings "Proceeds of a challenge".
 */
export class TallyCheck {
  private readonly words = new Spill<Order | Entry>();
  private readonly challenges = new Map<string, Challenge>();
  private order: Order | undefined;

  constructor(private readonly options: TallyCheckOptions) {}

  /** Takes every event of the order that is being walked. */
  see({ type, data, position, recordedAt }: Recorded<OrderFact>): void {
    if (position > this.options.until) return;
    if (type === 'OrderPlaced') {
      const sales = productSalesOf(data);
      this.order = sales && { side: 'order', sales, steps: [] };
    }
    if (type !== 'OrderPaid' && type !== 'OrderRefundRequested' && type !== 'OrderRefunded') return;
    this.order?.steps.push({ type, data, position: String(position), atMs: recordedAt.getTime() } as Step);
  }

  /** To be called after the last event of an order. */
  endOrder(): void {
    const { order } = this;
    this.order = undefined;
    if (!order?.steps.some(({ type }) => type === 'OrderPaid')) return;
    for (const id of new Set(order.sales.items.map(({ generationId }) => generationId))) this.words.put(id, order);
  }

  /** Takes an announcement, with the entries that took part. */
  announced(
    data: Announcement,
    announcement: Challenge['announcement'],
    { entries }: Pick<WalkedCompetition, 'entries'>,
  ): void {
    const { competitionId, month } = data;
    const told = new Map(data.entries.map((entry) => [entry.entryId, entry]));
    this.challenges.set(competitionId, { announcement, entries: [], ordered: [] });
    for (const { entryId, memberId, generationId, variantId, submittedAt } of entries.values()) {
      const { proceedsCents = 0, buyers = 0 } = told.get(entryId) ?? {};
      const entry = { entryId, memberId, generationId, variantId, submittedAt, proceedsCents, buyers };
      this.words.put(generationId, { side: 'entry', competitionId, month, ...entry });
    }
  }

  async compare(): Promise<void> {
    if (this.challenges.size === 0) return;
    for await (const words of this.words.parts()) this.gather(words);
    for (const [id, challenge] of this.challenges) if (!this.options.isDoubtful(id)) await this.count(challenge);
  }

  close(): void {
    this.words.remove();
  }

  private gather(words: readonly (Order | Entry)[]): void {
    const orders = words.filter((word) => word.side === 'order');
    for (const entry of words) {
      if (entry.side !== 'entry') continue;
      const challenge = this.challenges.get(entry.competitionId);
      challenge?.entries.push(entry);
      const bearing = orders.filter(({ sales }) => sales.buyerId !== entry.memberId && bears(sales, entry));
      challenge?.ordered.push(...bearing.map((order) => ({ entry, order })));
    }
  }

  private async count(challenge: Challenge): Promise<void> {
    const { announcement, entries } = challenge;
    let wrong = entries;
    let told = new Map<string, string>();
    for (const cut of cutsOf(challenge)) {
      const counted = await this.tallyAt(challenge, cut);
      if (told.size === 0) told = counted;
      wrong = wrong.filter((entry) => (counted.get(entry.entryId) ?? shown()) !== shown(entry));
      if (wrong.length === 0) return;
    }
    for (const entry of wrong) {
      const { entryId, competitionId } = entry;
      this.options.report.finding({
        code: 'challenge.tally',
        place: announcement.place,
        message: `entry ${entryId} had sold ${told.get(entryId) ?? shown()} by its orders, and ${shown(entry)} were announced`,
        detail: { competitionId, entryId },
      });
    }
  }

  /** What each entry had sold as of a position of the log; those that had sold nothing are left out. */
  private async tallyAt({ ordered }: Challenge, cut: bigint): Promise<Map<string, string>> {
    const accounts = new Map<string, Promise<Account>>();
    const accountOf = (id: string): Promise<Account> => {
      const known = accounts.get(id) ?? this.accountAt(id, cut);
      accounts.set(id, known);
      return known;
    };
    const sales: Sale[] = [];
    for (const { entry, order } of ordered) {
      const sale = saleAt(entry, order, cut);
      if (!sale) continue;
      const { cardDisputes } = await accountOf(sale.buyerId);
      if (!Object.values(cardDisputes).some(({ paymentId }) => paymentId === sale.paymentId)) sales.push(sale);
    }
    const deals = {
      sellersOf: async (id: string) => [
        ...Object.values((await accountOf(id)).purchases).map(({ sellerId }) => sellerId),
        ...sales.filter(({ buyerId }) => buyerId === id).map(({ sellerId }) => sellerId),
      ],
      buyersOf: async (id: string) => [
        ...(await this.buyersAt(id, cut)),
        ...sales.filter(({ sellerId }) => sellerId === id).map(({ buyerId }) => buyerId),
      ],
    };
    const rings = new Map<string, Set<string>>();
    for (const { sellerId } of sales) if (!rings.has(sellerId)) rings.set(sellerId, await ringOf(sellerId, deals));
    const outside = sales.filter(({ sellerId, buyerId }) => !rings.get(sellerId)?.has(buyerId));
    return new Map(
      [...Map.groupBy(outside, ({ entryId }) => entryId)].map(([entryId, sold]) => {
        const proceedsCents = sold.reduce((sum, { cents }) => sum + cents, 0);
        return [entryId, shown({ proceedsCents, buyers: new Set(sold.map(({ buyerId }) => buyerId)).size })];
      }),
    );
  }

  private async accountAt(memberId: string, cut: bigint): Promise<Account> {
    let state = account.initial();
    for await (const fact of this.options.read(accountStream.nameOf(memberId))) {
      if (fact.position >= cut) break;
      state = account.evolve(state, fact as Recorded<AccountFact>);
    }
    return state;
  }

  private async buyersAt(memberId: string, cut: bigint): Promise<string[]> {
    const buyers: string[] = [];
    for await (const fact of this.options.read(earningsStream.nameOf(memberId))) {
      if (fact.position >= cut) break;
      const { type, data } = fact as Recorded<EarningsFact>;
      if (type === 'EarningsAccrued') buyers.push(data.buyerId);
    }
    return buyers;
  }
}

const bears = ({ items }: ProductSales, { generationId, variantId }: Entry): boolean =>
  items.some((item) => item.generationId === generationId && item.variantId === variantId);

/** The announcement itself, then what was stored shortly before it: it may have been counted before that. */
function cutsOf({ announcement: { position, atMs }, ordered }: Challenge): bigint[] {
  const late = ordered
    .flatMap(({ order }) => order.steps)
    .filter((step) => BigInt(step.position) < position && step.atMs > atMs - COUNTED_WITHIN_MS)
    .map((step) => BigInt(step.position));
  return [position, ...new Set(late)];
}

function saleAt(entry: Entry, { sales, steps }: Order, cut: bigint): Sale | undefined {
  const then = steps
    .filter(({ position }) => BigInt(position) < cut)
    .reduce((standing, step) => followProductSales(standing, step), sales);
  const cents = proceedsOf(then, entry, entry.month);
  const { entryId, memberId: sellerId } = entry;
  return cents > 0 ? { entryId, sellerId, buyerId: then.buyerId, paymentId: then.paymentId, cents } : undefined;
}

const shown = ({ proceedsCents, buyers } = { proceedsCents: 0, buyers: 0 }): string =>
  `${dollars(proceedsCents)} to ${buyers} ${buyers === 1 ? 'buyer' : 'buyers'}`;
