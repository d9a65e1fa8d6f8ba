import type { InvoiceFact } from '@easel/contracts/invoices/events';
import { invoicesStream } from '@easel/contracts/invoices/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { OrderAddress, OrderFact } from '@easel/contracts/orders/events';
import type { OwnOrder } from '@easel/contracts/orders/http';
import { orderStream } from '@easel/contracts/orders/stream';
import { evolveOrder, orderPlaced, ownOrder, type OrderTexts, type OrderView } from '@easel/contracts/orders/view';
import type { EventLog } from '@easel/kernel/log/event-log';

/** Reads a member's orders as their pages show them, in the order in which they were placed, one at a time. */
export async function* memberOrders(
  log: EventLog,
  memberId: string,
  signal: AbortSignal,
): AsyncGenerator<OwnOrder, void, void> {
  const { orders, invoices } = await placedBy(log, memberId, signal);
  for (const orderId of orders) {
    const order = await readOrder(log, orderId, invoices.get(orderId) ?? null);
    if (order) yield order;
  }
}

/** Finds a member's orders, and the numbers of their invoices, by the order's id. */
async function placedBy(
  log: EventLog,
  memberId: string,
  signal: AbortSignal,
): Promise<{ orders: string[]; invoices: Map<string, string> }> {
  const orders: string[] = [];
  const invoices = new Map<string, string>();
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const categories = [orderStream.category, invoicesStream.category];
  for await (const item of log.subscribe({ categories, after: 'start', signal: until })) {
    if (item.kind === 'caught-up') over.abort();
    if (item.kind !== 'fact') continue;
    const { type, data, unreadable } = item.fact as Recorded<OrderFact | InvoiceFact>;
    if (unreadable || data.memberId !== memberId) continue;
    if (type === 'OrderPlaced') orders.push(data.orderId);
    if (type === 'InvoiceIssued' && data.item.kind === 'order') invoices.set(data.item.orderId, data.number);
  }
  signal.throwIfAborted();
  return { orders, invoices };
}

async function readOrder(log: EventLog, orderId: string, invoice: string | null): Promise<OwnOrder | undefined> {
  let order: OrderView | undefined;
  let texts: OrderTexts | undefined;
  for await (const event of log.read<OrderFact>(orderStream.nameOf(orderId))) {
    if (event.unreadable) continue;
    if (event.type === 'OrderPlaced') {
      const { customerName: name, customerEmail: email, customerPhone: phone, ...data } = event.data;
      order = orderPlaced(event.data);
      texts = { customer: { name, email, phone }, address: addressOf(data) };
    } else if (order && texts) {
      if (event.type === 'OrderAddressChanged') texts = { ...texts, address: addressOf(event.data) };
      order = evolveOrder(order, event);
    }
  }
  return order && texts && ownOrder(order, texts, invoice);
}

const addressOf = ({ street, city, state, zipCode, country }: OrderAddress): OrderAddress => ({
  street,
  city,
  state,
  zipCode,
  country,
});
