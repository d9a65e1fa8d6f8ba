import { randomUUID } from 'node:crypto';
import { imageTerms, memberId, november } from '@easel/api/account/testing/account-facts';
import type { OrderFact } from '@easel/contracts/orders/events';

const CENTS = 150;
const at = november.toISOString();

/** An order of two pictures by the buyer of the money story, and the terms on which they are bought. */
export function orderOfTwo() {
  const ids = { orderId: randomUUID(), memberId };
  const paymentId = `pi_${ids.orderId}`;
  const one = () => {
    const named = { purchaseId: randomUUID(), variantId: randomUUID() };
    return imageTerms({ ...named, method: 'card', paymentId, tenths: null, cents: CENTS });
  };
  return { ids, paymentId, terms: [one(), one()] as const, stream: `order-${ids.orderId}` };
}
export type OrderOfTwo = ReturnType<typeof orderOfTwo>;

export const placed = ({ ids, terms }: OrderOfTwo, { testMode = false, reference = 'ORD-1764' } = {}): OrderFact => ({
  type: 'OrderPlaced',
  data: {
    ...ids,
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
    deliveryMethod: null,
    items: terms.map(({ purchaseId: itemId, generationId, variantId, sellerId, size, original, curator, image }) => ({
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
    })),
    priceVersion: 1,
    subtotalCents: 2 * CENTS,
    shippingCents: 0,
    totalCents: 2 * CENTS,
    placedAt: at,
  },
});

export const paidFor = ({ ids, paymentId }: OrderOfTwo): OrderFact => ({
  type: 'OrderPaid',
  data: { ...ids, paymentId, cents: 2 * CENTS, paidAt: at },
});

/** The money for one of the pictures goes back. */
export const refunded = ({ ids, paymentId }: OrderOfTwo): OrderFact => ({
  type: 'OrderRefunded',
  data: { ...ids, paymentId, refundId: 're_2', requestId: null, cents: CENTS, outcome: 'made', refundedAt: at },
});
