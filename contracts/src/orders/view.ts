import { sizedPx } from '../downloads/policy.ts';
import { centsToDollars } from '../kernel/money.ts';
import { purchasesHttp } from '../purchases/http.ts';
import type { OrderedItem, OrderFact } from './events.ts';
import { ordersHttp, type ListedOrder, type OwnOrder } from './http.ts';
import type { OrderStatus } from './policy.ts';

type TimelineEntry = OwnOrder['timeline'][number];
type Placed = Extract<OrderFact, { type: 'OrderPlaced' }>['data'];

/** An order with all that its stream says, but for its customer. Sums are cents. */
export interface OrderView {
  orderId: string;
  reference: string;
  status: OrderStatus;
  items: Pick<
    OrderedItem,
    'itemId' | 'generationId' | 'variantId' | 'size' | 'original' | 'format' | 'cents' | 'image'
  >[];
  subtotalCents: number;
  shippingCents: number;
  totalCents: number;
  refundedCents: number;
  placedAt: string;
  timeline: TimelineEntry[];
}

/** Pictures that an order shows in a list. */
const THUMBNAILS = 4;

/** Statuses in which what was ordered may be downloaded. */
const GRANTED: ReadonlySet<OrderStatus> = new Set(['paid', 'in_production', 'shipped', 'delivered']);

export const orderPlaced = (data: Placed): OrderView => ({
  orderId: data.orderId,
  reference: data.reference,
  status: data.testMode ? 'test_mode' : 'pending',
  items: data.items.map(({ itemId, generationId, variantId, size, original, format, cents, image }) => ({
    itemId,
    generationId,
    variantId,
    size,
    original,
    format,
    cents,
    image,
  })),
  subtotalCents: data.subtotalCents,
  shippingCents: data.shippingCents,
  totalCents: data.totalCents,
  refundedCents: 0,
  placedAt: data.placedAt,
  timeline: [{ what: 'placed', at: data.placedAt, amount: null }],
});

/** Folds an event that follows `OrderPlaced` into an order; the order that is given stays as it is. */
export function evolveOrder(order: OrderView, { type, data }: Exclude<OrderFact, { type: 'OrderPlaced' }>): OrderView {
  const noted = (entry: TimelineEntry, change: Partial<OrderView> = {}): OrderView => ({
    ...order,
    ...change,
    timeline: [...order.timeline, entry],
  });
  switch (type) {
    case 'OrderPaymentOpened':
      return order;
    case 'OrderPaid':
      return noted({ what: 'paid', at: data.paidAt, amount: centsToDollars(data.cents) }, { status: 'paid' });
    case 'OrderPaymentFailed':
      return noted({ what: 'payment-failed', at: data.failedAt, amount: null });
    case 'OrderStatusChanged': {
      const { to: status, changedAt: at } = data;
      // A refund has an entry of its own, with its sum.
      if (status !== 'delivered' && status !== 'cancelled') return { ...order, status };
      return noted({ what: status, at, amount: null }, { status });
    }
    case 'OrderRefunded': {
      const { outcome, cents, refundedAt: at } = data;
      const amount = centsToDollars(cents);
      return outcome === 'made'
        ? noted({ what: 'refunded', at, amount }, { refundedCents: order.refundedCents + cents })
        : noted({ what: 'refund-failed', at, amount }, { refundedCents: order.refundedCents - cents });
    }
  }
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

export const listedOrder = (order: OrderView): ListedOrder => ({ ...summaryOf(order), items: order.items.length });

/** Shows an order to its member. `invoice` is its number; null until it is issued. */
export const ownOrder = (order: OrderView, customer: OwnOrder['customer'], invoice: string | null): OwnOrder => ({
  ...summaryOf(order),
  items: order.items.map(({ itemId, generationId, size, original, format, cents, image }) => ({
    id: itemId,
    kind: 'image-download',
    generationId,
    size,
    format,
    price: centsToDollars(cents),
    // Of the file that may be taken home.
    ...sizedPx(size, { width: image.original.width, height: image.original.height, original }),
    thumbhash: image.thumbhash,
    thumbnail_url: thumbnailOf(order, itemId),
    download_url: GRANTED.has(order.status) ? fileOf(itemId, format) : null,
  })),
  customer,
  refunded: centsToDollars(order.refundedCents),
  invoice,
  timeline: order.timeline,
});

/** In the format that was ordered; the size is that of the purchase. */
const fileOf = (itemId: string, format: OrderedItem['format']): string =>
  `${purchasesHttp.file.path.replace(':id', itemId)}?format=${format}`;
