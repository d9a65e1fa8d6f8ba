import type { PaidOrderPayment } from '@easel/api/payments/stripe-orders.gateway';
import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import { placeOf, type Finding, type Report } from './finding.ts';
import { isOfOrder } from './order-check.ts';
import { Spill } from './spill.ts';
import { dollars, isOfLastHour } from './walked-order.ts';

/** Payment as the card service lists it. */
type There = Omit<PaidOrderPayment, 'paidAt' | 'refundedAt'> & { isRecent: boolean; isRefundRecent: boolean };
/** Payment as its order records it. */
interface Here {
  orderId: string;
  memberId: string;
  cents: number;
  place: string;
}
type Ledger = 'order' | 'account';
type Word = { paymentId: string } & (
  | ({ side: 'there' } & There)
  | ({ side: 'here' } & Here)
  | { side: 'refund'; of: Ledger; refundId: string; cents: number }
);

export interface OrderPaymentCheckOptions {
  /** Leaves all others out. */
  memberId?: string;
  /** Where the log ended before the card service was asked: of what came later it may not have known. */
  until: bigint;
  /** Reads a stream as it is by now: what the card service listed may have reached it since it was read. */
  readAgain(stream: string): AsyncIterable<Recorded>;
  /** Whose log is in doubt anyway. */
  isDoubtful(memberId: string): boolean;
  report: Report;
}

/**
 * Compares the payments of orders at the card service, and what went back of them, with the orders and the accounts. A
 * payment whose webhook was lost is in no event, so only the card service can name it.
 */
export class OrderPaymentCheck {
  readonly counts = { paid: 0, recorded: 0 };
  private recent = 0;
  private readonly words = new Spill<Word>();

  constructor(private readonly options: OrderPaymentCheckOptions) {}

  /** To be called before the streams are walked. */
  async ask(payments: AsyncIterable<PaidOrderPayment>): Promise<void> {
    const { memberId: only } = this.options;
    for await (const { paidAt, refundedAt, ...payment } of payments) {
      if (only !== undefined && payment.memberId !== only) continue;
      this.counts.paid += 1;
      const isRefundRecent = refundedAt !== undefined && isOfLastHour(refundedAt);
      this.put({ side: 'there', ...payment, isRecent: isOfLastHour(paidAt), isRefundRecent });
    }
  }

  /** Takes every event of every account and order that is checked. */
  see(event: Recorded<AccountFact | OrderFact>): void {
    if (event.position > this.options.until) return;
    const word = wordOf(event);
    if (!word) return;
    if (word.side === 'here') this.counts.recorded += 1;
    this.put(word);
  }

  async compare(): Promise<void> {
    for await (const words of this.words.parts()) {
      for (const [paymentId, ofPayment] of Map.groupBy(words, (word) => word.paymentId)) {
        await this.comparePayment(paymentId, new Compared(ofPayment));
      }
    }
    if (this.recent > 0) {
      this.options.report.note(`payments and refunds of orders of the last hour that are not here yet: ${this.recent}`);
    }
  }

  close(): void {
    this.words.remove();
  }

  private put(word: Word): void {
    this.words.put(word.paymentId, word);
  }

  private async comparePayment(paymentId: string, before: Compared): Promise<void> {
    const party = before.there ?? before.here;
    if (!party || !before.difference()) return;
    if ([before.there, before.here].some((side) => side && this.options.isDoubtful(side.memberId))) return;
    const compared = before.there ? await this.again(paymentId, before.there, party) : before;
    const wrong = compared.difference();
    if (!wrong) return;
    if (wrong.isRecent) {
      this.recent += 1;
      return;
    }
    const { there, here } = compared;
    const { orderId, memberId } = here ?? party;
    this.options.report.finding({
      code: wrong.code,
      place: here ? `${here.place} payment ${paymentId}` : `payment ${paymentId}`,
      message: wrong.message,
      detail: { paymentId, orderId, memberId, paid: there?.cents ?? null },
    });
  }

  private async again(paymentId: string, there: There, { orderId, memberId }: Here | There): Promise<Compared> {
    const words: Word[] = [{ side: 'there', ...there }];
    for (const stream of [orderStream.nameOf(orderId), accountStream.nameOf(memberId)]) {
      for await (const event of this.options.readAgain(stream)) {
        const word = wordOf(event as Recorded<AccountFact | OrderFact>);
        if (word?.paymentId === paymentId) words.push(word);
      }
    }
    return new Compared(words);
  }
}

function wordOf(event: Recorded<AccountFact | OrderFact>): Word | undefined {
  if (event.type === 'OrderPaid' && isOfOrder(event)) {
    const { paymentId, orderId, memberId, cents } = event.data;
    return { side: 'here', paymentId, orderId, memberId, cents, place: placeOf(event.stream, event.revision) };
  }
  if (event.type !== 'OrderRefunded' && event.type !== 'WalletRefunded') return undefined;
  const { paymentId, refundId, outcome } = event.data;
  const cents = outcome === 'made' ? event.data.cents : 0;
  return { side: 'refund', of: event.type === 'OrderRefunded' ? 'order' : 'account', paymentId, refundId, cents };
}

/** What all sides record of one payment. A wallet's payment has its refunds alone. */
class Compared {
  there: There | undefined;
  here: Here | undefined;
  /** What each refund brought back by its last event; nothing where it failed. */
  private readonly refunds = { order: new Map<string, number>(), account: new Map<string, number>() };

  constructor(words: readonly Word[]) {
    for (const word of words) {
      if (word.side === 'there') this.there = word;
      else if (word.side === 'here') this.here ??= word;
      else this.refunds[word.of].set(word.refundId, word.cents);
    }
  }

  /** Undefined where all agree. */
  difference(): (Pick<Finding, 'code' | 'message'> & { isRecent?: boolean }) | undefined {
    const { there, here } = this;
    if (!there) return here && notThere(here);
    // A payment for an order that takes none goes back whole.
    if (!here) return there.refundedCents === there.cents ? undefined : notHere(there);
    if (there.orderId !== here.orderId || there.memberId !== here.memberId) {
      const message = `order ${there.orderId} of member ${there.memberId} was paid, ${here.orderId} of ${here.memberId} has it`;
      return { code: 'order.payment_differs', message };
    }
    if (there.cents !== here.cents) {
      const message = `${dollars(there.cents)} were paid, the order has ${dollars(here.cents)}`;
      return { code: 'order.payment_differs', message };
    }
    return this.refundDifference(there);
  }

  private refundDifference({ refundedCents, isRefundRecent }: There) {
    const [order, account] = [sum(this.refunds.order), sum(this.refunds.account)];
    if (refundedCents === order && refundedCents === account) return undefined;
    const message = `${dollars(refundedCents)} went back at the card service, ${dollars(order)} in the order, ${dollars(account)} in the account`;
    return { code: 'order.refund_differs', message, isRecent: isRefundRecent };
  }
}

const notThere = ({ cents }: Here) => ({
  code: 'order.payment_not_there',
  message: `the order has a payment of ${dollars(cents)}; the card service has no such paid payment`,
});

const notHere = ({ cents, orderId, isRecent }: There) => ({
  code: 'order.payment_not_here',
  message: `${dollars(cents)} were paid for ${orderStream.nameOf(orderId)}, which has no such payment`,
  isRecent,
});

const sum = (refunds: ReadonlyMap<string, number>): number => [...refunds.values()].reduce((all, one) => all + one, 0);
