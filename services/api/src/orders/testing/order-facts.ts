import type { OrderAddress, OrderFact, OrderedItem, OrderedProduct } from '@easel/contracts/orders/events';
import { deliveryCents, type DeliveryMethod, type OrderStatus } from '@easel/contracts/orders/policy';
import { centred } from '@easel/contracts/products/placement';

export const orderId = '11111111-1111-4111-8111-111111111111';
export const memberId = '22222222-2222-4222-8222-222222222222';
export const ids = { orderId, memberId };
/** A Friday. */
export const at = new Date('2026-11-20T10:00:00.000Z');
export const now = at.toISOString();

const file = { blob: 'a', width: 2000, height: 2000 };
const image = { original: file, preview: file, thumbnail: file, thumbhash: '' };

export const download = (n: number, cents: number): OrderedItem => ({
  kind: 'image-download',
  itemId: `3333333${n}-3333-4333-8333-333333333333`,
  generationId: '44444444-4444-4444-8444-444444444444',
  variantId: '55555555-5555-4555-8555-555555555555',
  sellerId: '66666666-6666-4666-8666-666666666666',
  size: '1K',
  original: '1K',
  format: 'png',
  cents,
  curator: false,
  image,
});

export const product = (n: number, unitCents: number, quantity = 1): OrderedProduct => ({
  kind: 'product',
  itemId: `7777777${n}-7777-4777-8777-777777777777`,
  productId: 'mug',
  name: 'Mug',
  size: '',
  colour: '',
  quantity,
  unitCents,
  cents: unitCents * quantity,
  generationId: '44444444-4444-4444-8444-444444444444',
  variantId: '55555555-5555-4555-8555-555555555555',
  makerId: memberId,
  image,
  widthPx: 2000,
  heightPx: 2000,
  placement: centred,
});

export const nowhere: OrderAddress = { street: '', city: '', state: '', zipCode: '', country: '' };
export const address: OrderAddress = {
  street: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  zipCode: '62701',
  country: 'United States',
};
export const customer = { customerName: 'Ada Byron', customerEmail: 'ada@example.org', customerPhone: '' };

/** An order with the sums of its items; delivered by `method` where there is one. */
export function placed(
  items: OrderedItem[],
  { testMode = false, method = null }: { testMode?: boolean; method?: DeliveryMethod | null } = {},
): OrderFact {
  const subtotalCents = items.reduce((sum, { cents }) => sum + cents, 0);
  const shippingCents = deliveryCents(subtotalCents, method);
  return {
    type: 'OrderPlaced',
    data: {
      ...ids,
      ...customer,
      ...(method === null ? nowhere : address),
      reference: testMode ? 'TEST-7' : 'ORD-7',
      testMode,
      deliveryMethod: method,
      items,
      priceVersion: 3,
      subtotalCents,
      shippingCents,
      totalCents: subtotalCents + shippingCents,
      placedAt: now,
    },
  };
}

export const opened: OrderFact = { type: 'OrderPaymentOpened', data: { ...ids, paymentId: 'pi_1' } };
export const paid = (cents: number) =>
  ({ type: 'OrderPaid', data: { ...ids, paymentId: 'pi_1', cents, paidAt: now } }) satisfies OrderFact;

type Changed = Extract<OrderFact, { type: 'OrderStatusChanged' }>['data'];
export const changed = (from: OrderStatus, to: OrderStatus, reason: Changed['reason'], when = at): OrderFact => ({
  type: 'OrderStatusChanged',
  data: { ...ids, from, to, reason, changedAt: when.toISOString() },
});

export const requested = (
  requestId: string,
  of: { itemIds?: string[]; shipping?: boolean; cents: number },
  reason: 'by-support' | 'cancelled' | 'late' = 'by-support',
  when = at,
): OrderFact => ({
  type: 'OrderRefundRequested',
  data: { ...ids, itemIds: [], shipping: false, requestId, reason, note: '', requestedAt: when.toISOString(), ...of },
});

export const refunded = (
  refundId: string,
  cents: number,
  of: { outcome?: 'made' | 'failed'; paymentId?: string; requestId?: string | null } = {},
) =>
  ({
    type: 'OrderRefunded',
    data: {
      ...ids,
      paymentId: 'pi_1',
      requestId: null,
      outcome: 'made',
      refundId,
      cents,
      refundedAt: now,
      ...of,
    },
  }) satisfies OrderFact;
