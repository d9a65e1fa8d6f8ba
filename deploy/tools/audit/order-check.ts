import type { AccountFact } from '@easel/contracts/account/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { OrderFact } from '@easel/contracts/orders/events';
import { placeOf, type Finding, type Report } from './finding.ts';
import { Spill } from './spill.ts';

/** The process that buys what was paid for may have been held up this long; after that a missing one is a finding. */
const BOUGHT_WITHIN_MS = 3_600_000;

/** What an order, or an account, says of one payment by card. */
type Word =
  | {
      side: 'paid';
      paymentId: string;
      memberId: string;
      items: { itemId: string; cents: number }[];
      place: string;
      isRecent: boolean;
    }
  | { side: 'bought'; paymentId: string | null; memberId: string; purchaseId: string; cents: number; place: string };
type Paid = Extract<Word, { side: 'paid' }>;
type Bought = Extract<Word, { side: 'bought' }>;

export interface OrderCheckOptions {
  /** Where the log ended before its streams were walked: what came later one of the two sides may lack. */
  until: bigint;
  /** Whose log is in doubt anyway. */
  isDoubtful(memberId: string): boolean;
  report: Report;
}

/**
 * Compares what orders were paid for with the accounts' purchases by card: each item is bought once and for its price,
 * even if its money went back meanwhile. Test orders are never paid, so that nothing of them may be bought.
 * spec: rulings "Checkout test mode".
 */
export class OrderCheck {
  /** Orders that were paid for. */
  paid = 0;
  private recent = 0;
  private readonly words = new Spill<Word>();
  /** The order that is being walked. */
  private order = new WalkedOrder();

  constructor(private readonly options: OrderCheckOptions) {}

  /** Takes every event of every account and order that is checked. */
  see(event: Recorded<AccountFact | OrderFact>): void {
    if (event.position > this.options.until) return;
    const place = placeOf(event.stream, event.revision);
    if (event.type === 'ImagePurchased') {
      const { method, paymentId, memberId, purchaseId, cents } = event.data;
      if (method !== 'card') return;
      this.words.put(paymentId ?? '', { side: 'bought', paymentId, memberId, purchaseId, cents, place });
      return;
    }
    if (event.type === 'OrderPlaced') this.order = new WalkedOrder();
    const wrong = this.order.see(event, place);
    if (wrong) this.tell(wrong, { place, memberId: event.data.memberId, paymentId: null });
  }

  /** To be called after the last event of a stream. */
  end(): void {
    const { paid } = this.order;
    this.order = new WalkedOrder();
    if (!paid) return;
    this.paid += 1;
    this.words.put(paid.paymentId, paid);
  }

  async compare(): Promise<void> {
    for await (const words of this.words.parts()) {
      const orders = new Map<string | null, Paid>();
      for (const word of words) {
        if (word.side === 'bought') continue;
        const before = orders.get(word.paymentId);
        if (before) this.tell({ code: 'order.twice', message: `its payment paid ${before.place} as well` }, word);
        orders.set(word.paymentId, word);
      }
      const bought = new Map<string, Bought>();
      for (const word of words) {
        if (word.side === 'paid') continue;
        this.tell(wrongWith(word, orders.get(word.paymentId), bought.get(word.purchaseId)), word);
        bought.set(word.purchaseId, word);
      }
      for (const order of orders.values()) this.missing(order, bought);
    }
    if (this.recent > 0) this.options.report.note(`paid orders of the last hour that lack purchases: ${this.recent}`);
  }

  close(): void {
    this.words.remove();
  }

  private missing(order: Paid, bought: ReadonlyMap<string, Bought>): void {
    const items = order.items.filter(({ itemId }) => !bought.has(itemId));
    const cents = items.reduce((sum, item) => sum + item.cents, 0);
    if (items.length === 0) return;
    if (order.isRecent) this.recent += 1;
    else {
      const message = `${items.length} of ${order.items.length} items, ${dollars(cents)}, were paid for and not bought`;
      this.tell({ code: 'order.not_bought', message }, order);
    }
  }

  private tell(
    wrong: Wrong | undefined,
    { place, memberId, paymentId }: { place: string; memberId: string; paymentId: string | null },
  ): void {
    if (!wrong || this.options.isDoubtful(memberId)) return;
    this.options.report.finding({ ...wrong, place, detail: { memberId, paymentId } });
  }
}

type Wrong = Pick<Finding, 'code' | 'message'>;

/** One order, as far as its stream was walked. */
class WalkedOrder {
  /** Undefined until it is paid for. */
  paid: Paid | undefined;
  private placed: Extract<OrderFact, { type: 'OrderPlaced' }>['data'] | undefined;

  see({ type, data, recordedAt }: Recorded<OrderFact | AccountFact>, place: string): Wrong | undefined {
    if (type === 'OrderPlaced') this.placed = data;
    if (type !== 'OrderPaid') return undefined;
    if (this.placed?.testMode) return { code: 'order.test_paid', message: 'a test order was paid for' };
    if (this.paid) return { code: 'order.twice', message: `it was paid for before, at ${this.paid.place}` };
    this.paid = {
      side: 'paid',
      paymentId: data.paymentId,
      memberId: data.memberId,
      items: (this.placed?.items ?? []).map(({ itemId, cents }) => ({ itemId, cents })),
      place,
      isRecent: Date.now() - recordedAt.getTime() < BOUGHT_WITHIN_MS,
    };
    return undefined;
  }
}

function wrongWith(
  { purchaseId, memberId, cents }: Bought,
  order: Paid | undefined,
  before: Bought | undefined,
): Wrong | undefined {
  const ordered = order?.items.find(({ itemId }) => itemId === purchaseId);
  if (!order || !ordered) {
    return { code: 'order.not_paid', message: `${dollars(cents)} were paid by card for what no paid order has` };
  }
  if (before) return { code: 'order.bought_twice', message: `it was bought before, at ${before.place}` };
  if (order.memberId !== memberId) {
    return { code: 'order.differs', message: `${order.place} is of member ${order.memberId}` };
  }
  if (ordered.cents === cents) return undefined;
  return {
    code: 'order.differs',
    message: `it was bought for ${dollars(cents)}, and ordered for ${dollars(ordered.cents)}`,
  };
}

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
