import type { CallInput } from '@easel/contracts/kernel/client/address';
import { storedOrderBody, type ordersHttp } from '@easel/contracts/orders/http';
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

/**
 * Holds the order that is being placed. The same order placed again is the same attempt with the same idempotency key,
 * also after a reload and where nobody knows whether it arrived; another cart makes another one.
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
  begin(draft: OrderDraft): Attempt {
    const known = attempts.current();
    if (known && JSON.stringify({ ...known.body, id: '' }) === JSON.stringify({ id: '', ...draft })) return known;
    const body = { id: `ORD-${Date.now()}`, ...draft };
    const attempt = { key: crypto.randomUUID(), body, orderId: null };
    attempts.keep(attempt);
    return attempt;
  },
  keep: (attempt: Attempt): void => localStore.set(KEY, JSON.stringify(attempt)),
  drop: (): void => localStore.remove(KEY),
};
