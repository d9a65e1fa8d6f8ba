import { pendingDownload, type PendingDownload } from '@easel/contracts/downloads/http';
import { QUANTITY_MAX } from '@easel/contracts/orders/policy';
import { pendingProduct, type PendingProduct } from '@easel/contracts/products/pending';
import * as z from 'zod/mini';
import { useStore } from '../../lib/store.ts';
import { cartText } from './cart-text.ts';

export type CartItem = PendingDownload | PendingProduct;

export const cartItem = z.discriminatedUnion('kind', [pendingDownload, pendingProduct]);

export const isDownload = (item: CartItem): item is PendingDownload => item.kind === 'image-download';
export const isProduct = (item: CartItem): item is PendingProduct => item.kind === 'product';

/** Describes what is stored in the cart and is no item, such as one of another version of the app. */
export interface UnreadableItem {
  name: string;
  /** A sentence that says what is wrong with it. */
  reason: string;
  /** As it was stored. */
  stored: unknown;
}

interface Contents {
  items: readonly CartItem[];
  unreadable: readonly UnreadableItem[];
}

const nothing: Contents = { items: [], unreadable: [] };
let known: { text: string | null; contents: Contents } = { text: null, contents: nothing };

/** Sorts what the storage holds into items and what cannot be read, which is kept until the member removes it. */
export function readCart(text: string | null): Contents {
  const stored = storedIn(text);
  const items: CartItem[] = [];
  const unreadable: UnreadableItem[] = [];
  for (const one of stored) {
    const { data, error } = z.safeParse(cartItem, one);
    if (data) items.push(data);
    else unreadable.push({ name: nameOf(one), reason: reasonOf(error.issues[0]?.path[0]), stored: one });
  }
  return { items, unreadable };
}

/** Takes what is no list as one thing that cannot be read. */
function storedIn(text: string | null): readonly unknown[] {
  if (!text) return [];
  try {
    const stored: unknown = JSON.parse(text);
    if (stored === null) return [];
    return Array.isArray(stored) ? stored : [stored];
  } catch {
    return [text];
  }
}

const named = z.object({ name: z.string().check(z.trim(), z.minLength(1)) });
const nameOf = (stored: unknown): string => z.safeParse(named, stored).data?.name ?? 'Unknown item';

const partNames: Readonly<Record<string, string>> = {
  kind: 'kind',
  type: 'kind',
  generationId: 'image',
  variantId: 'image',
  format: 'format',
  resolutionTier: 'size',
  productId: 'product',
  size: 'size',
  color: 'colour',
  placement: 'placement',
  price: 'price',
  quantity: 'quantity',
};

function reasonOf(part: PropertyKey | undefined): string {
  const name = partNames[String(part)];
  return name ? `Its ${name} cannot be read, so it cannot be ordered.` : 'It cannot be read, so it cannot be ordered.';
}

function write({ items, unreadable }: Contents): void {
  const stored = [...items, ...unreadable.map((one) => one.stored)];
  cartText.set(stored.length === 0 ? null : JSON.stringify(stored));
}

const change = (changed: (items: readonly CartItem[]) => readonly CartItem[]): void => {
  const { items, unreadable } = contents.get();
  write({ items: changed(items), unreadable });
};

const contents = {
  get(): Contents {
    const text = cartText.get();
    if (text !== known.text) known = { text, contents: readCart(text) };
    return known.contents;
  },
  getOnServer: (): Contents => nothing,
  subscribe: cartText.subscribe,
};

/** What waits in this browser to be paid for. */
export const cart = {
  get: (): readonly CartItem[] => contents.get().items,
  /** One of the same kind takes the place of the one that was there. */
  put: (item: CartItem): void => change((items) => [...items.filter(({ id }) => id !== item.id), item]),
  /** Of one that is there already, there are as many copies more. */
  addCopies: (item: PendingProduct): void =>
    change((items) => {
      const known = items.find(({ id }) => id === item.id);
      if (!known) return [...items, item];
      const quantity = Math.min(known.quantity + item.quantity, QUANTITY_MAX);
      return items.map((one) => (one === known ? { ...item, quantity } : one));
    }),
  /** From one to as many copies as may be ordered at once. */
  setQuantity: (id: string, wanted: number): void =>
    change((items) =>
      items.map((item) =>
        item.id === id && isProduct(item)
          ? { ...item, quantity: Math.min(Math.max(Math.trunc(wanted), 1), QUANTITY_MAX) }
          : item,
      ),
    ),
  remove: (...ids: readonly string[]): void => change((items) => items.filter(({ id }) => !ids.includes(id))),
  /** What it costs by now. */
  reprice: (id: string, price: number): void =>
    change((items) => items.map((item) => (item.id === id ? { ...item, price } : item))),
  removeUnreadable(item: UnreadableItem): void {
    const { items, unreadable } = contents.get();
    write({ items, unreadable: unreadable.filter((one) => one !== item) });
  },
  /** Empties it, and returns what puts back what was in it. */
  clear(): () => void {
    const { items, unreadable } = contents.get();
    write(nothing);
    return () => {
      const now = contents.get();
      const others = items.filter(({ id }) => !now.items.some((item) => item.id === id));
      write({ items: [...others, ...now.items], unreadable: [...unreadable, ...now.unreadable] });
    };
  },
};

export const useCart = (): Contents => useStore(contents);

/** Dollars, to the cent. */
export const totalOf = (items: readonly Pick<CartItem, 'price' | 'quantity'>[]): number =>
  items.reduce((cents, { price, quantity }) => cents + Math.round(price * 100) * quantity, 0) / 100;
