import { orderStream } from '@easel/contracts/orders/stream';
import { Injectable } from '@nestjs/common';
import type { Letter } from '../mail/mails.ts';
import { OrderEvents } from './order-events.ts';
import { orderLetter, type CreditNote } from './order-letter.ts';

/** Writes the mail about a credit note of an order. */
@Injectable()
export class RefundLettersLookup {
  constructor(private readonly events: OrderEvents) {}

  /**
   * Returns undefined of an order of downloads alone. Throws while the order has not recorded the refund, which the
   * account records first.
   */
  async letterOf(
    to: string,
    orderId: string,
    { refundId, ...note }: CreditNote & { refundId: string },
  ): Promise<Letter | undefined> {
    const events = await this.events.of(orderStream.nameOf(orderId));
    const refund = events.find(
      ({ type, data }) => type === 'OrderRefunded' && data.refundId === refundId && data.outcome === 'made',
    );
    if (!refund) throw new Error(`The order ${orderId} has not recorded the refund ${refundId} yet`);
    return orderLetter(to, events, refund.revision, note);
  }
}
