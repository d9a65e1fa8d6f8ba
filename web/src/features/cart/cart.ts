import { pendingDownload, type PendingDownload } from '@easel/contracts/downloads/http';
import * as z from 'zod/mini';
import { useStore } from '../../lib/store.ts';
import { cartText } from './cart-text.ts';

export type CartItem = PendingDownload;

const nothing: readonly CartItem[] = [];
let known: { text: string | null; items: readonly CartItem[] } = { text: null, items: nothing };

/** What the storage may hold is anything: only what is an item counts. */
export function readCart(text: string | null): readonly CartItem[] {
  if (text === null) return nothing;
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.flatMap((one) => z.safeParse(pendingDownload, one).data ?? []) : nothing;
  } catch {
    return nothing;
  }
}

const write = (items: readonly CartItem[]) => cartText.set(items.length === 0 ? null : JSON.stringify(items));

/** What waits in this browser to be paid for. */
export const cart = {
  get(): readonly CartItem[] {
    const text = cartText.get();
    if (text !== known.text) known = { text, items: readCart(text) };
    return known.items;
  },
  getOnServer: (): readonly CartItem[] => nothing,
  subscribe: cartText.subscribe,
  /** One of the same kind takes the place of the one that was there. */
  put: (item: CartItem): void => write([...cart.get().filter(({ id }) => id !== item.id), item]),
  remove: (id: string): void => write(cart.get().filter((item) => item.id !== id)),
  /** What it costs by now. */
  reprice: (id: string, price: number): void =>
    write(cart.get().map((item) => (item.id === id ? { ...item, price } : item))),
  clear: (): void => write([]),
};

export const useCart = (): readonly CartItem[] => useStore(cart);

/** Dollars, to the cent. */
export const totalOf = (items: readonly CartItem[]): number =>
  items.reduce((cents, { price, quantity }) => cents + Math.round(price * 100) * quantity, 0) / 100;
