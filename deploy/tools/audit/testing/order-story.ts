import { randomUUID } from 'node:crypto';
import { imageTerms, memberId, november } from '@easel/api/account/testing/account-facts';
import type { OrderedProduct, OrderFact } from '@easel/contracts/orders/events';
import { centred } from '@easel/contracts/products/placement';

const CENTS = 150;
/** Of two copies of a product, and of their delivery. */
export const PRINTS_CENTS = 2 * 2400 + 599;
const at = november.toISOString();

/** An order of two pictures by the buyer of the money story, and the terms on which they are bought. */
export function orderOfTwo() {
  const ids = { orderId: randomUUID(), memberId };
  const paymentId = `pi_${ids.orderId}`;
  const one = () => {
    const named = { purchaseId: randomUUID(), variantId: randomUUID() };
    return imageTerms({ ...named, method: 'card', paymentId, tenths: null, cents: CENTS });
  };
  return { ids, paymentId, terms: [one(), one()] as const, stream: `order-${ids.orderId}`, products: false };
}
export type OrderOfTwo = ReturnType<typeof orderOfTwo>;

/** The same with a printed product, twice, which is delivered. */
export const orderWithProducts = (): OrderOfTwo => ({ ...orderOfTwo(), products: true });

const product = (): OrderedProduct => ({
  kind: 'product',
  itemId: randomUUID(),
  productId: 't-shirt',
  name: 'T-shirt',
  size: 'M',
  colour: 'white',
  quantity: 2,
  unitCents: 2400,
  cents: 4800,
  generationId: randomUUID(),
  variantId: randomUUID(),
  makerId: memberId,
  image: imageTerms().image,
  widthPx: 4096,
  heightPx: 4096,
  placement: centred,
});

const totalOf = ({ products }: OrderOfTwo): number => 2 * CENTS + (products ? PRINTS_CENTS : 0);

export const placed = (order: OrderOfTwo, { testMode = false, reference = 'ORD-1764' } = {}): OrderFact => ({
  type: 'OrderPlaced',
  data: {
    ...order.ids,
    reference,
    testMode,
    customerName: 'Ada Byron',
    customerEmail: 'ada@example.org',
    customerPhone: '',
    street: '',
    city: '',
    state: '',
    zipCode: '',
    country: '',
    deliveryMethod: order.products ? 'standard' : null,
    items: [
      ...order.terms.map(
        ({ purchaseId: itemId, generationId, variantId, sellerId, size, original, curator, image }) =>
          ({
            kind: 'image-download',
            itemId,
            generationId,
            variantId,
            sellerId,
            size,
            original,
            format: 'png',
            cents: CENTS,
            curator,
            image,
          }) as const,
      ),
      ...(order.products ? [product()] : []),
    ],
    priceVersion: 1,
    subtotalCents: totalOf(order) - (order.products ? 599 : 0),
    shippingCents: order.products ? 599 : 0,
    totalCents: totalOf(order),
    placedAt: at,
  },
});

export const paidFor = (order: OrderOfTwo): OrderFact => ({
  type: 'OrderPaid',
  data: { ...order.ids, paymentId: order.paymentId, cents: totalOf(order), paidAt: at },
});

export const sentToPrint = ({ ids }: OrderOfTwo, attempt = 1): OrderFact => ({
  type: 'OrderSentToPrint',
  data: { ...ids, attempt, printOrderId: `ord_${attempt}`, sentAt: at },
});

export const printCharged = ({ ids }: OrderOfTwo, cents: number, attempt = 1): OrderFact => ({
  type: 'OrderPrintCharged',
  data: { ...ids, attempt, printOrderId: `ord_${attempt}`, cents, chargedAt: at },
});

export const parcelShipped = ({ ids }: OrderOfTwo): OrderFact => ({
  type: 'OrderParcelShipped',
  data: {
    ...ids,
    attempt: 1,
    parcelId: 'shp_1',
    carrier: 'DHL',
    trackingNumber: '1Z',
    trackingUrl: 'https://tracking.example/1Z',
    itemIds: [],
    dispatchedAt: at,
  },
});

const requestId = '99999999-0000-4000-8000-000000000001';

/** Of what one of the pictures cost. */
export const refundRequested = ({ ids, terms }: OrderOfTwo): OrderFact => ({
  type: 'OrderRefundRequested',
  data: {
    ...ids,
    requestId,
    itemIds: [terms[0].purchaseId],
    shipping: false,
    cents: CENTS,
    reason: 'by-support',
    note: '',
    requestedAt: at,
  },
});

/** The money for one of the pictures goes back. */
export const refunded = (
  { ids, paymentId }: OrderOfTwo,
  change: Partial<Extract<OrderFact, { type: 'OrderRefunded' }>['data']> = {},
): OrderFact => ({
  type: 'OrderRefunded',
  data: {
    ...ids,
    paymentId,
    refundId: 're_2',
    requestId: null,
    cents: CENTS,
    outcome: 'made',
    refundedAt: at,
    ...change,
  },
});

/** It answers `refundRequested`. */
export const refundAnswered = (order: OrderOfTwo): OrderFact => refunded(order, { requestId });
