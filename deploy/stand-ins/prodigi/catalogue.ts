import { firstPriceList } from '@easel/contracts/prices/policy';
import { choicesOf, printSpecOf, type PrintSpec } from '@easel/contracts/products/policy';

interface Sku {
  spec: PrintSpec;
  /** The cost of one copy. */
  cents: number;
  /** An order names one of them. */
  colours: readonly string[];
}

const SHARE_OF_PRICE = 0.4;

/** The products that this one prints, at a share of what the shop asks for them. */
export const skus: ReadonlyMap<string, Sku> = new Map(
  firstPriceList.products.flatMap((product) =>
    choicesOf(product).sizes.flatMap((size): [string, Sku][] => {
      const spec = printSpecOf(product.id, size);
      const cents = Math.round(product.cents * SHARE_OF_PRICE);
      return spec ? [[spec.sku.toUpperCase(), { spec, cents, colours: product.colours }]] : [];
    }),
  ),
);

/** By the shipment. */
export const shippingCents: Readonly<Record<string, number>> = {
  Budget: 395,
  Standard: 480,
  StandardPlus: 690,
  Express: 1150,
  Overnight: 2100,
};

/** The pixels of a print area; with and without what is cut off at its edges. */
export function pixelsOf({ area: { width, height, bleed }, dpi }: PrintSpec): { width: number; height: number }[] {
  return [0, 2 * bleed].map((extra) => ({ width: (width + extra) * dpi, height: (height + extra) * dpi }));
}
