import type { OrderAddress, OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import { EventLog } from '@easel/kernel/log/event-log';
import { Injectable } from '@nestjs/common';
import { MembersLookup } from '../members/members.lookup.ts';
import type { Recipient } from './print-order.ts';

/** Read only when an order is sent: its recipient, and its earlier print orders. */
export interface OrderPapers {
  /** Undefined where the member was erased. */
  recipient: Recipient | undefined;
  /** Print orders of earlier attempts of which nothing has left. */
  unshipped: string[];
}

@Injectable()
export class OrderPapersReader {
  constructor(
    private readonly log: EventLog,
    private readonly members: MembersLookup,
  ) {}

  async read(orderId: string, memberId: string): Promise<OrderPapers> {
    let recipient: Recipient | undefined;
    const sent = new Map<number, string>();
    for await (const { type, data, unreadable } of this.log.read<OrderFact>(orderStream.nameOf(orderId))) {
      if (unreadable) throw new Error(`an event of order ${orderId} cannot be read: ${unreadable.detail}`);
      if (type === 'OrderPlaced') {
        const { customerName: name, customerEmail: email, customerPhone: phone } = data;
        recipient = { name, email, phone, address: addressIn(data) };
      } else if (type === 'OrderAddressChanged' && recipient) {
        recipient = { ...recipient, address: addressIn(data) };
      } else if (type === 'OrderSentToPrint') sent.set(data.attempt, data.printOrderId);
      else if (type === 'OrderParcelShipped') sent.delete(data.attempt);
    }
    // Checked last: a member who was erased meanwhile has left texts that say `[erased]`.
    const isErased = await this.members.isErased(memberId);
    return { recipient: isErased ? undefined : recipient, unshipped: [...sent.values()] };
  }
}

const addressIn = ({ street, city, state, zipCode, country }: OrderAddress): OrderAddress => ({
  street,
  city,
  state,
  zipCode,
  country,
});
