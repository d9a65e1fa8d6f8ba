import type { Product } from '../prices/policy.ts';
import { defineProblems } from '../kernel/problem.ts';
import type { PrintArea } from './placement.ts';

/**
 * How the products of the price list are printed. spec: rulings "Products", "Print resolution", "Phone case",
 * "T-shirt".
 */
export interface PrintSpec {
  area: PrintArea;
  /** The resolution of the file that is sent to the print service. */
  dpi: 200 | 300;
  /** PNG where the product's colour shows through what is transparent. */
  format: 'jpg' | 'png';
  /** The print service's name of it. */
  sku: string;
}

const POSTER_BLEED = 0.125;
const poster = (width: number, height: number): PrintSpec => ({
  area: { width, height, bleed: POSTER_BLEED },
  dpi: 200,
  format: 'jpg',
  sku: `GLOBAL-FAP-${width}x${height}`,
});
const shirt = (size: string): PrintSpec => ({
  area: { width: 12, height: 16, bleed: 0 },
  dpi: 300,
  format: 'png',
  sku: `GLOBAL-TEE-GIL-64000-${size}`,
});
const phoneCase = (size: string, width: number, height: number): PrintSpec => ({
  area: { width, height, bleed: 0.1 },
  dpi: 300,
  format: 'jpg',
  sku: `GLOBAL-TECH-CASE-${size}`,
});

/** By product, and by size where it has sizes. */
const specs: Readonly<Record<string, Readonly<Record<string, PrintSpec>>>> = {
  't-shirt': Object.fromEntries(['S', 'M', 'L', 'XL', 'XXL'].map((size) => [size, shirt(size)])),
  poster: { '18x24': poster(18, 24) },
  'poster-large': { '24x36': poster(24, 36) },
  mug: { '': { area: { width: 8.5, height: 3.5, bleed: 0.1 }, dpi: 300, format: 'jpg', sku: 'GLOBAL-MUG-11OZ' } },
  tote: { '': { area: { width: 11, height: 11, bleed: 0 }, dpi: 300, format: 'png', sku: 'GLOBAL-TOTE' } },
  'phone-case': {
    small: phoneCase('S', 2.8, 5.8),
    medium: phoneCase('M', 3, 6.2),
    large: phoneCase('L', 3.2, 6.6),
  },
};

/** Undefined where the product is not printed, or not in that size. */
export const printSpecOf = (productId: string, size: string): PrintSpec | undefined => specs[productId]?.[size];

/** Which sizes and colours one may ask for; `['']` where there is no choice. */
export const choicesOf = ({ sizes, colours }: Pick<Product, 'sizes' | 'colours'>) => ({
  sizes: sizes.length > 0 ? sizes : [''],
  colours: colours.length > 0 ? colours : [''],
});

export const productProblems = defineProblems('products', {
  notFound: [404, 'Not found'],
});
