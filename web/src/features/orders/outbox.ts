import { isRefusal, type ApiError } from '@easel/contracts/kernel/client/api-error';
import { ordersHttp } from '@easel/contracts/orders/http';
import * as z from 'zod/mini';
import { call } from '../../lib/api.ts';
import { useStore } from '../../lib/store.ts';
import { token } from '../../lib/token.ts';
import { cart, cartItem } from '../cart/cart.ts';
import { storedRequest } from './attempt.ts';
import { outboxText } from './outbox-text.ts';

/** The most orders that wait at once. */
export const OUTBOX_MAX = 5;

const waiting = z.object({ ...storedRequest, items: z.array(cartItem) });
/** `items` go back into the cart where the order is refused. */
type WaitingOrder = z.output<typeof waiting>;

interface Contents {
  orders: readonly WaitingOrder[];
  /** As stored, such as by another version of the app; kept until the member removes it. */
  unreadable: readonly unknown[];
}

const nothing: Contents = { orders: [], unreadable: [] };
let known: { text: string | null; contents: Contents } = { text: null, contents: nothing };

function read(text: string | null): Contents {
  if (text === null) return nothing;
  try {
    const stored: unknown[] = [JSON.parse(text)].flat();
    return {
      orders: stored.flatMap((one) => z.safeParse(waiting, one).data ?? []),
      unreadable: stored.filter((one) => !z.safeParse(waiting, one).success),
    };
  } catch {
    return { orders: [], unreadable: [text] };
  }
}

function keep({ orders, unreadable }: Contents): void {
  const stored = [...orders, ...unreadable];
  outboxText.set(stored.length === 0 ? null : JSON.stringify(stored));
}

/** Holds orders that nobody knows to have arrived. They outlive the browser and are sent again under their key. */
export const outbox = {
  get(): Contents {
    const text = outboxText.get();
    if (text !== known.text) known = { text, contents: read(text) };
    return known.contents;
  },
  getOnServer: (): Contents => nothing,
  subscribe: outboxText.subscribe,
  add(order: WaitingOrder): void {
    outbox.remove(order.key);
    const { orders, unreadable } = outbox.get();
    keep({ orders: [...orders, order], unreadable });
  },
  remove(key: string): void {
    const { orders, unreadable } = outbox.get();
    keep({ orders: orders.filter((order) => order.key !== key), unreadable });
  },
  removeUnreadable: (): void => keep({ ...outbox.get(), unreadable: [] }),
};

export const useOutbox = (): Contents => useStore(outbox);

/** Tells what became of an order that was sent again. */
interface Sent {
  order: WaitingOrder;
  /** Of the order that the server has stored; null where it waits on, or was refused. */
  orderId: string | null;
  /** Why it was refused. */
  refusal: string | null;
}

/** Refusals that say nothing about the order: the session has ended, or it was sent too soon, or too slowly. */
const PASSING = new Set([401, 408, 429]);

/** Whether the server has refused the order itself. */
export const refusesOrder = (error: unknown): error is ApiError => isRefusal(error) && !PASSING.has(error.status);

/**
 * Sends everything that waits again, one after the other, as long as its member is signed in. The items of what is
 * refused go back into the cart.
 */
export async function sendWaiting(): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const session = token.get();
  for (const order of outbox.get().orders) {
    if (token.get() !== session) break;
    try {
      const reply = await call(ordersHttp.place, { body: order.body }, { idempotencyKey: order.key });
      outbox.remove(order.key);
      sent.push({ order, orderId: reply.order.id, refusal: null });
    } catch (error) {
      const refusal = refusesOrder(error) ? error.message : null;
      if (refusal !== null) {
        outbox.remove(order.key);
        order.items.forEach(cart.put);
      }
      sent.push({ order, orderId: null, refusal });
    }
  }
  return sent;
}
