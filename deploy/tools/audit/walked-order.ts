import type { Recorded } from '@easel/contracts/kernel/event';
import type { OrderFact } from '@easel/contracts/orders/events';
import { placeOf, type Finding } from './finding.ts';

/** What follows from an event of an order may have been held up this long; after that a missing one is a finding. */
const FOLLOWED_WITHIN_MS = 3_600_000;

export type Wrong = Pick<Finding, 'code' | 'message'> & { place: string };

/** What a card paid for, as the order says. */
export interface PaidOrder {
  paymentId: string;
  memberId: string;
  orderId: string;
  items: { itemId: string; cents: number }[];
  /** Of printed products and their delivery: what is not of the downloads. */
  printsCents: number;
  place: string;
  isRecent: boolean;
}

type Data<Type extends OrderFact['type']> = Extract<OrderFact, { type: Type }>['data'];

/** One order, as far as its stream was walked. */
export class WalkedOrder {
  /** Undefined until it is paid for. */
  paid: PaidOrder | undefined;
  private placed: Data<'OrderPlaced'> | undefined;
  private paidCents = 0;
  /** Places of the events that sent it to the print service, by attempt. */
  private readonly sent = new Map<number, string>();
  /** What the print service asks, by attempt; the last one of each holds. */
  private readonly charged = new Map<number, number>();
  private readonly refunds = new Map<string, { cents: number; place: string }>();
  private readonly requests = new Map<string, { cents: number; place: string; isRecent: boolean }>();
  /** Items whose money goes back, or has gone, by the request for it. */
  private readonly givenBack = new Map<string, readonly string[]>();
  private isRefunded = false;

  /** Attempts that the print service was given. */
  get printed(): number {
    return this.sent.size;
  }

  get printCents(): number {
    return [...this.charged.values()].reduce((sum, cents) => sum + cents, 0);
  }

  /** Refunds that were asked for within the last hour and not made yet. */
  get waiting(): number {
    return [...this.requests.values()].filter(({ isRecent }) => isRecent).length;
  }

  see(event: Recorded<OrderFact>): Wrong | undefined {
    const place = placeOf(event.stream, event.revision);
    switch (event.type) {
      case 'OrderPlaced':
        this.placed = event.data;
        return undefined;
      case 'OrderPaid':
        return this.pay(event.data, place, isRecent(event));
      case 'OrderStatusChanged':
        this.isRefunded ||= event.data.to === 'refunded';
        return undefined;
      case 'OrderSentToPrint':
        return this.send(event.data, place);
      case 'OrderParcelShipped':
        if (this.paid) return undefined;
        return { code: 'order.unpaid_shipped', message: 'a parcel of an unpaid order was shipped', place };
      case 'OrderPrintCharged':
        this.charged.set(event.data.attempt, event.data.cents);
        return undefined;
      case 'OrderRefundRequested':
        this.givenBack.set(event.data.requestId, event.data.itemIds);
        this.requests.set(event.data.requestId, { cents: event.data.cents, place, isRecent: isRecent(event) });
        return undefined;
      case 'OrderRefunded':
        return this.refund(event.data, place);
      default:
        return undefined;
    }
  }

  /** Takes an event from after the instant as of which the log is checked: it may answer what was asked before. */
  seeLater({ type, data }: Recorded<OrderFact>): void {
    if (type === 'OrderRefunded' && data.requestId !== null) this.requests.delete(data.requestId);
  }

  /** What is wrong at its end. */
  end(): Wrong[] {
    return [...this.requests.values()]
      .filter((request) => !request.isRecent)
      .map(({ cents, place }) => ({
        code: 'order.refund_open',
        message: `a refund of ${dollars(cents)} was asked for, and did not go back to the card`,
        place,
      }));
  }

  private pay(data: Data<'OrderPaid'>, place: string, recent: boolean): Wrong | undefined {
    if (this.placed?.testMode) return { code: 'order.test_paid', message: 'a test order was paid for', place };
    if (this.paid) return { code: 'order.twice', message: `it was paid for before, at ${this.paid.place}`, place };
    const { paymentId, memberId, orderId, cents } = data;
    const items = (this.placed?.items ?? []).filter(({ kind }) => kind === 'image-download');
    const printsCents = cents - items.reduce((sum, item) => sum + item.cents, 0);
    this.paidCents = cents;
    this.paid = {
      paymentId,
      memberId,
      orderId,
      items: items.map(({ itemId, cents: ofItem }) => ({ itemId, cents: ofItem })),
      printsCents,
      place,
      isRecent: recent,
    };
    return undefined;
  }

  private send({ attempt }: Data<'OrderSentToPrint'>, place: string): Wrong | undefined {
    const before = this.sent.get(attempt);
    this.sent.set(attempt, place);
    if (this.placed?.testMode) {
      return { code: 'order.test_printed', message: 'a test order was sent to the print service', place };
    }
    if (!this.paid) {
      return { code: 'order.unpaid_printed', message: 'an unpaid order was sent to the print service', place };
    }
    if (this.isGivenBack()) {
      const message = 'it is printed, although all of its products had been refunded';
      return { code: 'order.printed_in_vain', message, place };
    }
    if (before === undefined) return undefined;
    return { code: 'order.printed_twice', message: `attempt ${attempt} was sent before, at ${before}`, place };
  }

  /** Whether the money of every product has gone back, or is about to. */
  private isGivenBack(): boolean {
    if (this.isRefunded) return true;
    const itemIds = new Set([...this.givenBack.values()].flat());
    const products = (this.placed?.items ?? []).filter(({ kind }) => kind === 'product');
    return products.length > 0 && products.every(({ itemId }) => itemIds.has(itemId));
  }

  /** A payment for an order that takes none is refunded whole, and is on no account. */
  private refund({ paymentId, refundId, requestId, cents, outcome }: Data<'OrderRefunded'>, place: string) {
    if (requestId !== null) this.requests.delete(requestId);
    if (requestId !== null && outcome === 'failed') this.givenBack.delete(requestId);
    if (paymentId !== this.paid?.paymentId) return undefined;
    if (outcome === 'made') this.refunds.set(refundId, { cents, place });
    else this.refunds.delete(refundId);
    const back = [...this.refunds.values()].reduce((sum, one) => sum + one.cents, 0);
    if (back <= this.paidCents) return undefined;
    const message = `${dollars(back)} went back of ${dollars(this.paidCents)}`;
    return { code: 'order.refunded_more', message, place };
  }
}

const isRecent = ({ recordedAt }: Recorded): boolean => isOfLastHour(recordedAt);

export const isOfLastHour = (at: Date): boolean => Date.now() - at.getTime() < FOLLOWED_WITHIN_MS;

export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
