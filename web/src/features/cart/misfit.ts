import { centsToDollars } from '@easel/contracts/kernel/money';
import type { Product } from '@easel/contracts/prices/policy';
import type { PendingProduct } from '@easel/contracts/products/pending';
import { formatDollars } from '../../lib/dollars.ts';

/** Says why a product cannot be ordered as it is in the cart. */
export interface Misfit {
  reason: string;
  /** Of one, in dollars, where another price is all that is wrong; null where it can only be removed. */
  price: number | null;
}

/** Returns what no longer fits; undefined where all does. */
export function misfitOf(
  { productId, name, size, color, price, variantId }: PendingProduct,
  products: readonly Product[],
  gonePictures: ReadonlySet<string>,
): Misfit | undefined {
  const gone = (reason: string): Misfit => ({ reason, price: null });
  const product = products.find(({ id }) => id === productId);
  if (!product) return gone(`${name} is not sold any more.`);
  if (!offers(product.sizes, size)) return gone(`${name} is not sold in this size any more.`);
  if (!offers(product.colours, color)) return gone(`${name} is not sold in this colour any more.`);
  if (gonePictures.has(variantId)) return gone('Its picture cannot be printed any more.');
  const now = centsToDollars(product.cents);
  return now === price ? undefined : { reason: `Its price is ${formatDollars(now)} now.`, price: now };
}

/** Where there is no choice, the choice is empty. */
const offers = (choices: readonly string[], chosen: string): boolean =>
  choices.length > 0 ? choices.includes(chosen) : chosen === '';
