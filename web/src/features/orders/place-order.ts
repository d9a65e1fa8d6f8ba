import { isRefusal, messageOf, type ApiError } from '@easel/contracts/kernel/client/api-error';
import { sentAddress } from '@easel/contracts/orders/address';
import { ordersHttp } from '@easel/contracts/orders/http';
import { orderProblems } from '@easel/contracts/orders/policy';
import * as z from 'zod/mini';
import { call } from '../../lib/api.ts';
import { leadsToAPage } from '../../lib/leads-to-a-page.ts';
import { oneAtATime } from '../../lib/one-at-a-time.ts';
import { cart, type CartItem } from '../cart/cart.ts';
import { attempts, type Attempt, type OrderDraft } from './attempt.ts';
import type { Delivery, Personal } from './checkout-form.ts';
import { keptDetails } from './kept-details.ts';
import { sumsOf } from './order-sums.ts';
import { outbox, refusesOrder } from './outbox.ts';

/** Tells what became of a payment. Only `paid` and `processing` are done with. */
export type Payment =
  | { kind: 'paid' }
  /** The bank asks the member on a page of its own, which leads back to the payment of the order. */
  | { kind: 'authenticate'; url: string }
  /** The bank takes its time. */
  | { kind: 'processing' }
  /** Another card may be tried. */
  | { kind: 'declined'; message: string }
  /** The order cannot be paid any more. */
  | { kind: 'ended'; message: string }
  /** Nobody knows. Trying again charges nothing twice. */
  | { kind: 'unknown'; message: string };

const UNKNOWN =
  'We could not find out whether the payment went through. Your order is kept. Try again: you are not charged twice.';

/** Nothing is placed until the order of before is known to be cancelled. */
const NOT_WITHDRAWN = {
  kind: 'unknown',
  message:
    'We could not cancel your earlier order of this cart, so no new one was placed. Nothing was charged. Try again.',
} as const;

/** Pays by Stripe's own card fields. Returns the bank's refusal; undefined where there was none. */
export type Confirm = (clientSecret: string, orderId: string) => Promise<string | undefined>;

/** How an order is paid: by one of Stripe's test methods, or in the browser. */
export type PayBy = { method: string } | { confirm: Confirm };

/**
 * Pays an order, or without a way to pay looks what became of its payment. What was ordered then leaves the cart, from
 * wherever it is paid.
 */
export async function payOrder(orderId: string, by?: PayBy): Promise<Payment> {
  const refused = orderProblems.paymentRefused.message;
  const ask = (body: { paymentMethod?: string }) => call(ordersHttp.pay, { params: { id: orderId }, body });
  try {
    let reply = await ask(by && 'method' in by ? { paymentMethod: by.method } : {});
    if (by && 'confirm' in by && reply.payment === 'open' && reply.clientSecret !== null) {
      const refusal = await by.confirm(reply.clientSecret, orderId);
      if (refusal !== undefined) return { kind: 'declined', message: refusal };
      reply = await ask({});
    }
    const { payment, message, authenticateAt } = reply;
    if (authenticateAt !== null && leadsToAPage(authenticateAt)) return { kind: 'authenticate', url: authenticateAt };
    if (payment === 'open') return { kind: 'declined', message: message || refused };
    const attempt = attempts.of(orderId);
    if (attempt) finish(attempt);
    return { kind: payment };
  } catch (error) {
    if (!isRefusal(error)) return { kind: 'unknown', message: UNKNOWN };
    if (error.status === 402) return { kind: 'declined', message: messageOf(error, refused) };
    if (error.status !== 404 && error.status !== 409) return { kind: 'unknown', message: error.message };
    const reasons = Object.values(reasonsOf(error));
    return { kind: 'ended', message: [error.message, ...new Set(reasons)].join(': ') };
  }
}

/** Tells why an order was not stored. */
export type OrderRefusal =
  /** Prices in dollars by the items' ids. */
  | { kind: 'price'; total: number; prices: ReadonlyMap<string, number> }
  /** Reasons by the items' ids. */
  | { kind: 'items'; message: string; reasons: Readonly<Record<string, string>> }
  | { kind: 'mode'; message: string }
  | { kind: 'other'; message: string };

const priceChange = z.object({
  expected: z.number(),
  items: z._default(z.array(z.object({ id: z.string(), expected: z.number() })), []),
});
const unavailable = z.object({ items: z.array(z.object({ id: z.string(), reason: z.string() })) });

const reasonsOf = ({ body }: ApiError): Readonly<Record<string, string>> =>
  Object.fromEntries((z.safeParse(unavailable, body).data?.items ?? []).map(({ id, reason }) => [id, reason]));

function refusalOfOrder(error: ApiError): OrderRefusal {
  const { code, message, body } = error;
  if (code === orderProblems.modeChanged.code) return { kind: 'mode', message };
  const price = code === orderProblems.priceChanged.code && z.safeParse(priceChange, body).data;
  if (price) {
    const prices = new Map(price.items.map(({ id, expected }) => [id, expected]));
    return { kind: 'price', total: price.expected, prices };
  }
  if (code === orderProblems.itemsUnavailable.code) return { kind: 'items', message, reasons: reasonsOf(error) };
  return { kind: 'other', message };
}

export interface Order {
  items: readonly CartItem[];
  personal: Personal;
  /** Null where nothing is delivered. */
  delivery: Delivery | null;
  testMode: boolean;
  /** Undefined in test mode. */
  payBy: PayBy | undefined;
}

/** It waits for its payment. */
interface Placed {
  kind: 'placed';
  orderId: string;
  payBy: PayBy;
}

export type Outcome =
  | { kind: 'test' | 'paid' | 'processing'; orderId: string }
  /** It is in the outbox. */
  | { kind: 'waiting' }
  /** The cart is not what was ordered any more: another tab has changed it, or has placed the order. */
  | { kind: 'cart-changed' }
  /** The cart was ordered before with other details, and that order is paid, or its bank is at work. */
  | { kind: 'placed-before'; orderId: string }
  | { kind: 'refused'; refusal: OrderRefusal }
  | Extract<Payment, { message: string } | { url: string }>;

/**
 * Places an order and pays it. What was ordered leaves the cart once it is paid, or waits in the outbox; after a
 * decline, the same order again is only paid again. Of a cart that was ordered before with other details, the order of
 * before is cancelled first, and `onCancelled` says so: one order of a cart can be paid.
 */
export async function placeOrder(order: Order, onCancelled: () => void): Promise<Outcome> {
  // Two tabs that begin at the same instant would find no attempt, and make one each.
  const placed = await oneAtATime('place-order', () => placeOnce(order, onCancelled));
  if (placed.kind !== 'placed') return placed;
  const { orderId, payBy } = placed;
  const payment = await payOrder(orderId, payBy);
  if (payment.kind === 'ended') attempts.drop();
  return 'message' in payment || 'url' in payment ? payment : { kind: payment.kind, orderId };
}

async function placeOnce(order: Order, onCancelled: () => void): Promise<Outcome | Placed> {
  const { items, payBy } = order;
  if (JSON.stringify(items) !== JSON.stringify(cart.get())) return { kind: 'cart-changed' };
  const draft = draftOf(order);
  const before = attempts.before(draft);
  const hindered = before && (await withdraw(before, onCancelled));
  if (hindered) return hindered;
  const attempt = attempts.begin(draft);
  let { orderId } = attempt;
  try {
    orderId ??= await store(attempt);
  } catch (error) {
    attempts.drop();
    if (isRefusal(error)) return { kind: 'refused', refusal: refusalOfOrder(error) };
    outbox.add({ key: attempt.key, body: attempt.body, items: [...items] });
    finish(attempt);
    return { kind: 'waiting' };
  }
  if (payBy) return { kind: 'placed', orderId, payBy };
  finish(attempt);
  return { kind: 'test', orderId };
}

/** Cancels the order of an attempt before another one of its cart is placed. Returns what is against that. */
async function withdraw(attempt: Attempt, onCancelled: () => void): Promise<Outcome | undefined> {
  let { orderId } = attempt;
  try {
    // Where its reply is missing, it may have arrived.
    orderId ??= await store(attempt);
  } catch (error) {
    if (!refusesOrder(error)) return NOT_WITHDRAWN;
    attempts.drop();
    return undefined;
  }
  // Looks first: a paid order that is not in production yet would be cancelled and refunded.
  const payment = await payOrder(orderId);
  if (payment.kind === 'unknown') return payment;
  if (payment.kind === 'paid' || payment.kind === 'processing') return { kind: 'placed-before', orderId };
  try {
    await call(ordersHttp.cancel, { params: { id: orderId } });
    onCancelled();
  } catch (error) {
    if (!refusesOrder(error)) return NOT_WITHDRAWN;
    if (payment.kind !== 'ended') return { kind: 'placed-before', orderId };
  }
  attempts.drop();
  return undefined;
}

const draftOf = ({ items, personal, delivery, testMode }: Order): OrderDraft => ({
  customerName: `${personal.firstName.trim()} ${personal.lastName.trim()}`,
  customerEmail: personal.email.trim(),
  customerPhone: personal.phone.trim(),
  items: items.map(draftItem),
  ...(delivery && { shipping_address: sentAddress(delivery.address), delivery_method: delivery.method }),
  total: totalOf({ items, delivery }),
  test_mode: testMode,
});

/** In dollars, delivery included. */
export const totalOf = ({ items, delivery }: Pick<Order, 'items' | 'delivery'>): number =>
  sumsOf(items, delivery?.method ?? 'standard').total;

/** What the server asks of an item: it has the pictures, and the names of products. */
function draftItem(item: CartItem): OrderDraft['items'][number] {
  const { id, generationId, variantId, price } = item;
  const inCart = { id, generationId, variantId, price };
  if (item.kind === 'product') {
    const { kind, productId, size, color, quantity, placement } = item;
    return { ...inCart, kind, productId, size, color, quantity, placement };
  }
  const { kind, resolutionTier, format, quantity } = item;
  return { ...inCart, kind, resolutionTier, format, quantity };
}

async function store(attempt: Attempt): Promise<string> {
  const { order } = await call(ordersHttp.place, { body: attempt.body }, { idempotencyKey: attempt.key });
  attempts.keep({ ...attempt, orderId: order.id });
  return order.id;
}

function finish({ body }: Attempt): void {
  attempts.drop();
  keptDetails.drop();
  cart.remove(...body.items.map(({ id }) => id));
}
