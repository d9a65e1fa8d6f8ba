import type { AccountFact } from '@easel/contracts/account/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { OrderFact } from '@easel/contracts/orders/events';
import { placeOf, type Finding, type Report } from './finding.ts';
import { Spill } from './spill.ts';
import { dollars, WalkedOrder, type PaidOrder } from './walked-order.ts';

/** What an order, or an account, says of one payment by card. */
type Word =
  | ({ side: 'paid' } & PaidOrder)
  | { side: 'bought'; paymentId: string | null; memberId: string; purchaseId: string; cents: number; place: string }
  | { side: 'prints'; paymentId: string; memberId: string; orderId: string; cents: number; place: string };
type Of<Side extends Word['side']> = Extract<Word, { side: Side }>;

export interface OrderCheckOptions {
  /** Where the log ended before its streams were walked: what came later one of the two sides may lack. */
  until: bigint;
  /** Whose log is in doubt anyway. */
  isDoubtful(memberId: string): boolean;
  report: Report;
}

/**
 * Compares what orders were paid for with the accounts' purchases by card: each download is bought once and for its
 * price, and the printed products with their delivery once for the rest, even if the money went back meanwhile. Test
 * orders are never paid or printed, so that nothing of them may be bought. What is printed or shipped was paid for, and
 * no more goes back than was paid.
 * spec: rulings "Checkout test mode".
 */
export class OrderCheck {
  /** Orders that were paid for. */
  paid = 0;
  /** What the print service was given, an attempt each, and what it asks for that. */
  readonly prints = { attempts: 0, cents: 0 };
  private recent = 0;
  private waiting = 0;
  private readonly words = new Spill<Word>();
  /** The order that is being walked. */
  private order = new WalkedOrder();

  constructor(private readonly options: OrderCheckOptions) {}

  /** Takes every event of every account and order that is checked. */
  see(event: Recorded<AccountFact | OrderFact>): void {
    const place = placeOf(event.stream, event.revision);
    if (event.type === 'ImagePurchased' || event.type === 'PrintsPurchased') {
      if (event.position <= this.options.until) this.book(event, place);
      return;
    }
    if (!isOfOrder(event)) return;
    if (event.position > this.options.until) return this.order.seeLater(event);
    if (event.type === 'OrderPlaced') this.order = new WalkedOrder();
    const wrong = this.order.see(event);
    if (wrong) this.tell(wrong, { place: wrong.place, memberId: event.data.memberId, paymentId: null });
  }

  /** To be called after the last event of a stream. */
  end(): void {
    const { order } = this;
    this.order = new WalkedOrder();
    this.prints.attempts += order.printed;
    this.prints.cents += order.printCents;
    this.waiting += order.waiting;
    const { paid } = order;
    if (!paid) return;
    for (const wrong of order.end()) {
      this.tell(wrong, { place: wrong.place, memberId: paid.memberId, paymentId: paid.paymentId });
    }
    this.paid += 1;
    this.words.put(paid.paymentId, { side: 'paid', ...paid });
  }

  async compare(): Promise<void> {
    for await (const words of this.words.parts()) this.comparePart(words);
    const { report } = this.options;
    if (this.recent > 0) report.note(`paid orders of the last hour that lack purchases: ${this.recent}`);
    if (this.waiting > 0) report.note(`refunds of orders that were asked for in the last hour: ${this.waiting}`);
  }

  close(): void {
    this.words.remove();
  }

  private book(
    { type, data }: Recorded<Extract<AccountFact, { type: 'ImagePurchased' | 'PrintsPurchased' }>>,
    place: string,
  ): void {
    const { memberId, cents } = data;
    if (type === 'PrintsPurchased') {
      const { paymentId, orderId } = data;
      this.words.put(paymentId, { side: 'prints', paymentId, memberId, orderId, cents, place });
      return;
    }
    const { method, paymentId, purchaseId } = data;
    if (method !== 'card') return;
    this.words.put(paymentId ?? '', { side: 'bought', paymentId, memberId, purchaseId, cents, place });
  }

  private comparePart(words: readonly Word[]): void {
    const orders = new Map<string | null, Of<'paid'>>();
    for (const word of words) {
      if (word.side !== 'paid') continue;
      const before = orders.get(word.paymentId);
      if (before) this.tell({ code: 'order.twice', message: `its payment paid ${before.place} as well` }, word);
      orders.set(word.paymentId, word);
    }
    const bought = new Map<string, Of<'bought'>>();
    const prints = new Map<string, Of<'prints'>>();
    for (const word of words) {
      if (word.side === 'bought') {
        this.tell(wrongWith(word, orders.get(word.paymentId), bought.get(word.purchaseId)), word);
        bought.set(word.purchaseId, word);
      } else if (word.side === 'prints') {
        this.tell(wrongWithPrints(word, orders.get(word.paymentId), prints.get(word.paymentId)), word);
        prints.set(word.paymentId, word);
      }
    }
    for (const order of orders.values()) this.missing(order, bought, prints);
  }

  private missing(
    order: Of<'paid'>,
    bought: ReadonlyMap<string, Of<'bought'>>,
    prints: ReadonlyMap<string, Of<'prints'>>,
  ): void {
    const items = order.items.filter(({ itemId }) => !bought.has(itemId));
    const cents = items.reduce((sum, item) => sum + item.cents, 0);
    const lacksPrints = order.printsCents > 0 && !prints.has(order.paymentId);
    if (items.length === 0 && !lacksPrints) return;
    if (order.isRecent) {
      this.recent += 1;
      return;
    }
    const code = 'order.not_bought';
    const count = `${items.length} of ${order.items.length} items`;
    if (items.length > 0) {
      this.tell({ code, message: `${count}, ${dollars(cents)}, were paid for and not bought` }, order);
    }
    if (lacksPrints) {
      const sum = dollars(order.printsCents);
      this.tell({ code, message: `its printed products and delivery, ${sum}, were paid for and not booked` }, order);
    }
  }

  private tell(
    wrong: Pick<Finding, 'code' | 'message'> | undefined,
    { place, memberId, paymentId }: { place: string; memberId: string; paymentId: string | null },
  ): void {
    if (!wrong || this.options.isDoubtful(memberId)) return;
    const { code, message } = wrong;
    this.options.report.finding({ code, message, place, detail: { memberId, paymentId } });
  }
}

export const isOfOrder = (event: Recorded<AccountFact | OrderFact>): event is Recorded<OrderFact> =>
  'orderId' in event.data;

function wrongWith(
  { purchaseId, memberId, cents }: Of<'bought'>,
  order: Of<'paid'> | undefined,
  before: Of<'bought'> | undefined,
): Pick<Finding, 'code' | 'message'> | undefined {
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

function wrongWithPrints(
  { memberId, orderId, cents }: Of<'prints'>,
  order: Of<'paid'> | undefined,
  before: Of<'prints'> | undefined,
): Pick<Finding, 'code' | 'message'> | undefined {
  if (!order || order.printsCents <= 0) {
    return { code: 'order.not_paid', message: `${dollars(cents)} were booked for products that no paid order has` };
  }
  if (before) return { code: 'order.bought_twice', message: `they were booked before, at ${before.place}` };
  if (order.memberId !== memberId || order.orderId !== orderId) {
    return { code: 'order.differs', message: `${order.place} is of order ${order.orderId} of ${order.memberId}` };
  }
  if (order.printsCents === cents) return undefined;
  const message = `${dollars(cents)} were booked for products and delivery, and ${dollars(order.printsCents)} paid`;
  return { code: 'order.differs', message };
}
