import { pendingDownload } from '@easel/contracts/downloads/http';
import { isRefusal } from '@easel/contracts/kernel/client/api-error';
import { ordersHttp } from '@easel/contracts/orders/http';
import * as z from 'zod/mini';
import { call } from '../../lib/api.ts';
import { useStore } from '../../lib/store.ts';
import { cart } from '../cart/cart.ts';
import { storedRequest } from './attempt.ts';
import { outboxText } from './outbox-text.ts';

/** The most orders that wait at once. */
export const OUTBOX_MAX = 5;

const waiting = z.object({ ...storedRequest, items: z.array(pendingDownload) });
/** `items` go back into the cart where the order is refused. */
type WaitingOrder = z.output<typeof waiting>;

const none: readonly WaitingOrder[] = [];
let known: { text: string | null; orders: readonly WaitingOrder[] } = { text: null, orders: none };

function read(text: string | null): readonly WaitingOrder[] {
  if (text === null) return none;
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.flatMap((one) => z.safeParse(waiting, one).data ?? []) : none;
  } catch {
    return none;
  }
}

const keep = (orders: readonly WaitingOrder[]): void =>
  outboxText.set(orders.length === 0 ? null : JSON.stringify(orders));

/** Orders that nobody knows to have arrived. They outlive the browser and are sent again under their key. */
export const outbox = {
  get(): readonly WaitingOrder[] {
    const text = outboxText.get();
    if (text !== known.text) known = { text, orders: read(text) };
    return known.orders;
  },
  getOnServer: (): readonly WaitingOrder[] => none,
  subscribe: outboxText.subscribe,
  add: (order: WaitingOrder): void => keep([...outbox.get().filter(({ key }) => key !== order.key), order]),
  remove: (key: string): void => keep(outbox.get().filter((order) => order.key !== key)),
};

export const useOutbox = (): readonly WaitingOrder[] => useStore(outbox);

/** What became of an order that was sent again. */
interface Sent {
  order: WaitingOrder;
  /** Of the order that the server has stored; null where it waits on, or was refused. */
  orderId: string | null;
  /** Why it was refused. */
  refusal: string | null;
}

/** Refusals that say nothing about the order: it was sent too soon, or too slowly. */
const PASSING = new Set([408, 429]);

/** Sends everything that waits again, one after the other. The items of what is refused go back into the cart. */
export async function sendWaiting(): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  for (const order of outbox.get()) {
    try {
      const reply = await call(ordersHttp.place, { body: order.body }, { idempotencyKey: order.key });
      outbox.remove(order.key);
      sent.push({ order, orderId: reply.order.id, refusal: null });
    } catch (error) {
      const refusal = isRefusal(error) && !PASSING.has(error.status) ? error.message : null;
      if (refusal !== null) {
        outbox.remove(order.key);
        order.items.forEach(cart.put);
      }
      sent.push({ order, orderId: null, refusal });
    }
  }
  return sent;
}
