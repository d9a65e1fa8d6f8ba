import { sizedPx } from '../downloads/policy.ts';
import { centsToDollars } from '../kernel/money.ts';
import { purchasesHttp } from '../purchases/http.ts';
import type { OrderAddress, OrderedDownload, OrderedItem, OrderFact } from './events.ts';
import type { OrderRecord } from './console.http.ts';
import { ordersHttp, type ListedOrder, type OwnOrder, type ShownItem } from './http.ts';
import { promisedBy, type DeliveryMethod, type OrderStatus } from './policy.ts';

type TimelineEntry = OwnOrder['timeline'][number];
type DataOf<Type extends OrderFact['type']> = Extract<OrderFact, { type: Type }>['data'];
type Parcel = Pick<
  DataOf<'OrderParcelShipped'>,
  'attempt' | 'parcelId' | 'carrier' | 'trackingNumber' | 'trackingUrl' | 'itemIds' | 'dispatchedAt'
>;

/** An order with all that its stream says, but for the texts that are encrypted. Sums are cents. */
export interface OrderView {
  orderId: string;
  reference: string;
  status: OrderStatus;
  items: OrderedItem[];
  deliveryMethod: DeliveryMethod | null;
  country: string;
  subtotalCents: number;
  shippingCents: number;
  totalCents: number;
  refundedCents: number;
  /** Items and delivery whose refund was asked for. */
  refundedItems: string[];
  shippingRefunded: boolean;
  placedAt: string;
  print: { attempt: number; printOrderId: string | null; problem: string | null };
  /** When it got stuck, or was known not to be made in time; null while all goes well. */
  troubleSince: string | null;
  /** By attempt. */
  printCents: Record<number, number>;
  parcels: Parcel[];
  arrived: boolean | null;
  timeline: TimelineEntry[];
}

/** Texts of an order that are encrypted with its member's key. */
export interface OrderTexts {
  customer: OwnOrder['customer'];
  address: OrderAddress;
}

/** Pictures that an order shows in a list. */
const THUMBNAILS = 4;

/** Statuses in which what was ordered may be downloaded. */
const GRANTED: ReadonlySet<OrderStatus> = new Set(['paid', 'in_production', 'shipped', 'delivered']);

export const orderPlaced = (data: DataOf<'OrderPlaced'>): OrderView => ({
  orderId: data.orderId,
  reference: data.reference,
  status: data.testMode ? 'test_mode' : 'pending',
  items: data.items,
  deliveryMethod: data.deliveryMethod,
  country: data.country,
  subtotalCents: data.subtotalCents,
  shippingCents: data.shippingCents,
  totalCents: data.totalCents,
  refundedCents: 0,
  refundedItems: [],
  shippingRefunded: false,
  placedAt: data.placedAt,
  print: { attempt: 1, printOrderId: null, problem: null },
  troubleSince: null,
  printCents: {},
  parcels: [],
  arrived: null,
  timeline: [{ what: 'placed', at: data.placedAt, amount: null }],
});

/** Names of changes of status in the timeline; a refund has an entry of its own, with its sum. */
const statusEntries: Partial<Record<OrderStatus, TimelineEntry['what']>> = {
  in_production: 'in-production',
  delivered: 'delivered',
  cancelled: 'cancelled',
};

/** Folds an event that follows `OrderPlaced` into an order; the order that is given stays as it is. */
export function evolveOrder(order: OrderView, { type, data }: Exclude<OrderFact, { type: 'OrderPlaced' }>): OrderView {
  const noted = (what: TimelineEntry['what'], at: string, change: Partial<OrderView> = {}, cents?: number) => ({
    ...order,
    ...change,
    timeline: [...order.timeline, { what, at, amount: cents === undefined ? null : centsToDollars(cents) }],
  });
  switch (type) {
    case 'OrderPaymentOpened':
    case 'OrderNoted':
      return order;
    case 'OrderPaid':
      return noted('paid', data.paidAt, { status: 'paid' }, data.cents);
    case 'OrderPaymentFailed':
      return noted('payment-failed', data.failedAt);
    case 'OrderAddressChanged':
      return noted('address-changed', data.changedAt, { country: data.country });
    case 'OrderStatusChanged': {
      const { to: status, changedAt } = data;
      const what = statusEntries[status];
      return what ? noted(what, changedAt, { status }) : { ...order, status };
    }
    case 'OrderSentToPrint': {
      const { attempt, printOrderId } = data;
      return { ...order, print: { attempt, printOrderId, problem: null }, troubleSince: null };
    }
    case 'OrderPrintFailed': {
      const { failedAt, problem } = data;
      return noted('print-failed', failedAt, { print: { ...order.print, problem }, troubleSince: failedAt });
    }
    case 'OrderReprinted':
      return noted('reprinted', data.reprintedAt, {
        print: { attempt: data.attempt, printOrderId: null, problem: null },
        troubleSince: null,
        arrived: null,
      });
    case 'OrderPrintCharged':
      return { ...order, printCents: { ...order.printCents, [data.attempt]: data.cents } };
    case 'OrderParcelShipped': {
      const { attempt, parcelId, carrier, trackingNumber, trackingUrl, itemIds, dispatchedAt } = data;
      const parcel = { attempt, parcelId, carrier, trackingNumber, trackingUrl, itemIds, dispatchedAt };
      return noted('parcel-shipped', dispatchedAt, { parcels: [...order.parcels, parcel] });
    }
    case 'OrderDelayed':
      return noted('delayed', data.delayedAt, { troubleSince: data.delayedAt });
    case 'OrderArrivalReported': {
      const { arrived, reportedAt } = data;
      return arrived ? { ...order, arrived } : noted('missing', reportedAt, { arrived, troubleSince: reportedAt });
    }
    case 'OrderRefundRequested': {
      const { itemIds, shipping, cents, requestedAt } = data;
      const change = {
        refundedItems: [...order.refundedItems, ...itemIds],
        shippingRefunded: order.shippingRefunded || shipping,
      };
      return noted('refund-requested', requestedAt, change, cents);
    }
    case 'OrderRefunded': {
      const { outcome, cents, refundedAt } = data;
      return outcome === 'made'
        ? noted('refunded', refundedAt, { refundedCents: order.refundedCents + cents }, cents)
        : noted('refund-failed', refundedAt, { refundedCents: order.refundedCents - cents }, cents);
    }
  }
}

/**
 * Returns the last instant by which all is promised; null until all of the present attempt is on its way, but for what
 * is paid back.
 */
export function promiseOf({ deliveryMethod, items, parcels, print, refundedItems }: OrderView): string | null {
  const sent = parcels.filter(({ attempt }) => attempt === print.attempt).flatMap(({ itemIds }) => itemIds);
  const settled = new Set([...refundedItems, ...sent]);
  const isOnItsWay = items.every(({ kind, itemId }) => kind === 'image-download' || settled.has(itemId));
  if (deliveryMethod === null || !isOnItsWay) return null;
  const ends = parcels.map(({ dispatchedAt }) => promisedBy(new Date(dispatchedAt), deliveryMethod).toISOString());
  return ends.toSorted().at(-1) ?? null;
}

/** Returns since when an order counts as late, which may be in the future; null where nothing can be late. */
export function lateSince(order: OrderView): string | null {
  if (!['paid', 'in_production', 'shipped'].includes(order.status)) return null;
  return order.troubleSince ?? (order.status === 'shipped' ? promiseOf(order) : null);
}

const thumbnailOf = (order: OrderView, itemId: string): string =>
  ordersHttp.image.path.replace(':id', order.orderId).replace(':item', itemId);

const summaryOf = (order: OrderView) => ({
  id: order.orderId,
  reference: order.reference,
  status: order.status,
  subtotal: centsToDollars(order.subtotalCents),
  shipping: centsToDollars(order.shippingCents),
  total: centsToDollars(order.totalCents),
  placed_at: order.placedAt,
  thumbnails: order.items.slice(0, THUMBNAILS).map(({ itemId }) => thumbnailOf(order, itemId)),
});

export const listedOrder = (order: OrderView): ListedOrder => ({
  ...summaryOf(order),
  items: order.items.length,
  products: order.items.flatMap((item) =>
    item.kind === 'product' ? [{ name: item.name, quantity: item.quantity }] : [],
  ),
  promised_by: promiseOf(order),
});

/** Shows an order to its member. `invoice` is its number; null until it is issued. */
export const ownOrder = (order: OrderView, texts: OrderTexts, invoice: string | null): OwnOrder => ({
  ...summaryOf(order),
  items: order.items.map((item) => shownItem(order, item)),
  customer: texts.customer,
  delivery: deliveryOf(order, texts.address),
  refunded: centsToDollars(order.refundedCents),
  invoice,
  timeline: order.timeline,
});

function deliveryOf(order: OrderView, address: OrderAddress): OwnOrder['delivery'] {
  const { deliveryMethod: method, country, parcels, arrived } = order;
  if (method === null) return null;
  return {
    method,
    address: { ...address, country },
    promised_by: promiseOf(order),
    parcels: parcels.map(({ parcelId, carrier, trackingNumber, trackingUrl, itemIds, dispatchedAt }) => ({
      id: parcelId,
      carrier,
      tracking_number: trackingNumber,
      tracking_url: trackingUrl,
      dispatched_at: dispatchedAt,
      promised_by: promisedBy(new Date(dispatchedAt), method).toISOString(),
      items: itemIds,
    })),
    arrived,
  };
}

function shownItem(order: OrderView, item: OrderedItem): ShownItem {
  const { itemId, generationId, variantId, cents, image } = item;
  const shared = {
    id: itemId,
    generationId,
    variantId,
    price: centsToDollars(cents),
    thumbhash: image.thumbhash,
    thumbnail_url: thumbnailOf(order, itemId),
    refunded: order.refundedItems.includes(itemId) || order.status === 'refunded',
  };
  if (item.kind === 'product') {
    const { productId, name, size, colour: color, quantity, placement, widthPx: width, heightPx: height } = item;
    return { ...shared, kind: 'product', productId, name, size, color, quantity, placement, width, height };
  }
  const { size, format, original } = item;
  return {
    ...shared,
    kind: 'image-download',
    size,
    format,
    // Of the file that can be downloaded.
    ...sizedPx(size, { width: image.original.width, height: image.original.height, original }),
    download_url: GRANTED.has(order.status) ? fileOf(itemId, format) : null,
  };
}

/** Returns the state of an order at the print service; null of an order of downloads alone. */
export function printOf({ deliveryMethod, print, printCents }: OrderView): OrderRecord['print'] {
  if (deliveryMethod === null) return null;
  const costs = Object.values(printCents);
  const cost = costs.length === 0 ? null : centsToDollars(costs.reduce((sum, cents) => sum + cents, 0));
  return { attempt: print.attempt, id: print.printOrderId, problem: print.problem, cost };
}

/** In the format that was ordered; the size is that of the purchase. */
const fileOf = (itemId: string, format: OrderedDownload['format']): string =>
  `${purchasesHttp.file.path.replace(':id', itemId)}?format=${format}`;
