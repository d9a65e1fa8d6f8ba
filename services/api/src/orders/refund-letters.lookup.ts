import { orderStream } from '@easel/contracts/orders/stream';
import { EventLog } from '@easel/kernel/log/event-log';
import { Injectable } from '@nestjs/common';
import { OrderEvents } from './order-events.ts';
import { orderLetter } from './order-letter.ts';

/** A credit note for a refund of an order. */
interface RefundNote {
  refundId: string;
  number: string;
  /** Lines of the seller's name and address. */
  seller: readonly string[];
}

interface RefundLetter {
  to: string;
  subject: string;
  paragraphs: readonly string[];
  /** `path` on this site. */
  links?: readonly { label: string; path: string }[];
}

/** Writes the mail about a credit note of an order. */
@Injectable()
export class RefundLettersLookup {
  private readonly events: OrderEvents;

  constructor(log: EventLog) {
    this.events = new OrderEvents(log);
  }

  /**
   * Returns undefined of an order of downloads alone. Throws while the order has not recorded the refund, which the
   * account records first.
   */
  async letterOf(to: string, orderId: string, { refundId, ...note }: RefundNote): Promise<RefundLetter | undefined> {
    const events = await this.events.of(orderStream.nameOf(orderId));
    const refund = events.find(
      ({ type, data }) => type === 'OrderRefunded' && data.refundId === refundId && data.outcome === 'made',
    );
    if (!refund) throw new Error(`The order ${orderId} has not recorded the refund ${refundId} yet`);
    return orderLetter(to, events, refund.revision, note);
  }
}
