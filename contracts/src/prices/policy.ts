import { imageSizes, type ImageSize } from '../downloads/policy.ts';
import { earningFaults } from '../earnings/policy.ts';
import { priceTenths } from '../generation/policy.ts';

/**
 * The price list: a versioned document that an admin can revise. What was quoted or charged keeps its price and its
 * version.
 */

export interface ImagePrice {
  tenths: number;
  cents: number;
}

export interface Product {
  id: string;
  name: string;
  cents: number;
  sizes: readonly string[];
  colours: readonly string[];
}

export interface PriceList {
  /** From 1, one more with each revision. */
  version: number;
  images: Readonly<Record<ImageSize, ImagePrice>>;
  /** Cents for a curator's image, where the curator has set none. */
  curatorDefaultCents: Readonly<Record<ImageSize, number>>;
  products: readonly Product[];
}

const product = (
  id: string,
  name: string,
  cents: number,
  { sizes = [], colours = [] }: Partial<Pick<Product, 'sizes' | 'colours'>> = {},
): Product => ({ id, name, cents, sizes, colours });

/** In force until the list is revised. spec: rulings "Price of an image in credits", "Price of an image in dollars". */
export const firstPriceList: PriceList = {
  version: 1,
  images: {
    '1K': { tenths: priceTenths('1k', 1), cents: 75 },
    '2K': { tenths: priceTenths('2k', 1), cents: 150 },
    '4K': { tenths: priceTenths('4k', 1), cents: 300 },
    '8K': { tenths: 400, cents: 600 },
  },
  curatorDefaultCents: { '1K': 99, '2K': 99, '4K': 99, '8K': 99 },
  products: [
    product('t-shirt', 'T-shirt', 2400, {
      sizes: ['S', 'M', 'L', 'XL', 'XXL'],
      colours: ['white', 'black', 'sand', 'navy'],
    }),
    product('poster', 'Poster 18x24', 1900, { sizes: ['18x24'] }),
    product('poster-large', 'Poster 24x36', 2900, { sizes: ['24x36'] }),
    product('mug', 'Mug', 1500),
    product('tote', 'Tote', 1800),
    product('phone-case', 'Phone case', 2200, { sizes: ['small', 'medium', 'large'] }),
  ],
};

/** What buying an image costs: `tenths` is null where only dollars buy it, as a curator's images. */
export interface ImageOffer {
  size: ImageSize;
  tenths: number | null;
  cents: number;
}

export const offerOf = (list: PriceList, size: ImageSize): ImageOffer => ({ size, ...list.images[size] });

/** `own` are the prices that the curator has set, in cents. */
export const curatorOfferOf = (
  list: PriceList,
  size: ImageSize,
  own: Readonly<Partial<Record<ImageSize, number>>> = {},
): ImageOffer => ({ size, tenths: null, cents: own[size] ?? list.curatorDefaultCents[size] });

const isSum = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

/**
 * What is wrong with a list that somebody wants in force: every size has its prices, ids are single, sums whole and
 * positive.
 */
export function priceListFaults(list: PriceList): string[] {
  const faults: string[] = [];
  for (const size of imageSizes) {
    const { tenths, cents }: Partial<ImagePrice> = list.images[size] ?? {};
    if (!isSum(tenths)) faults.push(`${size} has no price in credits`);
    if (!isSum(cents)) faults.push(`${size} has no price in dollars`);
    if (isSum(tenths) && isSum(cents)) {
      faults.push(
        ...earningFaults({ tenths: Number(tenths), cents: Number(cents) }).map((fault) => `${size} ${fault}`),
      );
    }
    if (!isSum(list.curatorDefaultCents[size])) faults.push(`${size} has no default price for curators`);
  }
  const ids = new Set<string>();
  for (const { id, cents } of list.products) {
    if (ids.has(id)) faults.push(`${id} is listed twice`);
    ids.add(id);
    if (!isSum(cents)) faults.push(`${id} has no price`);
  }
  return faults;
}
