import { ERASED, type Recorded } from '@easel/contracts/kernel/event';
import { memberChanges, type MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import type { OrderAddress, OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import { evolveOrder, lateSince, orderPlaced } from '@easel/contracts/orders/view';
import { arrayLiteral } from '@easel/kernel/database/arrays';
import type { ClientBase } from 'pg';
import { FoldedTable } from '../kernel/folded-rows.ts';
import { markKeys } from '../kernel/incomplete.ts';
import { type Entry, writeListing } from '../kernel/listing.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import { uuidsOf } from '../kernel/uuids.ts';
import { incomplete, ORDERED, type OrderRow, orders as orderTable, tables, trackingKey } from './orders.tables.ts';
import { decisionsAfter } from './support-decisions.ts';

type Placed = Extract<OrderFact, { type: 'OrderPlaced' }>;
type Later = Exclude<OrderFact, Placed>;

const foldedOrders = new FoldedTable(orderTable);

const PERSONAL = ['customer_name', 'customer_email', 'customer_phone', 'street', 'city', 'state', 'zip_code'];
const ERASE = `update placed set ${PERSONAL.map((column) => `${column} = '${ERASED}'`).join(', ')}, notes = '[]',
  decisions = '[]' where member_id = any($1::uuid[])`;

class OrderRows implements RowBatch {
  private readonly orders = foldedOrders.batch();
  private readonly listed: Entry[] = [];
  private readonly erased: string[] = [];

  place({ data, position }: Recorded<Placed>): void {
    const { orderId: id, memberId, placedAt } = data;
    this.orders.begin(id, placedRow(data, position));
    this.listed.push({ owner: memberId, list: ORDERED, at: placedAt, id });
  }

  change(event: Recorded<Later>): void {
    const { orderId } = event.data;
    this.orders.change(orderId, (row) => {
      if (!row) throw new Error(`${orderId} was never placed`);
      const view = evolveOrder(row.view, event);
      return {
        ...row,
        ...changedColumns(row, event),
        decisions: decisionsAfter(row, event),
        status: view.status,
        print_id: view.print.printOrderId,
        tracking: trackingOf(view),
        late_since: lateSince(view),
        view,
      };
    });
  }

  erase(memberId: string): void {
    this.erased.push(memberId);
  }

  async write(sql: ClientBase): Promise<void> {
    await Promise.all([this.orders.flush(sql), writeListing(sql, this.listed, [])]);
    if (this.erased.length > 0) {
      await sql.query({ name: 'erase customers', text: ERASE, values: [arrayLiteral(this.erased)] });
    }
  }
}

/** Orders with their timelines. Whose member is erased keeps its sums and loses its customer. */
export const orders = projectorOf<OrderFact | MemberFact, OrderRows>()({
  name: 'orders',
  version: 3,
  categories: [orderStream.category, memberStream.category],
  tables,
  rows: () => new OrderRows(),
  on: {
    OrderPlaced: (event, rows) => rows.place(event),
    OrderPaymentOpened: (event, rows) => rows.change(event),
    OrderPaid: (event, rows) => rows.change(event),
    OrderPaymentFailed: (event, rows) => rows.change(event),
    OrderStatusChanged: (event, rows) => rows.change(event),
    OrderAddressChanged: (event, rows) => rows.change(event),
    OrderNoted: (event, rows) => rows.change(event),
    OrderSentToPrint: (event, rows) => rows.change(event),
    OrderPrintFailed: (event, rows) => rows.change(event),
    OrderReprinted: (event, rows) => rows.change(event),
    OrderPrintCharged: (event, rows) => rows.change(event),
    OrderParcelShipped: (event, rows) => rows.change(event),
    OrderDelayed: (event, rows) => rows.change(event),
    OrderArrivalReported: (event, rows) => rows.change(event),
    OrderRefundRequested: (event, rows) => rows.change(event),
    OrderRefunded: (event, rows) => rows.change(event),
    MemberErased: ({ data }, rows) => rows.erase(data.memberId),
  },
  ignores: ['MemberRegistered', ...memberChanges],
  // One event that cannot be applied keeps back its member's orders alone.
  partition: ({ data }) => data.memberId,
  markIncomplete: (sql, members, isIncomplete) => markKeys(sql, incomplete, uuidsOf(members), isIncomplete),
});

const addressColumns = ({ street, city, state, zipCode }: Omit<OrderAddress, 'country'>) => ({
  street,
  city,
  state,
  zip_code: zipCode,
});

/** Columns from an event that are not in the view. */
function changedColumns(row: OrderRow, { type, data, metadata }: Recorded<Later>): Partial<OrderRow> {
  switch (type) {
    case 'OrderPaymentOpened':
      return { payment_id: data.paymentId };
    case 'OrderAddressChanged':
      return addressColumns(data);
    case 'OrderNoted': {
      const { noteId, note, notedAt } = data;
      return { notes: [...row.notes, { noteId, note, notedAt, operatorId: metadata.actor.id }] };
    }
    default:
      return {};
  }
}

const trackingOf = ({ parcels }: OrderRow['view']): string => {
  const numbers = parcels.map(({ trackingNumber }) => trackingKey(trackingNumber));
  return [...new Set(numbers)].filter((number) => number !== '').join(' ');
};

const placedRow = (data: Placed['data'], position: bigint): OrderRow => {
  const view = orderPlaced(data);
  return {
    id: data.orderId,
    member_id: data.memberId,
    position,
    reference: data.reference,
    status: view.status,
    test: data.testMode,
    payment_id: null,
    customer_name: data.customerName,
    customer_email: data.customerEmail,
    customer_phone: data.customerPhone,
    ...addressColumns(data),
    print_id: null,
    tracking: '',
    late_since: null,
    notes: [],
    decisions: [],
    view,
  };
};
