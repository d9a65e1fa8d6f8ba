import type { CallInput } from '@easel/contracts/kernel/client/address';
import type { ordersHttp } from '@easel/contracts/orders/http';
import { storedOrderBody } from '@easel/contracts/orders/order-body';
import * as z from 'zod/mini';
import { localStore, memberKeys } from '../../lib/storage.ts';

type OrderBody = CallInput<typeof ordersHttp.place>['body'];
/** An order without the reference that it gets with its first attempt. */
export type OrderDraft = Omit<OrderBody, 'id'>;

/** The body is sent again as it was: the server refuses a key that comes with another one. */
export const storedRequest = {
  key: z.uuid(),
  body: z.custom<OrderBody>((body) => z.safeParse(storedOrderBody, body).success),
};
const stored = z.object({ ...storedRequest, orderId: z.nullable(z.uuid()) });
/** `orderId` is null until the server has answered. */
export type Attempt = z.output<typeof stored>;

const KEY = memberKeys.orderAttempt;

const cartOf = ({ items, test_mode }: OrderDraft): string => JSON.stringify([items, test_mode]);

/** Whether an attempt is this order, and not another one of the same cart. */
const isAttemptOf = ({ body }: Attempt, draft: OrderDraft): boolean =>
  JSON.stringify({ ...body, id: '' }) === JSON.stringify({ id: '', ...draft });

/**
 * Holds the order that is being placed. An order has one idempotency key, in all tabs, after a reload, and where it is
 * not known whether it arrived. Another cart, or another address, is another order.
 */
export const attempts = {
  current(): Attempt | undefined {
    try {
      return z.safeParse(stored, JSON.parse(localStore.get(KEY) ?? 'null')).data;
    } catch {
      return undefined;
    }
  },
  /** Returns the one that placed an order; undefined where that is done with, or was placed elsewhere. */
  of(orderId: string): Attempt | undefined {
    const known = attempts.current();
    return known?.orderId === orderId ? known : undefined;
  },
  /** Returns the one of the same cart that has other details: it must not be paid as well. */
  before(draft: OrderDraft): Attempt | undefined {
    const known = attempts.current();
    return known && cartOf(known.body) === cartOf(draft) && !isAttemptOf(known, draft) ? known : undefined;
  },
  begin(draft: OrderDraft): Attempt {
    const known = attempts.current();
    if (known && isAttemptOf(known, draft)) return known;
    const body = { id: `ORD-${Date.now()}`, ...draft };
    const attempt = { key: crypto.randomUUID(), body, orderId: null };
    attempts.keep(attempt);
    return attempt;
  },
  keep: (attempt: Attempt): void => localStore.set(KEY, JSON.stringify(attempt)),
  drop: (): void => localStore.remove(KEY),
};
