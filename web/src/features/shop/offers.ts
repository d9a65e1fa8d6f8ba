import type { PriceList, Product } from '@easel/contracts/prices/policy';
import type { PrintArea } from '@easel/contracts/products/placement';
import { choicesOf, printSpecOf } from '@easel/contracts/products/policy';

/** A product that is sold and can be printed. */
export interface Offer extends Pick<Product, 'id' | 'name' | 'cents'> {
  /** At least one; empty where there is no choice. */
  sizes: readonly string[];
  colours: readonly string[];
}

/** Returns what of the price list can be printed, in the sizes that can. */
export const offersOf = ({ products }: Pick<PriceList, 'products'>): Offer[] =>
  products.flatMap((product) => {
    const { sizes, colours } = choicesOf(product);
    const printed = sizes.filter((size) => printSpecOf(product.id, size));
    return printed.length > 0 ? [{ ...product, sizes: printed, colours }] : [];
  });

/** Used where an offer has lost its size meanwhile; nothing is ordered by it. */
const NO_AREA: PrintArea = { width: 1, height: 1, bleed: 0 };

export const areaOf = (offer: Offer, size: string): PrintArea => printSpecOf(offer.id, size)?.area ?? NO_AREA;

/** The one that is asked for where it is among the choices, else the middle one. */
export const chosenOf = (choices: readonly string[], asked: string): string =>
  choices.includes(asked) ? asked : (choices[Math.floor((choices.length - 1) / 2)] ?? '');
