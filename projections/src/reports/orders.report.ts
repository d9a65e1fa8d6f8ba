import type { OrderFact } from '@easel/contracts/orders/events';
import { z } from 'zod';
import { columnsOf, Durations, Groups, isWithin, monthOf, months, share } from './figures.ts';
import { reportOf, type Seen } from './report.ts';

interface Figures {
  placed: number;
  tests: number;
  paid: number;
  cancelled: number;
  paidCents: number;
  deliveryCents: number;
  refundedCents: number;
  printCents: number;
  recognisedCents: number;
  /** For the orders that were paid on that day. */
  toDispatch: Durations;
  printed: number;
  late: number;
}

const none = (): Figures => ({
  placed: 0,
  tests: 0,
  paid: 0,
  cancelled: 0,
  paidCents: 0,
  deliveryCents: 0,
  refundedCents: 0,
  printCents: 0,
  recognisedCents: 0,
  toDispatch: new Durations(),
  printed: 0,
  late: 0,
});

interface Order {
  /** Products that have not left yet, with what was paid for each, in cents. */
  waiting: Map<string, number>;
  downloadCents: number;
  deliveryCents: number;
  /** Undefined until it is paid. */
  paid: { at: string; day: Figures } | undefined;
  isDispatched: boolean;
  isLate: boolean;
  /** The cost of each attempt at the print service. */
  printCents: Map<number, number>;
}

interface State {
  /** Those that are no tests. */
  orders: Map<string, Order>;
  days: Groups<Figures>;
}

/** Sums are of the UTC day on which each event was recorded, shares and times of the orders that were paid then. */
export const report = reportOf<OrderFact>()({
  answers: 'How orders went day by day: what was paid, refunded, spent on prints and recognised, and how late it was',
  filter: [
    'OrderPlaced',
    'OrderPaid',
    'OrderStatusChanged',
    'OrderPrintFailed',
    'OrderPrintCharged',
    'OrderParcelShipped',
    'OrderDelayed',
    'OrderArrivalReported',
    'OrderRefunded',
  ],
  parameters: z.strictObject(months),
  initial: (): State => ({ orders: new Map(), days: new Groups(none) }),

  reduce(state, fact) {
    if (fact.type === 'OrderPlaced') {
      place(state, fact);
      return state;
    }
    const order = state.orders.get(fact.data.orderId);
    if (!order) return state;
    const today = () => dayOf(state, fact);
    switch (fact.type) {
      case 'OrderPaid':
        // A payment that was only tested moves no money.
        if (fact.data.livemode !== false) pay(order, fact, today());
        break;
      case 'OrderStatusChanged':
        if (fact.data.to === 'cancelled') today().cancelled += 1;
        break;
      case 'OrderParcelShipped':
        if (order.paid) today().recognisedCents += dispatch(order, order.paid, fact.data);
        break;
      case 'OrderPrintCharged': {
        const { attempt, cents } = fact.data;
        today().printCents += cents - (order.printCents.get(attempt) ?? 0);
        order.printCents.set(attempt, cents);
        break;
      }
      case 'OrderDelayed':
      case 'OrderPrintFailed':
        beLate(order);
        break;
      case 'OrderArrivalReported':
        if (!fact.data.arrived) beLate(order);
        break;
      case 'OrderRefunded':
        // A payment that came too late is not counted as paid, and so not as refunded.
        if (order.paid) today().refundedCents += fact.data.outcome === 'made' ? fact.data.cents : -fact.data.cents;
        break;
    }
    return state;
  },

  beneath: ({ days }) => days,

  render: ({ days }, parameters) => ({
    columns: columnsOf(
      ['day', 'text'],
      ['placed', 'count'],
      ['test orders', 'count'],
      ['paid', 'count'],
      ['cancelled', 'count'],
      ['sum paid', 'cents'],
      ['of it delivery', 'cents'],
      ['refunded', 'cents'],
      ['print cost', 'cents'],
      ['revenue recognised', 'cents'],
      ['paid to dispatch p50', 'ms'],
      ['late', 'percent'],
    ),
    rows: days
      .sorted()
      .filter(([[day = '']]) => isWithin(monthOf(day), parameters))
      .map(([[day = ''], of]) => [
        day,
        of.placed,
        of.tests,
        of.paid,
        of.cancelled,
        of.paidCents,
        of.deliveryCents,
        of.refundedCents,
        of.printCents,
        of.recognisedCents,
        of.toDispatch.percentile(50),
        share(of.late, of.printed),
      ]),
  }),
});

const dayOf = ({ days }: State, { at }: Seen): Figures => days.of(at.slice(0, 10));

type DataOf<Type extends OrderFact['type']> = Extract<OrderFact, { type: Type }>['data'];

function place(state: State, fact: Seen & { data: DataOf<'OrderPlaced'> }): void {
  const { orderId, testMode, items, shippingCents } = fact.data;
  const day = dayOf(state, fact);
  if (testMode) {
    day.tests += 1;
    return;
  }
  day.placed += 1;
  const products = items.filter(({ kind }) => kind === 'product');
  const downloads = items.filter(({ kind }) => kind === 'image-download');
  state.orders.set(orderId, {
    waiting: new Map(products.map(({ itemId, cents }) => [itemId, cents])),
    downloadCents: downloads.reduce((sum, { cents }) => sum + cents, 0),
    deliveryCents: shippingCents,
    paid: undefined,
    isDispatched: false,
    isLate: false,
    printCents: new Map(),
  });
}

/** Downloads are recognised when they are paid: they are there at once. */
function pay(order: Order, { data }: { data: DataOf<'OrderPaid'> }, day: Figures): void {
  if (order.paid) return;
  order.paid = { at: data.paidAt, day };
  day.paid += 1;
  day.paidCents += data.cents;
  day.deliveryCents += order.deliveryCents;
  day.recognisedCents += order.downloadCents;
  if (order.waiting.size > 0) day.printed += 1;
}

/** Returns the cents that a parcel recognises: its products, and delivery with the first. A reprint adds nothing. */
function dispatch(
  order: Order,
  paid: NonNullable<Order['paid']>,
  { itemIds, dispatchedAt }: DataOf<'OrderParcelShipped'>,
): number {
  let cents = 0;
  if (!order.isDispatched) {
    order.isDispatched = true;
    paid.day.toDispatch.add(Date.parse(dispatchedAt) - Date.parse(paid.at));
    cents += order.deliveryCents;
  }
  for (const itemId of itemIds) {
    cents += order.waiting.get(itemId) ?? 0;
    order.waiting.delete(itemId);
  }
  return cents;
}

/** Stuck at the print service, not made in time, or missed by the member: once for each order. */
function beLate(order: Order): void {
  if (order.isLate || !order.paid) return;
  order.isLate = true;
  order.paid.day.late += 1;
}
